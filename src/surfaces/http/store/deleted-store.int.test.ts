import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliProcess } from '../../../../test/cli-process.ts';
import { eventually } from '../../../../test/eventually.ts';
import {
  call,
  NEWEST,
  nextUpdate,
  ONE_BEFORE,
  Project,
  planOf,
  refused,
} from '../../../../test/mcp-client.ts';
import { ServerEvents } from '../../../../test/server-events.ts';
import { openJournal } from '../../../journal/index.ts';

const SETUP = { objective: 'Ship 1.0', initial_steps: [{ title: 'Test' }] };

let project: Project;

beforeEach(async () => {
  project = await Project.create();
});

afterEach(() => project.end());

/** The address of a `wayfold up` of its own. */
async function up(): Promise<string> {
  const server = new CliProcess(['up', '--port', '0', '--json'], { cwd: project.directory });
  project.onEnd(() => server.end('SIGTERM'));
  await eventually(() => server.lines.length).toBe(1);
  return JSON.parse(server.stdout).url;
}

async function deleteData(): Promise<void> {
  await rm(join(project.directory, '.wayfold'), { recursive: true });
}

describe('the journals of a server whose data directory was deleted', () => {
  it('are gone, and those that come after are there', async () => {
    const url = await up();
    const journals = async () => {
      const { journals: found } = await (await fetch(`${url}/api/journals`)).json();
      return found.map(({ id }: { id: string }) => id);
    };
    await openJournal(project.store, 'trip').append([{ type: 'noted' }]);
    expect(await journals()).toEqual(['trip']);
    await deleteData();
    expect(await journals()).toEqual([]);
    expect((await fetch(`${url}/api/journals/trip`)).status).toBe(404);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(existsSync(project.dataFile)).toBe(false);
    const { client } = await project.spawn(NEWEST);
    await call(client, 'setup_plan', SETUP);
    expect(await journals()).toEqual(['plan:default']);
  });

  it('end the streams of who follows them, so that they come back to what is there', async () => {
    const url = await up();
    await openJournal(project.store, 'trip').append([{ type: 'noted' }]);
    const facts = await ServerEvents.open(`${url}/api/journals/trip/events`);
    const list = await ServerEvents.open(`${url}/api/events`);
    await Promise.all([facts.take(1), list.take(1)]);
    await deleteData();
    expect((await facts.rest()).at(-1)).toContain('retry:');
    expect((await list.rest()).at(-1)).toContain('retry:');

    const later = await ServerEvents.open(`${url}/api/events`);
    expect(await later.take(1)).toMatchObject([{ event: 'ready' }]);
    const { client } = await project.spawn(NEWEST);
    await call(client, 'setup_plan', SETUP);
    expect((await later.rest()).at(-1)).toContain('retry:');
  });
});

describe('/mcp of a server whose data directory was deleted', () => {
  it.each([NEWEST, ONE_BEFORE] as const)('begins anew (%s)', async (protocol) => {
    const client = await project.connectTo(await up(), protocol);
    await call(client, 'setup_plan', SETUP);
    await deleteData();
    expect((await client.listResources()).resources).toEqual([]);
    expect(await refused(client, 'mark_step', { step_id: 'S001', status: 'done' })).toMatchObject({
      code: 'no-plan',
    });
    await call(client, 'setup_plan', { objective: 'The second' });
    const another = await project.spawn(protocol);
    expect((await planOf(another.client)).objective).toBe('The second');
  });

  it('tells who listens, and of the plan after it', async () => {
    const client = await project.connectTo(await up(), NEWEST);
    await call(client, 'setup_plan', SETUP);
    const uri = 'plan://default';
    await client.listen({ resourceSubscriptions: [uri] });
    const gone = nextUpdate(client);
    await deleteData();
    expect(await gone).toBe(uri);
    const begun = nextUpdate(client);
    const another = await project.spawn(NEWEST);
    await call(another.client, 'setup_plan', { objective: 'The second' });
    expect(await begun).toBe(uri);
    expect((await planOf(client)).objective).toBe('The second');
  });
});
