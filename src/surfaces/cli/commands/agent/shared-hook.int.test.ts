import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { sqliteStore } from '../../../../journal/sqlite/sqlite-store.ts';
import { planOfBranch } from '../../../../machine/branch-plan.ts';
import { sharePlan } from '../../../../machine/shared-plans/sync-plan.ts';
import { openPlan } from '../../../../plan-tools/plan/open-plan.ts';
import { DEFAULT_DATA } from '../../config/store-location.ts';
import { hook } from './hook.ts';

/** A repository with a plan of this id in its data directory. */
async function repository(planId: string, objective: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'wayfold-hook-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q', '-b', 'main', root]);
  mkdirSync(join(root, DEFAULT_DATA));
  const store = sqliteStore({ file: join(root, DEFAULT_DATA, 'wayfold.db') });
  const setup = { objective, initial_steps: [{ title: 'Build' }] };
  await openPlan(store, planId).section.tool('planning_setup_plan').call(setup);
  if (planId === 'default') await sharePlan({ store, planId, root });
  await store.close();
  return root;
}

/** What an agent is told after an event. */
async function hookOutput(event: string, input: object): Promise<string> {
  const { invocation, seen, type, endInput } = atTerminal({ data: DEFAULT_DATA });
  type(JSON.stringify({ session_id: 'one', ...input }));
  endInput();
  await hook(invocation, 'claude', event);
  return seen.out;
}

/** What an agent that begins in a directory is told. */
async function toldIn(directory: string): Promise<string> {
  return await hookOutput('SessionStart', { cwd: directory, source: 'startup' });
}

function writes(cwd: string, ...texts: readonly string[]): Promise<string> {
  const todos = texts.map((content) => ({ content, status: 'pending' }));
  return hookOutput('PostToolUse', { cwd, tool_name: 'TodoWrite', tool_input: { todos } });
}

it('tells an agent in a new clone the plan that the repository carries', async () => {
  const root = await repository('default', 'Ship the release');
  rmSync(join(root, DEFAULT_DATA), { recursive: true });
  expect(await toldIn(root)).toContain('Ship the release');
});

it('tells an agent the plan of its branch', async () => {
  const root = await repository(planOfBranch('main'), 'Log in with passkeys');
  expect(await toldIn(root)).toContain('Log in with passkeys');
  execFileSync('git', ['checkout', '-q', '-b', 'other'], { cwd: root });
  expect(await toldIn(root)).toBe('');
});

it('gives up soon where the store is locked, still tells the plan, and records the list with the next event', async () => {
  const root = await repository('default', 'Ship the release');
  const data = join(root, DEFAULT_DATA);
  const other = new DatabaseSync(join(data, 'wayfold.db'));
  other.exec('BEGIN IMMEDIATE');
  const start = performance.now();
  await writes(root, 'One');
  await writes(root, 'One', 'Two');
  expect(performance.now() - start).toBeLessThan(4000);
  expect(await toldIn(root)).toContain('Ship the release');
  expect(readFileSync(join(data, 'hooks.log'), 'utf8')).toContain('store-locked');
  other.exec('ROLLBACK');
  other.close();
  const text = await toldIn(root);
  expect(text).toContain('One');
  expect(text).toContain('Two');
  expect(readdirSync(join(data, 'pending-hooks'))).toEqual([]);
});

it('makes no directory that an event only names', async () => {
  const root = await repository('default', 'Ship the release');
  const before = process.cwd();
  process.chdir(root);
  onTestFinished(() => process.chdir(before));
  await writes(join(root, 'nowhere', 'deep'), 'One');
  expect(existsSync(join(root, 'nowhere'))).toBe(false);
  expect(await toldIn(root)).toContain('One');
});
