import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteStore } from '../src/journal/sqlite/sqlite-store.ts';
import type { FactStore } from '../src/journal/store.ts';
import { openPlan } from '../src/plan-tools/plan/open-plan.ts';
import { cleanEnv } from './cli-process.ts';

/** What is built, as an agent starts it. */
const LAUNCHER = fileURLToPath(new URL('../bin/wayfold.cjs', import.meta.url));

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'wayfold-hook-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

async function plan(folder: string, objective: string): Promise<void> {
  mkdirSync(join(project, folder), { mode: 0o700 });
  const store: FactStore = sqliteStore(join(project, folder, 'wayfold.db'));
  const { section } = openPlan(store, 'default');
  await section.tool('planning_setup_plan').call({ objective, initial_steps: [{ title: 'Begin' }] });
  await store.close();
}

function hook(env: Record<string, string> = {}): string {
  return execFileSync(process.execPath, [LAUNCHER, 'hook', 'claude', 'SessionStart'], {
    cwd: project,
    input: JSON.stringify({ session_id: 's', cwd: project }),
    env: { ...cleanEnv(), ...env },
    encoding: 'utf8',
  });
}

test('the built hook returns the plan of its project, and that of a given data directory', async () => {
  await plan('.wayfold', 'Ship the parser');
  await plan('elsewhere', 'Sell the parser');
  expect(hook()).toContain('Ship the parser');
  expect(hook({ WAYFOLD_DATA: 'elsewhere' })).toContain('Sell the parser');
});

test('a configuration file is respected', async () => {
  await plan('elsewhere', 'Sell the parser');
  writeFileSync(join(project, 'wayfold.config.json'), JSON.stringify({ data: 'elsewhere' }));
  expect(hook()).toContain('Sell the parser');
});

test.each(['{"plann":"x"}', '{"plan":"BAD ID"}', 'no JSON'])(
  'an invalid configuration file (%s) does not fail the hook',
  async (text) => {
    await plan('.wayfold', 'Ship the parser');
    writeFileSync(join(project, 'wayfold.config.json'), text);
    expect(hook()).toContain('Ship the parser');
  },
);
