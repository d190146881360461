import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerEvents } from '../../../../test/server-events.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { openPlan } from '../../../plan-tools/plan/open-plan.ts';
import { Plan } from '../../../plan-tools/plan/plan.ts';
import { SessionAnswer, Sessions } from './responses/response-schemas.ts';

let server: SessionsServer;
beforeEach(async () => {
  server = await SessionsServer.start();
});
afterEach(() => server.stop());

/** An agent keeps a plan by the tools, in the same store. */
async function planned() {
  const agent = openPlan(server.store, 'release');
  await agent.section.tool('planning_setup_plan').call({
    objective: 'Release 2.0',
    initial_steps: [{ title: 'Write the notes' }, { title: 'Tag it', details: 'Signed.' }],
  });
  return agent;
}

const list = async () => Sessions.parse((await server.get('/sessions')).body).sessions;

describe('a plan that an agent keeps', () => {
  it('is listed as a session, and shown with its steps', async () => {
    await planned();
    expect(await list()).toMatchObject([
      {
        id: 'plan:release',
        title: 'Release 2.0',
        plannerId: 'plan-tools',
        plannerName: 'Session plan',
        standing: 'idle',
        ready: true,
        hosted: false,
      },
    ]);
    const { planner, setup } = await server.session('plan:release');
    expect(setup).toBeNull();
    expect(planner).toEqual({
      type: 'plan',
      objective: 'Release 2.0',
      status: 'active',
      version: 1,
      progress: { done: 0, total: 2 },
      steps: [
        { stepId: 'S001', title: 'Write the notes', details: null, status: 'pending', notes: [] },
        { stepId: 'S002', title: 'Tag it', details: 'Signed.', status: 'pending', notes: [] },
      ],
    });
  });

  it('is changed only at the version that was seen, where one is named', async () => {
    await planned();
    const { head } = await server.session('plan:release');
    const rename = (title: string, expected_version: unknown) =>
      server.tell('plan:release', { type: 'rename', title, expected_version });
    expect(await rename('Release 3.0', head - 1)).toMatchObject({
      status: 409,
      body: { code: 'conflict', head },
    });
    expect(await rename('Release 3.0', -1)).toMatchObject({ status: 400 });
    expect((await server.session('plan:release')).head).toBe(head);
    expect(await rename('Release 3.0', head)).toMatchObject({ status: 200, body: { head: head + 1 } });
    const marked = { type: 'plan-mark', stepId: 'S001', status: 'done', expected_version: head };
    expect(await server.tell('plan:release', marked)).toMatchObject({
      status: 409,
      body: { head: head + 1 },
    });
    expect(await server.tell('plan:release', { ...marked, expected_version: head + 1 })).toMatchObject({
      status: 200,
    });
  });

  it('is followed as it changes', async () => {
    const agent = await planned();
    const stream = await ServerEvents.open(`${server.url}/api/sessions/events`);
    await stream.take(1);
    await agent.section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
    expect(await stream.take(1)).toMatchObject([{ event: 'session', data: { id: 'plan:release', head: 2 } }]);
    stream.leave();
  });

  it('is changed by hand through the same tools, and the agent sees it', async () => {
    const agent = await planned();
    const marked = await server.does('plan:release', {
      type: 'plan-mark',
      stepId: 'S001',
      status: 'done',
      note: 'Ten lines.',
    });
    expect(marked.facts).toMatchObject([
      { type: 'ToolInvoked', tool: 'planning_mark_step', success: true, by: expect.any(String) },
    ]);
    await server.does('plan:release', { type: 'plan-add', steps: [{ title: 'Tell everybody' }] });
    await server.does('plan:release', {
      type: 'plan-update',
      stepId: 'S002',
      title: 'Tag and sign',
      details: null,
    });
    await agent.session.refresh();
    expect(agent.session.select(Plan).at(-1)?.steps).toEqual([
      { stepId: 'S001', title: 'Write the notes', details: null, status: 'done', notes: ['Ten lines.'] },
      { stepId: 'S002', title: 'Tag and sign', details: null, status: 'pending', notes: [] },
      { stepId: 'S003', title: 'Tell everybody', details: null, status: 'pending', notes: [] },
    ]);
    await server.does('plan:release', { type: 'plan-clear' });
    expect((await server.session('plan:release')).standing).toBe('canceled');
  });

  it('refuses what the tools refuse, and what is not for plans', async () => {
    await planned();
    const mark = { type: 'plan-mark', stepId: 'S009', status: 'done' };
    expect((await server.tell('plan:release', mark)).fields).toMatchObject({
      status: 404,
      code: 'step-not-found',
    });
    const empty = { type: 'plan-add', steps: [{ title: ' ' }] };
    expect((await server.tell('plan:release', empty)).fields).toMatchObject({
      status: 400,
      code: 'invalid-tool-input',
    });
    expect((await server.tell('plan:release', { type: 'say', text: 'Hello' })).fields).toMatchObject({
      status: 400,
      code: 'invalid-request',
    });
    expect((await server.tell(await server.begin('trip'), { type: 'plan-clear' })).status).toBe(400);
  });

  it('can be looked back at, compared and forked', async () => {
    const agent = await planned();
    await agent.section.tool('planning_mark_step').call({ step_id: 'S001', status: 'in_progress' });
    const then = await server.session('plan:release', '?at=1');
    expect(then.planner).toMatchObject({ steps: [{ status: 'pending' }, { status: 'pending' }] });
    const { fields } = await server.get('/sessions/plan:release/diff?from=1');
    expect(fields.changes).toContainEqual({
      path: '/planner/steps/S001/status',
      label: expect.stringContaining('Write the notes'),
      change: 'changed',
      before: 'pending',
      after: 'in_progress',
    });
    const forked = SessionAnswer.parse((await server.post('/sessions/plan:release/fork', { atSeq: 1 })).body);
    expect(forked).toMatchObject({ plannerId: 'plan-tools', forkOf: { session: 'plan:release', at: 1 } });
    await server.does(forked.id, { type: 'plan-mark', stepId: 'S002', status: 'done' });
    expect((await server.session('plan:release')).head).toBe(2);
  });

  it('is not there as long as nothing was planned', async () => {
    const agent = openPlan(server.store, 'empty');
    await expect(agent.section.tool('planning_read_plan').call({})).rejects.toMatchObject({
      code: 'no-plan',
    });
    expect(await list()).toEqual([]);
  });

  it('can be archived and named', async () => {
    await planned();
    await server.does('plan:release', { type: 'rename', title: 'The release' });
    await server.does('plan:release', { type: 'archive' });
    expect(await list()).toMatchObject([{ title: 'The release', standing: 'archived' }]);
    expect(server.failures).toEqual([]);
  });
});
