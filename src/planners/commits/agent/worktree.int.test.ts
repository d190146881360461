import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import type { AgentBackend } from '../../../machine/agents/agent-backend.ts';
import { repositoryAt, workTreeRoot } from '../../../machine/git/worktree.ts';
import { commitContext } from '../history/commit-context.ts';
import { settingsFromEnv } from '../settings.ts';
import { PlanningAgent } from './planning-agent.ts';

let repository: GitRepository;
let place: string;

beforeEach(() => {
  repository = new GitRepository();
  repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  place = mkdtempSync(join(tmpdir(), 'wayfold-place-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  repository.remove();
  rmSync(place, { recursive: true, force: true });
});

/** What a backend finds in its checkout. */
async function filesInCheckout(): Promise<readonly string[]> {
  let files: readonly string[] = [];
  const backend: AgentBackend = {
    run: async (_, { workingDir }) => {
      files = readdirSync(workingDir, { recursive: true, encoding: 'utf8' }).toSorted();
      return { command: [], stdout: '', stderr: '', durationSeconds: 0 };
    },
  };
  const agent = new PlanningAgent(settingsFromEnv({ LOGS_BASE_DIR: place }), backend);
  const request = { base: { commitHash: repository.git('rev-parse', 'HEAD') }, goal: 'Faster' };
  await agent.plan(request, { workingDir: repository.directory });
  return files;
}

describe('a checkout', () => {
  test('has none of the hooks and servers that a commit may configure for an agent', async () => {
    repository.commit('Help the agent', {
      '.claude/settings.json': '{}',
      '.gemini/settings.json': '{}',
      '.mcp.json': '{}',
      'opencode.json': '{}',
      'AGENTS.md': 'Be kind.\n',
    });
    const before = repository.state();
    expect(await filesInCheckout()).toEqual(['.git', 'AGENTS.md', 'parse.js']);
    expect(repository.state()).toBe(before);
  });

  test('has no key or password files, wherever a commit put them', async () => {
    const secret = (path: string) => [path, 'SECRET=1\n'];
    repository.commit('Give everything away', {
      ...Object.fromEntries(
        [
          ...['.env', '.env.production', 'app/.env.local', 'app/deep/prod.env', '.envrc', '.ENV'],
          ...['id_rsa', 'keys/server.pem', 'keys/tls.key', 'store.p12', '.npmrc', 'app/.netrc', '.pgpass'],
          ...['.git-credentials', 'credentials.json', '.aws/credentials', '.ssh/config', 'infra.tfstate'],
        ].map(secret),
      ),
      'app/.env.example': 'SECRET=\n',
      'app/environment.ts': 'export {};\n',
      'app/credentials.ts': 'export {};\n',
    });
    const before = repository.state();
    const left = [
      '.git',
      'app',
      'app/.env.example',
      'app/credentials.ts',
      'app/deep',
      'app/environment.ts',
      'keys',
      'parse.js',
    ];
    expect(await filesInCheckout()).toEqual(left);
    expect(repository.state()).toBe(before);
  });

  test.skipIf(process.platform !== 'linux')(
    'has none of them under names with an invalid encoding',
    async () => {
      const folder = Buffer.concat([Buffer.from(`${repository.directory}/`), Buffer.from([0xff])]);
      mkdirSync(folder);
      writeFileSync(Buffer.concat([folder, Buffer.from('/.env')]), 'SECRET=1\n');
      repository.commit('Hide it');
      expect((await filesInCheckout()).some((file) => file.endsWith('.env'))).toBe(false);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'has no link that leads out of it, or to one of them',
    async () => {
      writeFileSync(join(place, 'secret.txt'), 'SECRET=1\n');
      repository.commit('Read the machine', { '.env': 'SECRET=1\n', 'a/b/here.txt': 'here\n' });
      const links = {
        outside: join(place, 'secret.txt'),
        home: '/etc',
        nowhere: join(place, 'not-there-yet'),
        environment: '.env',
        'a/b/up': '../..',
        around: 'a/b/up/..',
        inside: 'a/b/here.txt',
      };
      for (const [name, target] of Object.entries(links))
        symlinkSync(target, join(repository.directory, name));
      repository.commit('Add links');
      const left = ['.git', 'a', 'a/b', 'a/b/here.txt', 'a/b/up', 'inside', 'parse.js'];
      // The listing goes round and round where a link leads up.
      const files = (await filesInCheckout()).filter((file) => !file.startsWith('a/b/up/'));
      expect(files).toEqual(left);
    },
  );

  test('is made although git found a half-made or half-removed one of another plan', async () => {
    // Stands before git, and fails the first time as git does when it reads the files of such a worktree.
    const bin = join(place, 'bin');
    const met = join(place, 'met');
    mkdirSync(bin);
    const program = [
      '#!/bin/sh',
      `case "$*" in *"worktree add"*) if [ ! -e '${met}' ]; then touch '${met}'`,
      "echo 'fatal: failed to read .git/worktrees/worktree1/commondir: Success' >&2; exit 128; fi;; esac",
      `PATH='${process.env.PATH}' exec git "$@"`,
    ];
    writeFileSync(join(bin, 'git'), program.join('\n'), { mode: 0o755 });
    vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
    expect(await filesInCheckout()).toEqual(['.git', 'parse.js']);
    expect(existsSync(met)).toBe(true);
  });

  test('without room for it is refused with its path', async () => {
    vi.stubEnv('TMPDIR', join(place, 'nowhere'));
    await expect(filesInCheckout()).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining(join(place, 'nowhere')),
      fix: expect.stringContaining('TMPDIR'),
    });
  });

  test('can be made of a submodule, and leaves it unchanged', async () => {
    const outer = new GitRepository();
    const args = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository.directory];
    outer.git(...args, 'inner');
    const inner = join(outer.directory, 'inner');
    expect(await workTreeRoot(inner)).toBe(inner);
    const agent = new PlanningAgent(settingsFromEnv({ LOGS_BASE_DIR: place }), {
      run: async (_, { workingDir }) => ({
        command: readdirSync(workingDir).toSorted(),
        stdout: 'Measure first',
        stderr: '',
        durationSeconds: 0,
      }),
    });
    const base = { commitHash: repository.git('rev-parse', 'HEAD') };
    const { command } = await agent.plan({ base, goal: 'Faster' }, { workingDir: inner });
    expect(command).toEqual(['.git', 'parse.js']);
    expect(outer.git('-C', 'inner', 'worktree', 'list').split('\n')).toHaveLength(1);
    expect(outer.git('-C', 'inner', 'status', '--porcelain')).toBe('');
    outer.remove();
  });
});

describe('an invalid location', () => {
  test.each(['', '  ', 'with\0nothing', 7, undefined])('is refused: %j', async (path) => {
    await expect(workTreeRoot(path as string)).rejects.toMatchObject({ code: 'no-work-tree' });
  });

  test.skipIf(process.platform !== 'linux')(
    'is refused in /proc, unless the path leads out of it',
    async () => {
      await expect(workTreeRoot('/proc/nowhere/at/all')).rejects.toMatchObject({ code: 'no-work-tree' });
      expect(await workTreeRoot('/proc/self/cwd')).toBe(process.cwd());
    },
  );

  test('is distinguished from an unknown commit', async () => {
    await expect(commitContext(place, 'HEAD')).rejects.toMatchObject({
      code: 'no-work-tree',
      message: expect.stringContaining(place),
    });
    await expect(commitContext(repository.directory, 'nowhere')).rejects.toMatchObject({
      code: 'unknown-revision',
    });
  });
});

describe('a bare repository', () => {
  test('has a history and no work tree', async () => {
    const bare = join(place, 'bare');
    repository.git('clone', '-q', '--bare', '.', bare);
    expect(await repositoryAt(bare)).toBe(bare);
    await expect(workTreeRoot(bare)).rejects.toMatchObject({
      code: 'no-work-tree',
      fix: expect.stringContaining('git worktree add'),
    });
  });

  test('is not just any directory', async () => {
    await expect(repositoryAt(place)).rejects.toMatchObject({
      code: 'no-work-tree',
      message: expect.stringContaining(place),
    });
  });
});
