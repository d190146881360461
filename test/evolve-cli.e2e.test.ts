import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliProcess, runWayfold } from './cli-process.ts';
import { GitRepository } from './cli-stand-ins/git-repository.ts';
import { eventually } from './eventually.ts';

const SHOW = fileURLToPath(new URL('../examples/evolve/', import.meta.url));

let repository: GitRepository;
let place: string;

beforeAll(() => {
  repository = new GitRepository();
  const read = (name: string) => readFileSync(join(SHOW, name), 'utf8');
  const files = { 'duplicates.mjs': read('duplicates.mjs'), 'bench.mjs': read('bench.mjs') };
  repository.commit('Find duplicates', files);
  place = mkdtempSync(join(tmpdir(), 'wayfold-evolve-'));
});

afterAll(() => {
  repository.remove();
  rmSync(place, { recursive: true, force: true });
});

const log = () => join(place, 'agent.log');
const asked = () => (existsSync(log()) ? readFileSync(log(), 'utf8').trim().split('\n') : []);

const options = () => ({
  cwd: repository.directory,
  env: { LOGS_BASE_DIR: place, WORKER_PLANNING_EXTRA_ENV: JSON.stringify({ EVOLVE_LOG: log() }) },
});

const AGENT = ['--command', JSON.stringify([process.execPath, join(SHOW, 'agent.ts')])];
const begin = [
  ...['commits', 'evolve', '--goal', 'Find duplicates with fewer reads', '--evaluate', 'node bench.mjs'],
  ...['--minimize', 'reads', '--rounds', '2', '--candidates', '3'],
];

it('is killed again and again, goes on each time, and finds, keeps and explains the best', async () => {
  const data = ['--data', join(place, 'data')];
  let name = '';
  for (let kill = 1; kill <= 5; kill++) {
    const args = name === '' ? begin : ['commits', 'evolve', '--resume', name];
    const running = new CliProcess([...args, ...AGENT, ...data], { ...options(), input: '' });
    await eventually(() => asked().length).toBeGreaterThanOrEqual(kill * 2);
    [, name = ''] = /^Evolution (\S+)\./m.exec(running.stderr) ?? [];
    await running.end('SIGKILL');
  }
  const { code, stdout, stderr } = await runWayfold(
    ['commits', 'evolve', '--resume', name, ...AGENT, ...data, '--json'],
    options(),
  );
  expect({ code, stderr: stderr.split('\n').at(-2) }).toMatchObject({ code: 0 });
  const { view } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}');
  const { plans, evolutions } = view.data;
  expect(evolutions[0]).toMatchObject({ stopped: 'rounds', offered: { branch: expect.any(String) } });
  expect(plans).toHaveLength(6);
  const best = evolutions[0].offered.commit;
  expect(repository.git('rev-parse', evolutions[0].offered.branch)).toBe(best);
  // A kill cuts off at most what was under way: two candidates at once.
  expect(new Set(asked()).size).toBe(12);
  expect(asked().length).toBeLessThanOrEqual(12 + 5 * 2);
  expect(repository.git('status', '--porcelain')).toBe('');

  const opened = await runWayfold(
    ['commits', 'open', best, '--journal', `commits:${name}`, ...data],
    options(),
  );
  expect(opened.stdout).toContain('+');
  expect(opened.stdout).toContain('reads');
}, 240_000);

it('says what is missing before it begins', async () => {
  const data = ['--data', join(place, 'none')];
  const { code } = await runWayfold(['commits', 'evolve', '--goal', 'Faster', ...data], options());
  expect(code).toBe(2);
});
