import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type FactStore, openJournal } from '../src/journal/index.ts';
import type { CliProcess } from './cli-process.ts';
import { eventually } from './eventually.ts';
import { freePort, startRestate } from './restate-server.ts';
import { Fleet } from './scale-fleet.ts';

const NEVER_MS = 2 ** 31 - 1;

let fleet: Fleet;
/** How long the model thinks. */
let thinkMs = 0;

beforeAll(async () => {
  fleet = await Fleet.start(() => thinkMs);
});
afterEach(() => fleet.killAll());
afterAll(() => fleet.remove());

const Begun = z.object({ id: z.string() });

async function post(server: CliProcess, path: string, body: unknown): Promise<unknown> {
  const url = /http:\S+/.exec(server.stdout)?.[0];
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
}

/** Begins a session through a server, and returns its id. */
async function begin(server: CliProcess, plannerId: string): Promise<string> {
  return Begun.parse(await post(server, '/sessions', { title: 'A plan', plannerId, config: {} })).id;
}

const say = (server: CliProcess, id: string, text: string) =>
  post(server, `/sessions/${id}/commands`, { type: 'say', text });

const typesIn = (store: FactStore, id: string) => async () =>
  (await openJournal(store, id).facts()).map(({ type }) => type);

const server = () => fleet.run('up', '--port', '0');

it('a session started on one server continues on another when the first is killed', async () => {
  const store = fleet.store();
  const [first, second] = await Promise.all([server(), server()]);
  thinkMs = NEVER_MS;
  const id = await begin(first, 'tasks');
  await say(first, id, '- write part 1\n- write part 2');
  const types = typesIn(store, id);
  // One of the two has the task, and waits for the model.
  await eventually(() => fleet.model.waiting).toBeGreaterThan(0);
  await eventually(types).toContain('claimed');
  thinkMs = 0;
  const claims = (await openJournal(store, id).facts()).filter(({ type }) => type === 'claimed');
  const holder = String(claims.at(-1)?.worker).endsWith(`:${first.child.pid}`) ? first : second;
  const other = holder === first ? second : first;
  await holder.end('SIGKILL');
  await eventually(types).toContain('PlanningCompleted');
  expect((await types()).filter((type) => type === 'TasksPlanned')).toHaveLength(1);
  expect(await openJournal(store, id).verify()).toMatchObject({ ok: true });
  const next = await begin(other, 'tasks');
  await say(other, next, '- write part 3');
  await eventually(typesIn(store, next)).toContain('PlanningCompleted');
});

it('servers with an engine leave the work to its workers, including later ones', async () => {
  const store = fleet.store();
  const engine = await startRestate();
  try {
    const front = await fleet.run('up', '--port', '0', '--engine', engine.url('servers'));
    const id = await begin(front, 'tasks');
    await say(front, id, '- write part 4');
    const port = await freePort();
    const worker = await fleet.run(
      'worker',
      '--engine',
      engine.url('servers'),
      '--listen',
      `127.0.0.1:${port}`,
    );
    await eventually(typesIn(store, id)).toContain('PlanningCompleted');
    const workers = (await openJournal(store, id).facts()).flatMap((fact) =>
      fact.type === 'claimed' ? [String(fact.worker)] : [],
    );
    for (const name of workers) expect(name).toMatch(new RegExp(`:${worker.child.pid}$`));
  } finally {
    await engine.remove();
  }
});
