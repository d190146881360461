import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkPrograms } from './programs.ts';

function folderWith(...programs: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'wayfold-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const program of programs) writeFileSync(join(folder, program), '', { mode: 0o755 });
  return folder;
}

function stateOf(env: NodeJS.ProcessEnv) {
  return Object.fromEntries(checkPrograms(env).map(({ check, ...finding }) => [check, finding]));
}

it('finds the programs that some commands start', () => {
  const folder = folderWith('git', 'claude', 'opencode', 'chromium');
  expect(stateOf({ PATH: `:/nowhere:${folder}` })).toEqual({
    git: { state: 'ok', text: join(folder, 'git') },
    agents: { state: 'ok', text: 'claude, opencode' },
    chromium: { state: 'info', text: join(folder, 'chromium') },
  });
});

it('says who needs what is missing, and how to get it', () => {
  const folder = folderWith();
  mkdirSync(join(folder, 'git'));
  writeFileSync(join(folder, 'codex'), '', { mode: 0o644 });
  expect(stateOf({ PATH: folder })).toMatchObject({
    git: { state: 'info', text: expect.stringContaining('wayfold commits'), fix: expect.any(String) },
    agents: { state: 'info', text: expect.stringContaining('wayfold commits plan'), fix: expect.any(String) },
    chromium: { state: 'info' },
  });
});

it('looks where a variable says that an agent is', () => {
  const folder = folderWith('my-codex');
  const agents = (program: string) => stateOf({ PATH: '', WORKER_PLANNING_CODEX_BIN: program }).agents;
  expect(agents(join(folder, 'my-codex'))).toEqual({ state: 'ok', text: 'codex' });
  expect(agents(join(folder, 'gone'))).toMatchObject({ state: 'info' });
});
