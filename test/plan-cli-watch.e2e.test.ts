import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliProcess, cleanEnv, runWayfold, WAYFOLD_IN_SHELL } from './cli-process.ts';
import { eventually } from './eventually.ts';

const run = promisify(execFile);
const hasTmux = isThere('tmux');

let cwd: string;
const terminals: Terminal[] = [];
const running: CliProcess[] = [];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-watch-'));
});

afterEach(async () => {
  for (const terminal of terminals.splice(0)) await terminal.close();
  for (const cli of running.splice(0)) await cli.end('SIGKILL');
  await rm(cwd, { recursive: true });
});

async function plan(...args: string[]): Promise<void> {
  const { code, stderr } = await runWayfold(['plan', ...args], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

async function imported(checklist: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await runWayfold(['plan', 'import', '-', ...args], { cwd, input: checklist });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

/** A real terminal, drawn by tmux, on a server of its own. */
class Terminal {
  readonly #server = `wayfold-${randomUUID()}`;

  static async running(
    command: string,
    { columns = 80, rows = 24, locale = 'C.UTF-8' } = {},
  ): Promise<Terminal> {
    const terminal = new Terminal();
    terminals.push(terminal);
    await writeFile(join(cwd, 'command.sh'), `echo $$ > pid\nexec ${command}\n`);
    const shell = `cd '${cwd}'; LC_ALL=${locale} sh command.sh; echo "exit $?"; stty -a | grep -o -- '-*icanon'; exec cat`;
    const size = ['-x', String(columns), '-y', String(rows)];
    await run('tmux', ['-L', terminal.#server, '-f', '/dev/null', 'new-session', '-d', ...size, shell], {
      env: { ...cleanEnv(), LC_ALL: 'C.UTF-8' },
    });
    return terminal;
  }

  /** What a person sees. */
  screen(): string {
    return this.#tmux('capture-pane', '-p');
  }

  lines(): string[] {
    return this.screen().trimEnd().split('\n');
  }

  /** The alternate screen, and the cursor: `1 0` while something else than the shell is shown without a cursor. */
  state(): string {
    return this.#tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}').trim();
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  press(key: string): void {
    this.#tmux('send-keys', key);
  }

  /** Signals the command, which has left its pid in a file. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    process.kill(Number(await readFile(join(cwd, 'pid'), 'utf8')), signal);
  }

  async close(): Promise<void> {
    await run('tmux', ['-L', this.#server, 'kill-server']);
  }

  #tmux(...args: string[]): string {
    return execFileSync('tmux', ['-L', this.#server, ...args], { encoding: 'utf8' });
  }
}

function isThere(program: string): boolean {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
}

const WATCH = `${WAYFOLD_IN_SHELL} plan watch`;

describe.runIf(hasTmux)('wayfold plan watch on a terminal', () => {
  it('waits for a plan, says how to create one, and draws it when it exists', async () => {
    const terminal = await Terminal.running(WATCH);
    await eventually(() => terminal.screen()).toContain('Waiting for plan default');
    expect(terminal.screen()).toContain('  wayfold plan set "');
    await plan('set', 'Ship 1.0', 'Write the changelog', 'Tag it');
    await plan('mark', 'S001', 'done', '34 entries');
    await plan('mark', 'S002', 'in_progress', 'The key is on the other machine.');
    await eventually(() => terminal.screen()).toContain('S002 in progress');
    const lines = terminal.lines();
    expect(lines.slice(0, 10)).toEqual([
      'Ship 1.0',
      'Session plan · Working · plan:default · fact 3',
      '',
      '███████████████░░░░░░░░░░░░░░░  Steps done: 1 of 2',
      '',
      '✓ S001  Write the changelog',
      '        - 34 entries',
      '▸ S002  Tag it',
      '        - The key is on the other machine.',
      '',
    ]);
    expect(lines.slice(10, 13)).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}New plan with 2 steps: Ship 1\.0$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}S001 done: 34 entries$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}S002 in progress: The key is on the other machine\.$/),
    ]);
    expect(lines.at(-1)).toBe('q or Ctrl-C quits');
    expect(terminal.state()).toBe('1 0');
  });

  it('shows concurrent changes of two processes to one plan', async () => {
    await plan('set', 'Ship 1.0');
    const terminal = await Terminal.running(WATCH, { columns: 120, rows: 40 });
    await eventually(() => terminal.screen()).toContain('No steps.');
    const writer = async (name: string) => {
      for (let i = 1; i <= 4; i++) await plan('add', `Step ${i} of ${name}`);
    };
    await Promise.all([writer('Ann'), writer('Bob')]);
    await eventually(() => terminal.screen()).toContain('Steps done: 0 of 8');
    const steps = terminal.lines().filter((line) => line.startsWith('○ '));
    expect(steps.map((line) => line.slice(2, 6))).toEqual(Array.from({ length: 8 }, (_, i) => `S00${i + 1}`));
    for (const name of ['Ann', 'Bob']) {
      expect(steps.flatMap((line) => /Step (\d) of (\w+)/.exec(line)?.slice(1).join(' ') ?? [])).toEqual(
        expect.arrayContaining([1, 2, 3, 4].map((i) => `${i} ${name}`)),
      );
    }
  });

  it('fits 40 columns, in ASCII if the terminal is not UTF-8', async () => {
    await plan(
      'set',
      'Ship 1.0 to npm with a changelog and signed tags',
      'Write a changelog that people like to read',
    );
    const terminal = await Terminal.running(WATCH, { columns: 40, rows: 24, locale: 'C' });
    await eventually(() => terminal.screen()).toContain('Steps done: 0 of 1');
    expect(terminal.screen()).toMatch(/^[\n -~]*$/);
    expect(terminal.lines().slice(0, 8)).toEqual([
      'Ship 1.0 to npm with a changelog and',
      'signed tags',
      'Session plan - Idle - plan:default - f~',
      '',
      '...................  Steps done: 0 of 1',
      '',
      '[ ] S001  Write a changelog that people',
      '    like to read',
    ]);
  });

  it('keeps the current step of a long plan visible, also when the window is resized', async () => {
    const step = (_: unknown, i: number) => `- [${i < 30 ? 'x' : ' '}] Step ${i + 1}`;
    await imported(`# A long plan\n\n${Array.from({ length: 60 }, step).join('\n')}\n`);
    const terminal = await Terminal.running(WATCH);
    for (const [columns, rows] of [
      [80, 24],
      [120, 40],
      [40, 10],
    ] as const) {
      terminal.resize(columns, rows);
      await eventually(() => terminal.screen().split('\n').length).toBe(rows + 1);
      await eventually(() => terminal.lines().at(-1)).toBe('q or Ctrl-C quits');
      await eventually(() => terminal.screen()).toContain('○ S031  Step 31\n');
      expect(terminal.lines()[0]).toBe('A long plan');
      const above = Number(/↑ (\d+) more above/.exec(terminal.screen())?.[1]);
      const below = Number(/↓ (\d+) more below/.exec(terminal.screen())?.[1]);
      // Above the steps are how many are done and a gap.
      expect(above + below + terminal.lines().filter((line) => /^[✓○] S/.test(line)).length).toBe(62);
    }
  });

  it('shows that a plan was completed or abandoned', async () => {
    await plan('set', 'Ship 1.0', 'Tag it');
    const terminal = await Terminal.running(WATCH);
    await plan('mark', 'S001', 'done');
    await eventually(() => terminal.screen()).toContain('Session plan · Done');
    expect(terminal.screen()).toContain('S001 done - the plan is completed');
    await plan('clear', '--yes');
    await eventually(() => terminal.screen()).toContain('Status  Abandoned');
    expect(terminal.screen()).toContain('The plan was abandoned');
  });

  it.each([
    { how: 'q', end: async (terminal: Terminal) => terminal.press('q'), code: 0 },
    { how: 'Ctrl-C', end: async (terminal: Terminal) => terminal.press('C-c'), code: 130 },
    { how: 'SIGTERM', end: (terminal: Terminal) => terminal.signal('SIGTERM'), code: 143 },
  ])('restores the terminal after $how', async ({ end, code }) => {
    await plan('set', 'Ship 1.0', 'Tag it');
    const terminal = await Terminal.running(WATCH);
    await eventually(() => terminal.screen()).toContain('Steps done: 0 of 1');
    await end(terminal);
    await eventually(() => terminal.lines()).toEqual([`exit ${code}`, 'icanon']);
    expect(terminal.state()).toBe('0 1');
  });

  it('restores the terminal when the store cannot be opened', async () => {
    await plan('set', 'Ship 1.0');
    await rm(join(cwd, '.wayfold', 'wayfold.db'));
    await run(
      'sh',
      [
        '-c',
        'rm -f .wayfold/*; echo "not a database, but long enough to be seen as one" > .wayfold/wayfold.db',
      ],
      { cwd },
    );
    const terminal = await Terminal.running(WATCH);
    await eventually(() => terminal.screen()).toContain('exit 6');
    expect(terminal.screen()).toMatch(/^wayfold: .+\n/);
    expect(terminal.state()).toBe('0 1');
  });
});

describe('wayfold plan watch in a pipe', () => {
  function watching(...args: string[]): CliProcess {
    const cli = new CliProcess(['plan', 'watch', ...args], { cwd });
    running.push(cli);
    return cli;
  }

  it('prints one line for each change', async () => {
    const cli = watching('release');
    await eventually(() => cli.stderr).toContain('Waiting for plan release');
    expect(cli.stderr).toContain('wayfold plan import todo.md release');
    await plan('set', 'Ship 1.0', 'Tag it', '--plan', 'release');
    await eventually(() => cli.lines.length).toBe(1);
    await plan('mark', 'S001', 'blocked', 'No key', '--plan', 'release');
    await eventually(() => cli.lines.length).toBe(2);
    expect(cli.lines.map((line) => line.replace(/^\S+Z {2}/, ''))).toEqual([
      expect.stringMatching(/Ship 1\.0 \(0 of 1 done, active\)$/),
      'S001 blocked: No key (0 of 1 done, 1 blocked, active)',
    ]);
    expect((await cli.end('SIGINT')).code).toBe(130);
  });

  it('prints one event per line with --json, and nothing for reads and refused calls', async () => {
    await plan('set', 'Ship 1.0', 'Tag it');
    const cli = watching('--json');
    await eventually(() => cli.lines.length).toBe(1);
    await runWayfold(['plan', 'mark', 'S009', 'done'], { cwd });
    await plan('mark', 'S001', 'done');
    await eventually(() => cli.lines.length).toBe(2);
    const [first, second] = cli.lines.map((line) => JSON.parse(line));
    expect(first).toMatchObject({
      event: 'plan',
      plan_id: 'default',
      version: 1,
      plan: { status: 'active' },
    });
    expect(second).toMatchObject({
      event: 'change',
      version: 3,
      tool: 'planning_mark_step',
      summary: 'S001 done - the plan is completed',
      plan: { status: 'completed', steps: [{ step_id: 'S001', status: 'done' }] },
    });
    expect(cli.stderr).toBe('');
  });

  it('continues with the plan that is recreated after its journal was deleted', async () => {
    await plan('set', 'The first', 'Tag it');
    const cli = watching('--json');
    await eventually(() => cli.lines.length).toBe(1);
    const { code } = await runWayfold(['journal', 'delete', 'plan:default', '--yes'], { cwd });
    expect(code).toBe(0);
    await plan('set', 'The second');
    await eventually(() => cli.lines.at(-1)).toContain('The second');
  });

  it('continues with the plan that is recreated after the data directory was deleted', async () => {
    await plan('set', 'The first', 'Tag it');
    const cli = watching();
    await eventually(() => cli.lines.length).toBe(1);
    await rm(join(cwd, '.wayfold'), { recursive: true });
    await eventually(() => cli.stderr).toContain('Waiting for plan default');
    await plan('set', 'The second');
    await eventually(() => cli.lines.at(-1)).toContain('The second');
    expect((await cli.end('SIGINT')).code).toBe(130);
  });
});
