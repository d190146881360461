import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countTokens } from '../../src/model/index.ts';
import { runWayfold } from '../cli-process.ts';

let root: string;
let project: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wayfold-projects-'));
  project = join(root, 'shop');
  mkdirSync(project);
  git('init', '-q', '-b', 'main');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org'];
  return execFileSync('git', [...who, ...args], { cwd: project, encoding: 'utf8', stdio: 'pipe' });
}

function commit(text: string): void {
  writeFileSync(join(project, 'file.txt'), text);
  git('add', 'file.txt');
  git('commit', '-q', '-m', text);
}

interface Where {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function wayfold(args: readonly string[], { cwd = project, input = '', env = {} }: Where = {}) {
  return await runWayfold(args, { cwd, input, env: { HOME: join(root, 'home'), ...env } });
}

async function done(args: readonly string[], where?: Where): Promise<string> {
  const { code, stdout, stderr } = await wayfold(args, where);
  expect([code, stderr]).toEqual([0, expect.anything()]);
  return stdout;
}

/** What an agent that begins is told. */
async function hookOutput(agent = 'claude', session = 's1', where: Where = {}): Promise<string> {
  const input = JSON.stringify({ session_id: session, cwd: where.cwd ?? project, source: 'compact' });
  const ran = await wayfold(['hook', agent, 'SessionStart'], { input, ...where });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout === '' ? '' : JSON.parse(ran.stdout).hookSpecificOutput.additionalContext;
}

function todos(...texts: readonly string[]): object {
  return { todos: texts.map((content) => ({ content, status: 'pending' })) };
}

async function writes(session: string, texts: readonly string[], where: Where = {}): Promise<void> {
  const event = {
    session_id: session,
    cwd: where.cwd ?? project,
    tool_name: 'TodoWrite',
    tool_input: todos(...texts),
  };
  const input = JSON.stringify(event);
  expect(await wayfold(['hook', 'claude', 'PostToolUse'], { input, ...where })).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
}

describe('the plan of a branch', () => {
  const begin = () => done(['plan', 'set', 'Log in with passkeys', 'Ask for a key', '--plan', '@branch']);

  it('exists before the first commit', async () => {
    await begin();
    expect(await hookOutput()).toContain('Ask for a key');
  });

  it('may have a branch of any name', async () => {
    git('checkout', '-q', '-b', 'fix/größe-ändern_#12');
    await begin();
    expect(await hookOutput()).toContain('Ask for a key');
    expect(await done(['plan', 'list'])).toContain('fix/größe-ändern_#12');
  });

  it('is missing without a branch, where the default plan is used', async () => {
    await begin();
    await done(['plan', 'set', 'Keep the lights on', 'Look at the bills', '--plan', 'default']);
    commit('one');
    git('checkout', '-q', '--detach');
    expect(await hookOutput()).toContain('Look at the bills');
    const refused = await wayfold(['--json', 'plan', 'show', '@branch']);
    expect(refused.code).not.toBe(0);
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'no-branch' } });
  });

  it('stays while the branch is rebased', async () => {
    commit('one');
    git('checkout', '-q', '-b', 'passkeys');
    await begin();
    commit('theirs');
    git('checkout', '-q', 'main');
    commit('ours');
    git('checkout', '-q', 'passkeys');
    expect(() => git('rebase', 'main')).toThrow();
    expect(await hookOutput()).toContain('Ask for a key');
    git('rebase', '--abort');
    expect(await hookOutput()).toContain('Ask for a key');
  });

  it('stays during a bisect', async () => {
    commit('one');
    commit('two');
    commit('three');
    await begin();
    git('bisect', 'start', 'HEAD', 'HEAD~2');
    expect(await hookOutput()).toContain('Ask for a key');
  });

  it('follows a renamed branch', async () => {
    commit('one');
    git('checkout', '-q', '-b', 'passkeys');
    await begin();
    git('branch', '-m', 'passkeys', 'webauthn');
    expect(await hookOutput()).toContain('Ask for a key');
    git('checkout', '-q', '-b', 'other', 'main');
    expect(await hookOutput()).toBe('');
  });
});

describe('a project', () => {
  it('keeps the lists of two agents apart, and returns each its own', async () => {
    await done(['plan', 'set', 'Ship it', 'Build']);
    await writes('a', ['Read the code']);
    const plan = [{ step: 'Bisect', status: 'in_progress' }];
    const event = { session_id: 'b', cwd: project, tool_name: 'update_plan', tool_input: { plan } };
    await done(['hook', 'codex', 'PostToolUse'], { input: JSON.stringify(event) });
    const [claude, codex] = [await hookOutput('claude', 'a'), await hookOutput('codex', 'b')];
    expect(claude).toContain('Build');
    expect(claude).toContain('Read the code');
    expect(claude).not.toContain('Bisect');
    expect(codex).toContain('Bisect');
    expect(codex).not.toContain('Read the code');
  });

  it('has separate plans in each work tree, and common ones if they share a data directory', async () => {
    commit('one');
    await done(['plan', 'set', 'Ship it', 'Build']);
    const tree = join(root, 'tree');
    git('worktree', 'add', '-q', tree, '-b', 'other');
    await writes('a', ['In the tree'], { cwd: tree });
    expect(await hookOutput('claude', 'a', { cwd: tree })).not.toContain('Build');
    expect(await hookOutput('claude', 'a')).not.toContain('In the tree');
    const env = { WAYFOLD_DATA: join(project, '.wayfold') };
    expect(await hookOutput('claude', 'a', { cwd: tree, env })).toContain('Build');
  });

  it('is found from a nested folder, and ends at a submodule', async () => {
    await done(['plan', 'set', 'Ship it', 'Build']);
    const deep = join(project, 'src', 'deep');
    const inner = join(project, 'vendor', 'lib');
    mkdirSync(deep, { recursive: true });
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, '.git'), 'gitdir: ../../.git/modules/lib\n');
    expect(await done(['plan', 'show'], { cwd: deep })).toContain('Build');
    expect(await hookOutput('claude', 's', { cwd: deep })).toContain('Build');
    expect(await hookOutput('claude', 's', { cwd: inner })).toBe('');
  });

  it('is not blocked by a data directory that is a file, or an invalid database', async () => {
    writeFileSync(join(project, '.wayfold'), 'not a directory');
    await writes('a', ['One']);
    expect(await hookOutput()).toBe('');
    expect((await wayfold(['plan', 'show'])).code).not.toBe(0);
    rmSync(join(project, '.wayfold'));
    mkdirSync(join(project, '.wayfold', 'wayfold.db'), { recursive: true });
    await writes('a', ['One']);
    expect(await hookOutput()).toBe('');
    expect(
      readFileSync(join(project, '.wayfold', 'hooks.log'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(2);
  });

  it('reads an event with a byte order mark, but no truncated one', async () => {
    const event = JSON.stringify({
      session_id: 'a',
      cwd: project,
      tool_name: 'TodoWrite',
      tool_input: todos('One'),
    });
    await done(['hook', 'claude', 'PostToolUse'], { input: `\ufeff${event}\r\n` });
    await done(['hook', 'claude', 'PostToolUse'], { input: event.slice(0, -4) });
    expect(await hookOutput('claude', 'a')).toContain('One');
  });

  it('returns at most about 1,500 tokens of plans, in any script, both plans together', async () => {
    const titles = (text: string) => Array.from({ length: 120 }, (_, i) => `${i} ${text}`);
    const wide = titles('すべてのモジュールを新しい形式に書き換えてテストを実行する'.repeat(3));
    await done(['plan', 'set', '全部書き換える', ...wide]);
    await writes('a', titles('Смотреть, что сломалось, и чинить это до вечера, а потом писать отчёт'));
    const text = await hookOutput('claude', 'a');
    expect(text).toContain('すべて');
    expect(text).toContain('Смотреть');
    expect(await countTokens(text)).toBeLessThan(2000);
  });
});

describe('a shared plan', () => {
  it('is unchanged if git has written its files with CRLF', async () => {
    await done(['plan', 'set', 'Ship it', 'Build', 'Test']);
    await done(['plan', 'share']);
    git('add', '.wayfold-plans');
    git('commit', '-q', '-m', 'Share');
    const clone = join(root, 'clone');
    git('clone', '-q', '-c', 'core.autocrlf=true', project, clone);
    await done(['plan', 'mark', 'S001', 'done'], { cwd: clone });
    await done(['plan', 'share'], { cwd: clone });
    const status = execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
    expect(status.split('\n').filter((line) => line.startsWith(' M'))).toEqual([]);
    git('pull', '-q', '--no-rebase', ...offered(clone));
    const { plan } = JSON.parse(await done(['--json', 'plan', 'show']));
    expect(plan.steps.map(({ status: each }: { status: string }) => each)).toEqual(['done', 'pending']);
  });

  it('reports a damaged file that somebody merged manually, and keeps the rest', async () => {
    await done(['plan', 'set', 'Ship it', 'Build', 'Test']);
    await done(['plan', 'share']);
    const folder = join(project, '.wayfold-plans', 'default');
    const [file = ''] = readdirSync(folder);
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, 'zzzz.jsonl'), `<<<<<<< HEAD\n${text}=======\n>>>>>>> theirs\n`);
    const { code, stdout, stderr } = await wayfold(['plan', 'share']);
    expect(code).not.toBe(1);
    expect(`${stdout}${stderr}`).toContain('zzzz');
    expect(await hookOutput()).toContain('Build');
  });

  it('reports if no repository carries it', async () => {
    const outside = join(root, 'outside');
    mkdirSync(outside);
    await done(['plan', 'set', 'Ship it', 'Build'], { cwd: outside });
    const { code, stderr } = await wayfold(['plan', 'share'], { cwd: outside });
    expect(code).toBe(0);
    expect(stderr).toContain('git');
  });

  /** What a clone has to offer, as a pull takes it. */
  function offered(clone: string): readonly string[] {
    const who = ['-c', 'user.name=Bo', '-c', 'user.email=bo@example.org'];
    execFileSync('git', ['add', '.wayfold-plans'], { cwd: clone, stdio: 'pipe' });
    execFileSync('git', [...who, 'commit', '-q', '-m', 'Mark'], { cwd: clone, stdio: 'pipe' });
    return [clone, 'main'];
  }
});

describe('an installation', () => {
  it("keeps comments and trailing commas of an editor's file", async () => {
    mkdirSync(join(project, '.vscode'));
    const file = join(project, '.vscode', 'mcp.json');
    const before =
      '\ufeff{\r\n  // ours\r\n  "servers": {\r\n    "other": { "command": "x" },\r\n  },\r\n}\r\n';
    writeFileSync(file, before);
    await done(['install', 'vscode']);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('// ours');
    expect(text).toContain('"other"');
    expect(text).toContain('"wayfold"');
    await done(['uninstall', 'vscode']);
    expect(readFileSync(file, 'utf8')).not.toContain('wayfold');
    expect(readFileSync(file, 'utf8')).toContain('// ours');
  });

  it('lists the agents if an unknown one is given', async () => {
    const { code, stderr } = await wayfold(['install', 'claude-code']);
    expect(code).toBe(2);
    expect(stderr).toContain('claude');
    expect(stderr).toContain('opencode');
  });
});
