import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectedEditor } from '../../../test/acp-connection.ts';
import { eventually } from '../../../test/eventually.ts';
import { openPlan } from '../../plan-tools/plan/open-plan.ts';
import { reopeningStore } from '../cli/config/reopening-store.ts';
import { storeLocation } from '../cli/config/store-location.ts';

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
  const place = reopeningStore(storeLocation({ data: dataOf(cwd) }));
  closing.push(() => place.close());
  return place.store();
}

async function editor() {
  const place = reopeningStore(storeLocation({ data: dataOf(cwd) }));
  const editor = await connectedEditor({ place, cwd, by: 'ada' });
  closing.push(editor.close);
  const sessions = async () => (await editor.agent.request('session/list', { cwd })).sessions;
  return { ...editor, sessions };
}

it('records by whom a plan is changed, and what is refused them', async () => {
  const { sessionId, prompt } = await editor();
  await prompt('# Ship it\n- [x] Build\n- [ ] Test');
  await prompt('/plan mark S009 done');
  await prompt('What is left?');
  const facts = await openPlan(await elsewhere(), sessionId).journal.facts();
  expect(facts.map(({ type, tool, success, by }) => [type, tool, success, by])).toEqual([
    ['user_input', undefined, undefined, 'ada'],
    ['ToolInvoked', 'planning_setup_plan', true, 'ada'],
    ['ToolInvoked', 'planning_mark_step', true, 'ada'],
    ['user_input', undefined, undefined, 'ada'],
    ['ToolInvoked', 'planning_mark_step', false, 'ada'],
    ['user_input', undefined, undefined, 'ada'],
  ]);
});

it('says so when a prompt is longer than a fact may be, and goes on', async () => {
  const { prompt, said, failures } = await editor();
  await prompt(`/plan set ${'x'.repeat(2_000_000)}`);
  expect(said().at(-1)).toContain('1048576 bytes');
  await prompt('/plan set Ship it');
  expect(said().at(-1)).toContain('Plan set up');
  expect(failures).toEqual([]);
});

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
