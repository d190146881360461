import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import type { AgentBackend, AgentRunContext } from '../../../machine/agents/agent-backend.ts';
import { settingsAsVariables } from '../../../machine/git/git-programs.ts';
import { commitContext } from '../history/commit-context.ts';
import { settingsFromEnv } from '../settings.ts';
import { PlanningAgent } from './planning-agent.ts';

let repository: GitRepository;
let place: string;

beforeEach(() => {
  repository = new GitRepository();
  place = mkdtempSync(join(tmpdir(), 'wayfold-programs-'));
  mkdirSync(join(place, 'ran'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  repository.remove();
  rmSync(place, { recursive: true, force: true });
});

/** A shell command that leaves a trace and hands its input on. */
const traced = (name: string) => `touch '${join(place, 'ran', name)}'; cat`;
/** The same as a file, for settings that take no shell command. */
function program(file: string, name: string): string {
  writeFileSync(file, `#!/bin/sh\n${traced(name)}\n`, { mode: 0o755 });
  return file;
}
const whatRan = () => readdirSync(join(place, 'ran')).toSorted();

/** Has a backend look at its checkout. */
async function inCheckout<Value>(commit: string, look: (context: AgentRunContext) => Value): Promise<Value> {
  let seen: { readonly value: Value } | undefined;
  const backend: AgentBackend = {
    run: async (_, context) => {
      seen = { value: look(context) };
      return { command: [], stdout: '', stderr: '', durationSeconds: 0 };
    },
  };
  const env = { LOGS_BASE_DIR: place, WORKER_PLANNING_MAX_ATTEMPTS: '1' };
  const agent = new PlanningAgent(settingsFromEnv(env), backend, { progress: () => {} });
  await agent.plan({ base: { commitHash: commit }, goal: 'Faster' }, { workingDir: repository.directory });
  if (seen === undefined) throw new Error('the backend was not asked');
  return seen.value;
}

const filesIn = (directory: string) =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((name) => !name.startsWith('.'))
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  );

const FILES = {
  'a.smudge': 'a\n',

  'c.equals': 'c\n',
  'd.nameless': 'd\n',
  'e.included': 'e\n',
  // The last one, since a filter like this ends a git that runs it.
  'z.process': 'z\n',
};

/** A repository whose .git names a program wherever a checkout or a look at it would run one. */
function hostileCommit(): string {
  const commit = repository.commit('Add files', {
    ...FILES,
    '.gitattributes': [
      '*.smudge filter=plain diff=plain',
      '*.process filter=process',
      '*.equals filter=a=b',
      '*.nameless filter=',
      '*.included filter=included',
    ].join('\n'),
  });
  const git = join(repository.directory, '.git');
  const included = join(place, 'included.config');
  writeFileSync(included, `[filter "included"]\n\tsmudge = "${traced('included')}"\n`);
  appendFileSync(
    join(git, 'config'),
    `[filter ""]\n\tsmudge = "${traced('nameless')}"\n[includeIf "gitdir:**/worktrees/**"]\n\tpath = ${included}\n`,
  );
  const settings = {
    'filter.plain.smudge': traced('smudge'),
    'filter.plain.clean': traced('clean'),
    'filter.plain.required': 'true',
    'filter.process.process': `touch '${join(place, 'ran', 'process')}'; exit 1`,
    'filter.process.smudge': 'cat',
    'filter.a=b.smudge': traced('equals'),
    'diff.external': program(join(place, 'external'), 'external-diff'),
    'diff.plain.textconv': program(join(place, 'textconv'), 'textconv'),
    'core.fsmonitor': program(join(place, 'monitor'), 'monitor'),
    'log.showSignature': 'true',
    'gpg.program': program(join(place, 'gpg'), 'gpg'),
  };
  for (const [key, value] of Object.entries(settings)) repository.git('config', key, value);
  mkdirSync(join(git, 'hooks'), { recursive: true });
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction'])
    program(join(git, 'hooks', hook), hook);
  return commit;
}

describe('a repository that configures programs', () => {
  test('has its programs run by git outside Wayfold', () => {
    hostileCommit();
    expect(() => repository.git('worktree', 'add', '--detach', join(place, 'careless'))).toThrow(/hung up/);
    expect(whatRan()).toEqual(
      expect.arrayContaining([
        ...['equals', 'included', 'nameless', 'process', 'smudge'],
        'reference-transaction',
      ]),
    );
  });

  test('runs none of its programs while planning, and gets a checkout of the committed files', async () => {
    const commit = hostileCommit();
    await commitContext(repository.directory, commit);
    expect(await inCheckout(commit, ({ workingDir }) => filesIn(workingDir))).toEqual(FILES);
    expect(whatRan()).toEqual([]);
  });

  test('runs none of its programs when an agent queries git about its checkout', async () => {
    const commit = hostileCommit();
    const ask = ({ workingDir: cwd, gitEnv }: AgentRunContext, env: object) => {
      // Git runs filters again on a file that looks changed.
      utimesSync(join(cwd, 'a.smudge'), 1, 1);
      const options = { cwd, env: { ...process.env, ...gitEnv, ...env }, encoding: 'utf8' } as const;
      spawnSync('git', ['log', '-1'], options);
      return spawnSync('git', ['status', '--porcelain'], options);
    };
    expect(await inCheckout(commit, (context) => ask(context, {}))).toMatchObject({ status: 0, stdout: '' });
    expect(whatRan()).toEqual([]);
    await inCheckout(commit, (context) => ask(context, { GIT_CONFIG_COUNT: '0' }));
    expect(whatRan()).toEqual(expect.arrayContaining(['clean', 'monitor']));
  });

  test('gets no checkout if a program has an invalid encoding', async () => {
    const commit = repository.commit('Add a file', { 'a.txt': 'a\n' });
    const section = Buffer.from(`[filter "\xff"]\n\tsmudge = "${traced('bytes')}"\n`, 'latin1');
    appendFileSync(join(repository.directory, '.git', 'config'), section);
    await expect(inCheckout(commit, () => undefined)).rejects.toMatchObject({
      code: 'git-failed',
      fix: 'Rename that filter.',
    });
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  test('gets no checkout with a git that cannot disable them', async () => {
    const commit = repository.commit('Add a file', { 'a.txt': 'a\n' });
    const old = `#!/bin/sh\nunset GIT_CONFIG_COUNT\nPATH='${process.env.PATH}' exec git "$@"\n`;
    writeFileSync(join(place, 'git'), old, { mode: 0o755 });
    vi.stubEnv('PATH', `${place}${delimiter}${process.env.PATH}`);
    await expect(inCheckout(commit, () => undefined)).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('git 2.31'),
    });
  });
});

test('a repository with Git LFS gets a checkout with pointers, even without Git LFS installed', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12\n`;
  const attributes = '*.bin filter=lfs diff=lfs merge=lfs -text\n';
  const commit = repository.commit('Add a picture', { '.gitattributes': attributes, 'big.bin': pointer });
  repository.git('config', 'filter.lfs.process', 'no-such-git-lfs filter-process');
  repository.git('config', 'filter.lfs.smudge', 'no-such-git-lfs smudge -- %f');
  repository.git('config', 'filter.lfs.required', 'true');
  const files = await inCheckout(commit, ({ workingDir }) => filesIn(workingDir));
  expect(files).toEqual({ 'big.bin': pointer });
});

describe('a partial clone', () => {
  let first: string;
  let original: GitRepository;

  beforeEach(() => {
    original = new GitRepository();
    original.git('config', 'uploadpack.allowFilter', 'true');
    first = original.commit('Add the parser', { 'parse.js': 'export {};\n' });
    original.commit('Go on', { 'parse.js': 'export const later = 1;\n' });
    repository.remove();
    original.git(
      'clone',
      '--quiet',
      '--filter=blob:none',
      `file://${original.directory}`,
      repository.directory,
    );
    const fetching = `touch '${join(place, 'ran', 'upload-pack')}'; git-upload-pack`;
    repository.git('config', 'remote.origin.uploadpack', fetching);
  });

  afterEach(() => original.remove());

  test('fetches nothing, and is checked out with what it has', async () => {
    const head = repository.git('rev-parse', 'HEAD');
    const files = await inCheckout(head, ({ workingDir }) => filesIn(workingDir));
    expect(files).toEqual({ 'parse.js': 'export const later = 1;\n' });
    expect(await commitContext(repository.directory, first)).toMatchObject({ keyFiles: ['parse.js'] });
    expect(whatRan()).toEqual([]);
  });

  test('reports how to get missing files of a commit', async () => {
    await expect(inCheckout(first, () => undefined)).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.not.stringContaining('reset'),
      fix: expect.stringContaining('check the commit out once yourself'),
    });
    expect(whatRan()).toEqual([]);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  });
});

test('git settings are added after those of the environment', () => {
  const own = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' };
  expect({ ...own, ...settingsAsVariables(new Map([['core.fsmonitor', 'false']]), own) }).toEqual({
    ...own,
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_1: 'core.fsmonitor',
    GIT_CONFIG_VALUE_1: 'false',
  });
});
