import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runWayfold } from '../../../../../test/cli-process.ts';

let root: string;
let project: string;
let home: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wayfold-agents-'));
  project = join(root, 'my shop');
  home = join(root, 'home');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(home, 'bin'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function wayfold(args: readonly string[], { input = '', cwd = project, more = {} } = {}) {
  const env = { HOME: home, PATH: join(home, 'bin'), XDG_DATA_HOME: '', XDG_CONFIG_HOME: '', ...more };
  return runWayfold(args, { cwd, input, env });
}

/** A program that writes down what it is asked. */
function standIn(name: string, { fails = false } = {}): () => string[] {
  const asked = join(home, `${name}.txt`);
  const file = join(home, 'bin', name);
  writeFileSync(file, `#!/bin/sh\necho "$*" >> '${asked}'\n${fails ? 'echo broken >&2; exit 3\n' : ''}`);
  chmodSync(file, 0o755);
  return () => readFileSync(asked, 'utf8').trim().split('\n');
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('wayfold install', () => {
  test.each(['claude', 'codex', 'gemini'])(
    'gives %s a plugin by its own program, and takes it back',
    async (agent) => {
      const asked = standIn(agent);
      const { code, stdout, stderr } = await wayfold(['install', agent, '--json']);
      expect([code, stderr]).toEqual([0, '']);
      const { files, commands } = JSON.parse(stdout);
      for (const { path, text } of files) expect(readFileSync(path, 'utf8')).toBe(text);
      expect(asked()).toEqual(commands.map((words: string[]) => words.slice(1).join(' ')));
      const again = JSON.parse((await wayfold(['install', agent, '--json'])).stdout);
      expect(again.files).toEqual([]);
      await wayfold(['uninstall', agent]);
      for (const { path } of files) expect(existsSync(path)).toBe(false);
      expect(asked().at(-1)).toMatch(/uninstall|remove/);
    },
  );

  test('has a catalogue of its own for each project, and takes it back where its files are gone', async () => {
    const asked = standIn('claude');
    const other = join(root, 'other');
    mkdirSync(join(other, '.git'), { recursive: true });
    for (const cwd of [project, other]) await wayfold(['install', 'claude'], { cwd });
    const [first, second] = [project, other].map(
      (folder) =>
        JSON.parse(
          readFileSync(join(folder, '.wayfold/agents/claude/.claude-plugin/marketplace.json'), 'utf8'),
        ).name,
    );
    expect(first).not.toBe(second);
    rmSync(join(project, '.wayfold'), { recursive: true });
    const before = asked().length;
    expect((await wayfold(['uninstall', 'claude'])).code).toBe(0);
    const undone = asked().slice(before);
    expect(undone).toHaveLength(2);
    for (const line of undone) expect(line).toContain(first);
    standIn('claude', { fails: true });
    expect((await wayfold(['uninstall', 'claude'])).code).toBe(0);
    expect((await wayfold(['uninstall', 'claude'], { cwd: other })).stderr).toContain('[file-failed]');
    expect(existsSync(join(other, '.wayfold', 'agents', 'claude'))).toBe(false);
  });

  test('writes over nothing of the name wayfold that somebody else wrote, unless it is told to', async () => {
    const mcp = join(project, '.cursor', 'mcp.json');
    const own = JSON.stringify({ mcpServers: { wayfold: { command: 'npx', args: ['wayfold', 'mcp'] } } });
    const plugin = join(project, '.opencode', 'plugins', 'wayfold.js');
    for (const [file, text] of [
      [mcp, own],
      [plugin, 'export const Mine = 1;'],
    ] as const) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, text);
    }
    for (const [agent, file] of [
      ['cursor', mcp],
      ['opencode', plugin],
    ] as const) {
      const text = readFileSync(file, 'utf8');
      expect((await wayfold(['install', agent])).stderr).toContain('[usage]');
      await wayfold(['uninstall', agent]);
      expect(readFileSync(file, 'utf8')).toBe(text);
      expect((await wayfold(['install', agent, '--replace'])).code).toBe(0);
      expect(readFileSync(file, 'utf8')).toContain('wayfold.cjs');
    }
    const { args } = JSON.parse(readFileSync(mcp, 'utf8')).mcpServers.wayfold;
    expect(args.slice(-2)).toEqual(['--data', join(project, '.wayfold')]);
  });

  test.each(['claude', 'codex', 'gemini', 'opencode', 'cursor', 'vscode'])(
    'has %s keep its plan in the data directory that is named',
    async (agent) => {
      for (const program of ['claude', 'codex', 'gemini']) standIn(program);
      const data = join(root, 'kept here');
      const { files } = JSON.parse(
        (await wayfold(['install', agent, '--json', '--data', '../kept here'])).stdout,
      );
      const texts: string[] = files.map(({ text }: { readonly text: string }) => text);
      const starting = texts.filter((text) => text.includes('wayfold.cjs'));
      expect(starting.length).toBeGreaterThan(0);
      for (const text of starting) expect(text).toContain(data);
      const { stdout } = await wayfold(['install', '--list', '--json', '--data', data]);
      const listed = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(listed.find((each) => each.agent === agent)).toMatchObject({ outdated: [] });
      await wayfold(['uninstall', agent]);
      const left = files.filter(({ path }: { readonly path: string }) => existsSync(path));
      expect(left).toEqual([]);
    },
  );

  test('knows what is installed by what it says, and what was moved since', async () => {
    await wayfold(['install', 'vscode']);
    const file = join(project, '.vscode', 'mcp.json');
    const listed = async () =>
      (await wayfold(['install', '--list', '--json'])).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .find(({ agent }) => agent === 'vscode');
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), undefined, 8));
    expect(await listed()).toMatchObject({ installed: ['project'], outdated: [] });
    expect(JSON.parse((await wayfold(['install', 'vscode', '--json'])).stdout).files).toEqual([]);
    writeFileSync(file, readFileSync(file, 'utf8').replace('wayfold.cjs', 'moved/wayfold.cjs'));
    expect(await listed()).toMatchObject({ installed: ['project'], outdated: ['project'] });
    await wayfold(['install', 'vscode']);
    expect(await listed()).toMatchObject({ installed: ['project'], outdated: [] });
    await wayfold(['uninstall', 'vscode']);
    expect(await listed()).toMatchObject({ installed: [], outdated: [] });
  });

  test('gives the program of an agent what it needs of the environment, and no secret of another', async () => {
    const asked = join(home, 'environment.txt');
    const file = join(home, 'bin', 'codex');
    writeFileSync(file, `#!/bin/sh\nexport -p >> '${asked}'\n`);
    chmodSync(file, 0o755);
    const secrets = {
      WAYFOLD_TOKEN: 'token-of-the-server',
      ANTHROPIC_API_KEY: 'key-of-another',
      DATABASE_URL: 'db',
    };
    const { code } = await wayfold(['install', 'codex'], {
      more: { ...secrets, CODEX_HOME: join(home, 'codex-home') },
    });
    expect(code).toBe(0);
    const given = readFileSync(asked, 'utf8');
    expect(given).toContain('codex-home');
    for (const name of Object.keys(secrets)) expect(given).not.toContain(name);
  });

  test('has hooks that a shell runs, with a path that has a blank', async () => {
    standIn('claude');
    await wayfold(['install', 'claude']);
    const hooks = filesIn(project).find((file) => file.endsWith('hooks.json')) ?? '';
    const { SessionStart } = JSON.parse(readFileSync(hooks, 'utf8')).hooks;
    expect(SessionStart[0].hooks[0].command).toMatch(/ hook claude SessionStart$/);
    expect(statSync(join(project, '.wayfold')).mode & 0o077).toBe(0);
    expect(readFileSync(join(project, '.wayfold', '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('keeps what is in a file of others, and leaves it as it was', async () => {
    const mcp = join(project, '.cursor', 'mcp.json');
    const before = `${JSON.stringify({ mcpServers: { other: { command: 'x' } }, more: 1 }, undefined, 2)}\n`;
    mkdirSync(join(project, '.cursor'));
    writeFileSync(mcp, before);
    await wayfold(['install', 'cursor']);
    const entries = JSON.parse(readFileSync(mcp, 'utf8')).mcpServers;
    expect(Object.keys(entries)).toEqual(['other', 'wayfold']);
    const written = filesIn(project).map((file) => readFileSync(file, 'utf8'));
    await wayfold(['install', 'cursor']);
    expect(filesIn(project).map((file) => readFileSync(file, 'utf8'))).toEqual(written);
    await wayfold(['uninstall', 'cursor']);
    expect(readFileSync(mcp, 'utf8')).toBe(before);
    expect(existsSync(join(project, '.cursor', 'hooks.json'))).toBe(false);
  });

  test('leaves no folder behind that it made', async () => {
    for (const agent of ['opencode', 'cursor', 'vscode']) {
      await wayfold(['install', agent]);
      await wayfold(['uninstall', agent]);
    }
    expect(readdirSync(project)).toEqual(['.git']);
  });

  test('can be called again where the program of an agent says that it was', async () => {
    const file = join(home, 'bin', 'gemini');
    writeFileSync(file, '#!/bin/sh\necho \'Extension "wayfold" is already installed.\' >&2; exit 1\n');
    chmodSync(file, 0o755);
    expect(await wayfold(['install', 'gemini'])).toMatchObject({ code: 0 });
  });

  test('writes nothing with --dry-run, nor where a file cannot be read', async () => {
    expect((await wayfold(['install', 'opencode', '--dry-run'])).stdout).toContain('wayfold.js');
    expect(filesIn(project)).toEqual([]);
    mkdirSync(join(project, '.vscode'));
    writeFileSync(join(project, '.vscode', 'mcp.json'), '{ "servers": ');
    const { code, stderr } = await wayfold(['install', 'vscode']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('[usage]')]);
    expect(readFileSync(join(project, '.vscode', 'mcp.json'), 'utf8')).toBe('{ "servers": ');
  });

  test('writes nothing where the program is missing, and tells what it said where it fails', async () => {
    const missing = await wayfold(['install', 'claude']);
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('[file-not-found]')]);
    expect(filesIn(project)).toEqual([]);
    standIn('claude', { fails: true });
    const failed = await wayfold(['install', 'claude']);
    expect(failed.stderr).toContain('broken');
    expect(failed.stderr).toContain('[file-failed]');
  });

  test.each([
    [['install', 'emacs'], 'usage'],
    [['install', 'codex', '--scope', 'project'], 'usage'],
    [['uninstall'], 'usage'],
  ])('refuses %j', async (args, code) => {
    expect((await wayfold(args)).stderr).toContain(`[${code}]`);
  });

  test('lists who has it', async () => {
    await wayfold(['install', 'opencode']);
    const { stdout } = await wayfold(['install', '--list', '--json']);
    const installed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(installed).toContainEqual(expect.objectContaining({ agent: 'opencode', installed: ['project'] }));
    expect(installed).toContainEqual(
      expect.objectContaining({ agent: 'claude', installed: [], program: null }),
    );
  });
});

test('doctor tries what is installed', async () => {
  mkdirSync(join(project, '.wayfold'));
  await wayfold(['install', 'opencode']);
  const { stdout } = await wayfold(['doctor', '--json', '--port', '0']);
  const findings = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(findings).toContainEqual(expect.objectContaining({ check: 'opencode', state: 'ok' }));
  writeFileSync(join(project, '.wayfold', 'wayfold.db'), 'no database');
  const broken = await wayfold(['doctor', '--json', '--port', '0']);
  const found = broken.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(found).toContainEqual(expect.objectContaining({ check: 'store', state: 'fail' }));
  expect(found).toContainEqual(expect.objectContaining({ check: 'opencode', state: 'warn' }));
});

describe('doctor says of the hooks of Codex', () => {
  /** What `codex app-server` answers; the plugin of another is none of our business. */
  const listed = (...statuses: string[]) => {
    const hooks = statuses.map((trustStatus) => ({ pluginId: 'wayfold@wayfold', trustStatus }));
    const other = { pluginId: 'other@other', trustStatus: 'untrusted' };
    return JSON.stringify({ id: 2, result: { data: [{ cwd: '/', hooks: [...hooks, other] }] } });
  };

  test.each([
    { answer: listed('trusted', 'trusted'), state: 'ok', told: /hooks are trusted/ },
    { answer: listed('trusted', 'untrusted'), state: 'warn', told: /hooks are not trusted yet/ },
    { answer: listed(), state: 'ok', told: /ms$/ },
    { answer: 'not a protocol', state: 'ok', told: /ms$/ },
  ])('what Codex says: $state after $answer', async ({ answer, state, told }) => {
    standIn('codex');
    await wayfold(['install', 'codex']);
    writeFileSync(
      join(home, 'bin', 'codex'),
      `#!/bin/sh\nread line\necho '{"method":"x"}'\necho '${answer}'\n`,
    );
    const { stdout } = await wayfold(['doctor', '--json', '--port', '0']);
    const findings = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(findings.find(({ check }) => check === 'codex')).toMatchObject({
      state,
      text: expect.stringMatching(told),
    });
  });
});

describe('wayfold hook', () => {
  const todos = [
    { content: 'Prüfen', status: 'in_progress' },
    { content: 'Ship it', status: 'pending' },
  ];
  const told = (session: string, cwd: string) => ({ session_id: session, cwd });

  test('gives the plan of the tools and the list of the session back after a summary', async () => {
    const deep = join(project, 'src', 'deep');
    mkdirSync(deep, { recursive: true });
    await wayfold(['plan', 'set', 'Ship the parser', 'Measure the lexer']);
    const event = { ...told('A-1', deep), tool_name: 'TodoWrite', tool_input: { todos } };
    const mirrored = await wayfold(['hook', 'claude', 'PostToolUse'], {
      cwd: deep,
      input: JSON.stringify(event),
    });
    expect(mirrored).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const { stdout } = await wayfold(['hook', 'claude', 'SessionStart'], {
      cwd: deep,
      input: JSON.stringify({ ...told('A-1', deep), source: 'compact' }),
    });
    const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
    expect(hookEventName).toBe('SessionStart');
    for (const text of ['Ship the parser', 'Measure the lexer', 'Prüfen']) {
      expect(additionalContext).toContain(text);
    }
    const other = await wayfold(['hook', 'claude', 'SessionStart'], {
      input: JSON.stringify(told('B-2', project)),
    });
    expect(other.stdout).toContain('Ship the parser');
    expect(other.stdout).not.toContain('Prüfen');
  });

  test('gives the plan of the data directory that its command names', async () => {
    const data = join(root, 'kept here');
    await wayfold(['plan', 'set', 'Ship the parser', 'Measure the lexer', '--data', data]);
    const input = JSON.stringify({ workspace_roots: [project] });
    const { stdout } = await wayfold(['hook', 'cursor', 'sessionStart', '--data', data], { input });
    expect(JSON.parse(stdout).additional_context).toContain('Ship the parser');
    expect(await wayfold(['hook', 'cursor', 'sessionStart'], { input })).toMatchObject({ stdout: '' });
  });

  test('says nothing where there is no plan, and makes nothing', async () => {
    const input = JSON.stringify(told('A', project));
    expect(await wayfold(['hook', 'codex', 'SessionStart'], { input })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(existsSync(join(project, '.wayfold'))).toBe(false);
  });

  test.each([
    ['claude', 'SessionStart', 'no JSON'],
    ['claude', 'PostToolUse', '[1, 2'],
    ['nobody', 'SessionStart', '{}'],
    ['gemini', 'Unheard', '{"session_id": 3}'],
    ['opencode', 'todo.updated', '{"todos": "none"}'],
  ])('never fails the agent: %s %s %s', async (agent, event, input) => {
    mkdirSync(join(project, '.wayfold'));
    expect(await wayfold(['hook', agent, event], { input })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('leaves a line in the log where it failed', async () => {
    mkdirSync(join(project, '.wayfold'));
    writeFileSync(join(project, '.wayfold', 'wayfold.db'), 'no database');
    const input = JSON.stringify(told('A', project));
    expect(await wayfold(['hook', 'claude', 'SessionStart'], { input })).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(
      readFileSync(join(project, '.wayfold', 'hooks.log'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(1);
  });
});
