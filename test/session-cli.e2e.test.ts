import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CliProcess, type RunResult, runWayfold } from './cli-process.ts';
import { eventually } from './eventually.ts';

const SOURCE = new URL('minutes-module.ts', import.meta.url).href;

let cwd: string;
const processes: CliProcess[] = [];
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'wayfold-sessions-'));
  writeModule('minutes.ts', {});
});
afterEach(async () => {
  for (const each of processes.splice(0)) if (each.child.exitCode === null) await each.end('SIGKILL');
  rmSync(cwd, { recursive: true, force: true });
});

/** A planner of a user's own, with some members of it changed. */
function writeModule(file: string, changed: Readonly<Record<string, string>>): void {
  const members = Object.entries(changed).map(([name, code]) => `${name}: ${code}`);
  const text = `import { minutesModule } from '${SOURCE}';
export default { ${['...minutesModule', ...members].join(', ')} };\n`;
  writeFileSync(join(cwd, file), text);
}

const wayfold = (...args: string[]): Promise<RunResult> => runWayfold(args, { cwd });
/** With a planner of a user's own. */
const minutes = (...args: string[]): Promise<RunResult> => wayfold(...args, '--planner', './minutes.ts');

const Line = z.looseObject({});
const valuesIn = ({ stdout }: RunResult) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => Line.parse(JSON.parse(line)));
const errorIn = ({ stderr }: RunResult) =>
  z.object({ error: z.looseObject({ code: z.string() }) }).parse(JSON.parse(stderr)).error;

const begin = (...args: string[]) =>
  minutes('run', 'minutes', 'We ship on Friday.', '--title', 'Retro', '--session', 'm1', ...args);

describe('wayfold run', () => {
  it('starts a session with the options of its setup, and shows the result of the first message', async () => {
    const { code, stdout } = await begin('--order', 'decisions first');
    expect(code).toBe(0);
    expect(stdout).toContain('Retro');
    expect(stdout).toMatch(/1 +We ship on Friday\./);
    const [shown] = valuesIn(await minutes('show', 'm1', '--json'));
    expect(shown).toMatchObject({
      session: 'm1',
      title: 'Retro',
      planner: 'minutes',
      status: 'waiting',
      config: { title: 'Retro', order: 'decisions first' },
    });
  });

  it('continues a session, and prints every fact and then the session with --json', async () => {
    await begin();
    const flags = ['--set', 'order=decisions first'];
    const output = valuesIn(
      await minutes('run', 'minutes', 'We decided.', '--session', 'm1', '--json', ...flags),
    );
    expect(output.map(({ type }) => type)).toEqual(['user_input', 'minutes_written', undefined]);
    expect(output.at(-1)).toMatchObject({
      session: 'm1',
      view: {
        status: 'waiting',
        waiting: [{ id: 'owner' }],
        data: { lines: ['We decided.', 'We ship on Friday.'] },
      },
    });
  });

  it('continues with typed lines, until /quit', async () => {
    const flags = ['--title', 'Retro', '--session', 'm1', '--chat', '--planner', './minutes.ts'];
    const input = 'We ship on Friday.\n\n/show\n/quit\nNever heard.\n';
    const { code, stdout } = await runWayfold(['run', 'minutes', ...flags], { cwd, input });
    expect(code).toBe(0);
    expect(stdout).toMatch(/1 +We ship on Friday\./);
    expect((await minutes('journal', 'show', 'm1')).stdout).not.toContain('Never heard');
    const output = await runWayfold(['run', 'minutes', ...flags, '--json'], { cwd, input: 'Ada writes.\n' });
    expect(valuesIn(output).map(({ type }) => type)).toEqual([undefined, 'user_input', 'minutes_written']);
  });

  it('names the missing options of a setup, and starts nothing without them', async () => {
    const ran = await minutes('run', 'minutes', 'Hello', '--json');
    expect([ran.code, errorIn(ran).code]).toEqual([2, 'usage']);
    expect(errorIn(ran).message).toContain('--title');
    expect(valuesIn(await minutes('sessions', '--json'))).toEqual([]);
  });

  it('exits with 7 when the planner failed', async () => {
    writeModule('broken.ts', { id: "'broken'", status: "() => 'failed'" });
    const ran = await wayfold('run', 'broken', 'x', '--title', 't', '--planner', './broken.ts');
    expect(ran.code).toBe(7);
  });

  it('has the options of the planner in its help, and the planners in its own', async () => {
    const { code, stdout } = await minutes('run', 'minutes', '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/--order <choice>/);
    expect((await minutes('run', '--help')).stdout).toMatch(/minutes +Writes the minutes/);
    expect((await minutes('run')).code).toBe(2);
    expect((await wayfold('run', 'minutes', 'Hello')).code).toBe(2);
  });
});

describe('wayfold do', () => {
  it('runs a command of the planner with the options of its input', async () => {
    await begin();
    const values = valuesIn(await minutes('do', 'm1', 'pin', '--line', '1', '--json'));
    expect(values[0]).toMatchObject({ type: 'line_pinned', line: 1 });
    expect((await minutes('do', 'm1', 'rename', '--set', 'title=Review')).stdout).toContain('Review');
  });

  it('exits with 4 for a refusal, and with 2 for invalid input', async () => {
    await begin();
    const refused = await minutes('do', 'm1', 'pin', '--line', '9', '--json');
    expect([refused.code, errorIn(refused).code]).toEqual([4, 'no-line']);
    expect((await minutes('do', 'm1', 'pin', '--line', 'x')).code).toBe(2);
    expect((await minutes('do', 'm1', 'unpin')).code).toBe(2);
    expect((await minutes('do', 'nobody', 'pin')).code).toBe(3);
  });

  it('prints the reply of the command', async () => {
    await begin();
    const discard = ['do', 'm1', 'discard', '--why', 'mistake', '--yes'];
    expect(valuesIn(await minutes(...discard, '--json')).at(-1)).toMatchObject({
      reply: 'Discarded: mistake.',
      view: { session: 'm1' },
    });
    expect((await minutes(...discard)).stdout.trim()).toBe('Discarded: mistake.');
  });

  it('lists the commands of a session with their options', async () => {
    await begin();
    const { stdout } = await minutes('do', 'm1', '--help');
    expect(stdout).toMatch(/pin +Pin a line\n +--line <number>/);
    expect((await minutes('do', 'm1', 'pin', '--help')).stdout).toContain('wayfold do m1 pin');
    const types = valuesIn(await minutes('do', 'm1', '--help', '--json')).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['pin', 'own', 'say', 'archive']));
  });
});

describe('wayfold show', () => {
  it("names the planner's artifacts, and prints one, or exports the session", async () => {
    await begin();
    const [shown] = valuesIn(await minutes('show', 'm1', '--json'));
    expect(shown).toMatchObject({ artifacts: [{ id: 'minutes', name: 'minutes.md' }] });
    expect(await minutes('show', 'm1', '--artifact', 'minutes')).toMatchObject({
      code: 0,
      stdout: 'We ship on Friday.',
    });
    expect((await minutes('show', 'm1', '--as', 'md')).stdout).toBe('- We ship on Friday.');
    const numbered = await minutes('show', 'm1', '--as', 'md', '--set', 'numbered=true');
    expect(numbered.stdout).toBe('1. We ship on Friday.');
    expect(errorIn(await minutes('show', 'm1', '--artifact', 'none', '--json')).code).toBe('no-artifact');
  });

  it('updates on every change', async () => {
    await begin();
    const watching = new CliProcess(['show', 'm1', '--watch', '--json', '--planner', './minutes.ts'], {
      cwd,
    });
    processes.push(watching);
    await eventually(() => watching.lines.length).toBe(1);
    await minutes('do', 'm1', 'pin', '--line', '1');
    await eventually(() => watching.lines.at(-1)).toContain('"pinned":[1]');
    expect((await watching.end('SIGINT')).code).toBe(130);
  });
});

describe('wayfold sessions', () => {
  it('lists those of a planner', async () => {
    await begin();
    await wayfold('run', 'tasks', 'Do it.', '--session', 't1');
    expect(valuesIn(await minutes('sessions', '--json')).map(({ id }) => id)).toEqual(['t1', 'm1']);
    const [only, ...rest] = valuesIn(await minutes('sessions', '--planner', 'minutes', '--json'));
    expect(only).toMatchObject({ id: 'm1', plannerId: 'minutes', title: 'Retro', standing: 'waiting' });
    expect(rest).toEqual([]);
    expect((await minutes('sessions', '--planner', 'nobody')).code).toBe(2);
  });
});

describe('wayfold inbox', () => {
  it('decides with the options and forms of any planner', async () => {
    await begin();
    const items = async () => valuesIn(await minutes('inbox', '--json'));
    const [item] = await items();
    const id = String(item?.id);
    expect(item).toMatchObject({ session: 'm1', waiting: { type: 'owner', id: 'owner' } });
    expect(await minutes('inbox', 'approve', id)).toMatchObject({ code: 2 });
    expect(await minutes('inbox', 'choose', id, '7')).toMatchObject({ code: 4 });
    const named = await minutes('inbox', 'answer', id, 'Grace', '--json');
    expect(valuesIn(named)).toMatchObject([{ type: 'owner_named', name: 'Grace' }]);
    expect(await minutes('inbox', 'choose', id, 'nobody')).toMatchObject({ code: 4 });
    expect(await items()).toEqual([]);
  });
});

describe('a planner module', () => {
  it('is loaded through the configuration, relative to its file', async () => {
    writeFileSync(join(cwd, 'wayfold.config.json'), JSON.stringify({ planners: ['./minutes.ts'] }), {
      mode: 0o600,
    });
    expect((await wayfold('run', 'minutes', 'Hello', '--title', 'Retro')).code).toBe(0);
    expect((await wayfold('sessions', '--planner', 'minutes', '--quiet')).stdout).toMatch(/^minutes:/);
  });

  it.each([
    ['none.ts', undefined, 'module-not-found', 3],
    ['bad.ts', 'export default 7;', 'module-invalid', 2],
    ['throws.ts', 'throw new Error("no");', 'module-unloadable', 4],
  ])(
    '%s that is unusable is reported with its file, and nothing is started',
    async (name, text, code, exit) => {
      if (text !== undefined) writeFileSync(join(cwd, name), text);
      const ran = await wayfold('run', 'minutes', 'x', '--planner', `./${name}`, '--json');
      expect([ran.code, errorIn(ran).code]).toEqual([exit, code]);
      expect(errorIn(ran).message).toContain(name);
      expect((await wayfold('up', '--planner', `./${name}`)).code).toBe(exit);
      expect((await wayfold('worker', '--planner', `./${name}`)).code).toBe(exit);
      expect(existsSync(join(cwd, '.wayfold'))).toBe(false);
    },
  );

  it('gets its permissions if it is written as a function', async () => {
    const text = `import { minutesModule } from '${SOURCE}';
export default ({ fetch, roots, env }) => ({ ...minutesModule, title: [typeof fetch, ...roots, typeof env].join(' ') });\n`;
    writeFileSync(join(cwd, 'minutes.ts'), text);
    expect((await begin()).stdout).toContain(`function ${realpathSync(cwd)} object`);
  });

  it('cannot take the id of a built-in planner', async () => {
    writeModule('twin.ts', { id: "'trip'" });
    expect(errorIn(await wayfold('sessions', '--planner', './twin.ts', '--json')).code).toBe(
      'module-duplicate',
    );
  });

  it('is completed by a shell, with the options of its schemas', async () => {
    writeFileSync(join(cwd, 'wayfold.config.json'), JSON.stringify({ planners: ['./minutes.ts'] }), {
      mode: 0o600,
    });
    const { code, stdout } = await wayfold('completion', 'bash');
    expect(code).toBe(0);
    expect(stdout).toMatch(/'wayfold run minutes'\) words="[^"]*--order/);
    expect(stdout).toMatch(/'wayfold do pin'\) words="[^"]*--line/);
  });
});

describe('wayfold new planner', () => {
  it('writes a module that runs, and overwrites no file', async () => {
    const made = await wayfold('new', 'planner', 'book-club', '--json');
    expect(valuesIn(made)).toEqual([{ planner: 'book-club', files: ['book-club.ts', 'book-club.test.ts'] }]);
    const ran = await wayfold('run', 'book-club', 'Emma', '--planner', './book-club.ts');
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('Emma') });
    expect(errorIn(await wayfold('new', 'planner', 'book-club', '--json')).code).toBe('file-exists');
    expect(errorIn(await wayfold('new', 'planner', 'trip', '--json')).code).toBe('module-duplicate');
    expect(errorIn(await wayfold('new', 'planner', 'No Name', '--json')).code).toBe('module-invalid');
  });

  it('writes .mts files where .ts files would be CommonJS', async () => {
    writeFileSync(join(cwd, 'package.json'), '{ "type": "commonjs" }');
    const made = await wayfold('new', 'planner', 'retro', '--json');
    expect(valuesIn(made)).toEqual([{ planner: 'retro', files: ['retro.mts', 'retro.test.mts'] }]);
    const ran = await wayfold('run', 'retro', 'Emma', '--planner', './retro.mts');
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('Emma') });
  });
});

describe('wayfold up --watch', () => {
  it('restarts with a changed module, and loses no session', async () => {
    const server = new CliProcess(['up', '--port', '0', '--watch', '--json', '--planner', './minutes.ts'], {
      cwd,
    });
    processes.push(server);
    await eventually(() => server.lines.length).toBe(1);
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(server.lines[0] ?? ''));
    const ask = async (path: string, body?: unknown) => {
      const headers = { 'Content-Type': 'application/json' };
      const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
      return Line.parse(await (await fetch(`${url}/api${path}`, init)).json());
    };
    await ask('/sessions', { id: 'm1', title: 'Retro', plannerId: 'minutes', config: { title: 'Retro' } });
    writeFileSync(join(cwd, 'minutes.ts'), 'no planner');
    writeModule('minutes.ts', { title: "'Better minutes'" });
    const titles = async () => JSON.stringify(await ask('/planners').catch(() => ({})));
    await eventually(titles).toContain('Better minutes');
    await ask('/sessions/m1/commands', { type: 'say', text: 'We ship.' });
    await eventually(async () => JSON.stringify(await ask('/sessions/m1'))).toContain('We ship.');
    expect((await server.end('SIGINT')).code).toBe(0);
  });
});
