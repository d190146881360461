import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client, ndJsonStream, PROTOCOL_VERSION, type SessionUpdate } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { placedStore } from '../../cli/plan/store-place.ts';
import { storeLocation } from '../../cli/store-location.ts';
import { openPlan } from '../../plan-tools/open-plan.ts';
import { createAcpAgent } from './agent.ts';

let cwd: string;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-acp-'));
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(cwd, { recursive: true });
});

const dataOf = (directory: string) => join(directory, '.wayfold');

/** The store as another process has it. */
function elsewhere() {
  const place = placedStore(storeLocation({ data: dataOf(cwd) }));
  closing.push(() => place.close());
  return place.store();
}

/** An editor that is connected to the agent within this process, with one session. */
async function editor() {
  const place = placedStore(storeLocation({ data: dataOf(cwd) }));
  const failures: unknown[] = [];
  const { app, close } = createAcpAgent({
    version: '0',
    stores: { at: () => place },
    now: Date.now,
    onError: (error) => failures.push(error),
  });
  const [toAgent, toEditor] = [new TransformStream(), new TransformStream()];
  const served = app.connect(ndJsonStream(toEditor.writable, toAgent.readable));
  const updates: SessionUpdate[] = [];
  const { agent } = client()
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } }))
    .connect(ndJsonStream(toAgent.writable, toEditor.readable));
  closing.push(async () => {
    served.close();
    await close();
    await place.close();
  });
  await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
  const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
  return {
    sessionId,
    failures,
    prompt: (text: string) =>
      agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    sessions: async () => (await agent.request('session/list', { cwd })).sessions,
    said: () =>
      updates.flatMap((update) =>
        update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
          ? [update.content.text]
          : [],
      ),
    /** The plan as the editor shows it: the last update counts. */
    plan: () =>
      updates
        .flatMap((update) => (update.sessionUpdate === 'plan' ? [update.entries] : []))
        .at(-1)
        ?.map(({ content }) => content),
  };
}

describe('an editor whose data directory was deleted', () => {
  it('is shown no plan any more, and the one that another process makes', async () => {
    const { sessionId, prompt, plan, sessions, failures } = await editor();
    await prompt('/plan set Ship it\nBuild');
    await eventually(plan).toEqual(['Build']);
    await rm(dataOf(cwd), { recursive: true });
    await eventually(plan).toEqual([]);
    expect(await sessions()).toEqual([]);
    const { section } = openPlan(await elsewhere(), sessionId);
    await section
      .tool('planning_setup_plan')
      .call({ objective: 'The second', initial_steps: [{ title: 'Test' }] });
    await eventually(plan).toEqual(['Test']);
    expect(failures).toEqual([]);
  });

  it('begins anew with its next prompt, in the data directory that is made for it', async () => {
    const { sessionId, prompt, plan, said } = await editor();
    await prompt('/plan set Ship it\nBuild');
    await rm(dataOf(cwd), { recursive: true });
    await prompt('/plan add Test');
    expect(said().at(-1)).toContain('[no-plan]');
    await prompt('/plan set The second\nTest');
    await eventually(plan).toEqual(['Test']);
    const { session } = openPlan(await elsewhere(), sessionId);
    expect((await session.snapshot()).slices).toMatchObject({ Plan: [{ objective: 'The second' }] });
  });

  it('leaves no data directory behind where nobody plans', async () => {
    const { prompt, plan } = await editor();
    await prompt('/plan set Ship it\nBuild');
    await rm(dataOf(cwd), { recursive: true });
    await eventually(plan).toEqual([]);
    expect(existsSync(dataOf(cwd))).toBe(false);
  });
});

describe('an editor whose plan has a fact erased', () => {
  it('is shown the plan without it at once', async () => {
    const { sessionId, prompt, plan } = await editor();
    await prompt('/plan set Ship it\nBuild');
    await prompt('/plan add Secret');
    await eventually(plan).toEqual(['Build', 'Secret']);
    const { journal } = openPlan(await elsewhere(), sessionId);
    const facts = await journal.facts();
    await journal.redact(facts.findLast(({ type }) => type === 'ToolInvoked')?.seq ?? 0);
    await eventually(plan).toEqual(['Build']);
  });

  it('is shown none when nothing of it is left', async () => {
    const { sessionId, prompt, plan } = await editor();
    await prompt('/plan set Ship it\nBuild');
    await eventually(plan).toEqual(['Build']);
    const { journal } = openPlan(await elsewhere(), sessionId);
    for (const { seq } of await journal.facts()) await journal.redact(seq);
    await eventually(plan).toEqual([]);
  });
});
