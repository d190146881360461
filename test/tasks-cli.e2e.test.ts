import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openJournal, sqliteStore } from '../src/journal/index.ts';
import { runHandler } from '../src/kernel/index.ts';
import { taskPlan } from '../src/planners/tasks/index.ts';
import { CliProcess, type RunOptions, runWayfold } from './cli-process.ts';

const EXAMPLE =
  'Add login with session cookies. Use basic auth. Read API spec at https://example.com/spec.pdf. Then write unit tests.';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'wayfold-tasks-'));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const tasks = (args: readonly string[], options: Partial<RunOptions> = {}) =>
  runWayfold(['tasks', ...args], { cwd, ...options });

const Line = z.looseObject({ type: z.string() });
const eventsIn = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)));

async function onlyPlan(): Promise<string> {
  const { stdout } = await tasks(['list', '--json']);
  return z.object({ id: z.string() }).parse(JSON.parse(stdout.trim())).id;
}

async function stateOf(id: string) {
  const { stdout } = await tasks(['show', id, '--json']);
  return z
    .object({ completed: z.boolean(), tasks: z.array(z.looseObject({ id: z.number(), status: z.string() })) })
    .parse(JSON.parse(stdout));
}

describe('wayfold tasks plan', () => {
  it('shows the tasks in a text', async () => {
    const { code, stdout } = await tasks(['plan', EXAMPLE], { env: { LANG: 'C' } });
    expect(code).toBe(0);
    expect(stdout.split('\n').filter((line) => line.startsWith('['))).toEqual([
      '[ ] 1  Add login with session cookies',
      '[ ] 2  Use basic auth',
      '[ ] 3  Read API spec at https://example.com/spec.pdf',
      '[ ] 4  Write unit tests (depends on 3)',
    ]);
  });

  it('reads stdin, and prints JSON', async () => {
    const { stdout } = await tasks(['plan', '-', '--json'], { input: '- a\n- `npm test`\n- Which one?\n' });
    expect(JSON.parse(stdout)).toMatchObject({
      tasks: [{ kind: 'Processing' }, { kind: 'ToolCall' }, { kind: 'Clarification' }],
    });
  });

  it('refuses blank text', async () => {
    const { code, stderr } = await tasks(['plan', '  ']);
    expect(code).toBe(2);
    expect(stderr).toContain('[ParseError]');
  });

  it('uses the offline model', async () => {
    const { code, stdout } = await tasks([
      'plan',
      EXAMPLE,
      '--plan-with',
      'model',
      '--model',
      'offline',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).tasks.length).toBeGreaterThan(0);
  });
});

describe('wayfold tasks run', () => {
  it('carries tasks out to the end', async () => {
    const { code, stdout } = await tasks(['run', EXAMPLE, '--executor', 'echo', '--offline']);
    expect(code).toBe(0);
    expect(stdout).toContain('4 of 4 tasks done.');
  });

  it('prints every event as a line with --json', async () => {
    const { stdout } = await tasks(['run', 'Do a. Do b.', '--executor', 'echo', '--json']);
    expect(eventsIn(stdout).map(({ type }) => type)).toEqual([
      'session_created',
      'TasksPlanned',
      'TaskDispatched',
      'TaskStatusUpdated',
      'TaskDispatched',
      'TaskStatusUpdated',
      'PlanningCompleted',
    ]);
  });

  it('has the offline model carry them out, labelled as such', async () => {
    const { code, stdout } = await tasks(['run', 'Write a haiku.', '--model', 'offline']);
    expect(code).toBe(0);
    expect(stdout).toContain('offline demo model');
    expect(stdout).toMatch(/simulated/i);
    expect(stdout).not.toMatch(/[✓✔]|1 of 1 tasks done/);
  });

  it('starts nothing under review, and accepts changes before and after', async () => {
    const text = 'Run `node -e 1`. Then run `node -e "process.exit(2)"`. Then run `node -e 3`.';
    expect((await tasks(['run', text, '--allow', 'node', '--review'])).code).toBe(7);
    const id = await onlyPlan();
    expect((await tasks(['insert', id, 'Run `node --version`', '--before', '2'])).code).toBe(0);
    expect((await tasks(['move', id, '2', '--before', '1'])).code).toBe(0);
    expect((await tasks(['move', id, '1', '--before', '3'])).code).toBe(0);
    const failed = await tasks(['run', '--resume', id, '--yes', '--allow', 'node', '--json']);
    expect(failed.code).toBe(7);
    expect(eventsIn(failed.stdout)).toContainEqual(
      expect.objectContaining({ type: 'TaskStatusUpdated', taskId: 3, status: 'Failed' }),
    );
    expect((await tasks(['edit', id, '3', '--text', 'Run `node -e 2`'])).code).toBe(0);
    const mended = await tasks(['run', '--resume', id, '--allow', 'node']);
    expect(mended.code).toBe(0);
    expect(mended.stdout).toContain('4 of 4 tasks done');
  });

  it('takes answers from stdin', async () => {
    const { code, stdout } = await tasks(['run', 'Which colour? Paint it.', '--executor', 'echo', '--json'], {
      input: 'Green\n',
    });
    expect(code).toBe(0);
    expect(eventsIn(stdout)).toContainEqual(
      expect.objectContaining({ type: 'ClarificationReceived', answer: 'Green' }),
    );
  });

  it('says what it waits for when nobody answers, and continues with the answer', async () => {
    const waiting = await tasks(['run', 'Which colour? Paint it.', '--executor', 'echo']);
    expect(waiting.code).toBe(7);
    const id = await onlyPlan();
    expect(waiting.stderr).toContain(`wayfold tasks answer ${id}`);
    expect((await tasks(['answer', id, 'Green'])).code).toBe(0);
    const resumed = await tasks(['run', '--resume', id, '--executor', 'echo']);
    expect(resumed.code).toBe(0);
    expect((await stateOf(id)).completed).toBe(true);
  });

  it('adds the tasks of a second text to a plan, and runs only those', async () => {
    expect((await tasks(['run', 'Write it. Send it.', '--executor', 'echo'])).code).toBe(0);
    const id = await onlyPlan();
    const more = await tasks(['run', 'Archive it.', '--resume', id, '--executor', 'echo', '--json']);
    expect(more.code).toBe(0);
    const events = eventsIn(more.stdout);
    expect(events.filter(({ type }) => type === 'TaskDispatched').map(({ taskId }) => taskId)).toEqual([
      1, 2, 3,
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'PlanningCompleted' });
    expect(await stateOf(id)).toMatchObject({
      completed: true,
      tasks: [{}, {}, { description: 'Archive it', status: 'Completed' }],
    });
  });

  it('has a person at the other end of a pipe do the tasks', async () => {
    const { code, stdout } = await tasks(['run', 'Write it. Send it.', '--json'], {
      input: 'written\nfail no stamps\n',
    });
    expect(code).toBe(7);
    expect(eventsIn(stdout)).toContainEqual(
      expect.objectContaining({ status: 'Failed', result: 'no stamps' }),
    );
  });

  it('leaves a task for a person when nobody is there, and fails nothing', async () => {
    // A pipe has more to give until it is read to its end.
    const { code, stdout, stderr } = await new CliProcess(['tasks', 'run', 'Write it. Send it.'], {
      cwd,
      input: 'written\n',
    }).end();
    expect(code).toBe(7);
    expect(stderr).toContain('Task 2 needs you: Send it');
    expect(stdout.split('? Task 2 needs you: Send it')).toHaveLength(2);
    expect((await stateOf(await onlyPlan())).tasks.map(({ status }) => status)).toEqual([
      'Completed',
      'Running',
    ]);
  });

  it('finishes and prints running tasks before it says that something waits', async () => {
    const text = '- Write it\n- Run `node -p 41+1`\n- Send it';
    const { code, stdout } = await tasks(['run', text, '--allow', 'node', '--parallel', '3'], {
      input: 'written\n',
    });
    expect(code).toBe(7);
    expect(stdout).toContain('written');
    expect(stdout).toContain('     42');
  });

  it('runs as many tasks at once as configured', async () => {
    // Each waits until all are there.
    writeFileSync(
      join(cwd, 'meet.mjs'),
      `import { appendFileSync, readFileSync } from 'node:fs';
       appendFileSync('here.txt', '.');
       const wait = () => (readFileSync('here.txt').length < 20 ? setTimeout(wait, 20) : undefined);
       wait();`,
    );
    const text = Array.from({ length: 20 }, () => '- Run `node meet.mjs`').join('\n');
    const { code } = await tasks(['run', text, '--allow', 'node', '--parallel', '20', '--timeout', '60']);
    expect(code).toBe(0);
  });

  it('names the plan in every line of --json, and takes its title from the first line', async () => {
    const { stdout } = await tasks(['run', '-', '--executor', 'echo', '--json'], {
      input: `- ${'a'.repeat(197)}😀 b\r\n- c\r\n`,
    });
    const id = await onlyPlan();
    const events = eventsIn(stdout);
    expect(events.map(({ plan }) => plan)).toEqual(events.map(() => id));
    expect(events[0]).toMatchObject({ type: 'session_created', title: `- ${'a'.repeat(197)}` });
  });

  it('explains a plan that is too long to store', async () => {
    const { code, stderr } = await tasks(['run', '-', '--executor', 'echo'], {
      input: 'Do the next thing on the list. '.repeat(20_000),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('Split the text');
  });

  it.each([
    [['run'], '--resume'],
    [['run', 'Do it.', '--executor', 'nobody'], '--executor'],
    [['run', 'Do it.', '--executor', 'model'], '--model'],
    [['run', 'Do it.', '--executor', 'shell'], '--allow'],
    [['run', 'Do it.', '--executor', 'mcp'], '--mcp'],
    [['run', 'Do it.', '--parallel', '0'], '1 to 1000'],
  ])('refuses %j with what to do', async (args, hint) => {
    const { code, stderr } = await tasks(args);
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain('Unexpected');
  });

  it('refuses an unknown plan', async () => {
    await tasks(['run', 'Do it.', '--executor', 'echo']);
    expect(await tasks(['run', '--resume', 'nothing'])).toMatchObject({ code: 3 });
    expect(await tasks(['show', 'nothing'])).toMatchObject({ code: 3 });
  });
});

describe('an interrupted run', () => {
  /** Writes its argument down, and hangs on the one that is named in `hang` as long as that file is there. */
  const SCRIPT = `
    import { appendFileSync, existsSync, readFileSync } from 'node:fs';
    const step = process.argv[2];
    appendFileSync('done.txt', step + '\\n');
    if (existsSync('hang') && readFileSync('hang', 'utf8') === step) setInterval(() => {}, 1000);
  `;
  const TEXT = [1, 2, 3, 4].map((step) => `- Run \`node step.mjs ${step}\``).join('\n');
  const RUN = ['--allow', 'node', '--json'];
  const done = () => readFileSync(join(cwd, 'done.txt'), 'utf8').split('\n').filter(Boolean);

  async function hangingRun(): Promise<CliProcess> {
    writeFileSync(join(cwd, 'step.mjs'), SCRIPT);
    writeFileSync(join(cwd, 'done.txt'), '');
    writeFileSync(join(cwd, 'hang'), '3');
    const process = new CliProcess(['tasks', 'run', TEXT, ...RUN], { cwd });
    await expect.poll(done, { timeout: 30_000 }).toContain('3');
    rmSync(join(cwd, 'hang'));
    return process;
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ] as const)('by %s continues without repeating finished tasks', async (signal, code) => {
    const process = await hangingRun();
    expect((await process.end(signal)).code).toBe(code);
    const id = await onlyPlan();
    expect((await stateOf(id)).tasks.map(({ status }) => status)).toEqual([
      'Completed',
      'Completed',
      'Running',
      'Planned',
    ]);
    const resumed = await tasks(['run', '--resume', id, ...RUN]);
    expect(resumed.code).toBe(0);
    expect(done()).toEqual(['1', '2', '3', '3', '4']);
    expect((await stateOf(id)).completed).toBe(true);
  });

  it('can be cancelled from another terminal', async () => {
    const process = await hangingRun();
    const id = await onlyPlan();
    expect((await tasks(['cancel', id, '3', '--reason', 'hangs'])).stdout).toContain('Cancelled 1 task: 3.');
    expect((await process.end()).code).toBe(7);
    expect((await stateOf(id)).tasks.map(({ status }) => status)).toEqual([
      'Completed',
      'Completed',
      'Cancelled',
      'Completed',
    ]);
  });
});

describe('restoring a plan', () => {
  it('repeats everything that was running, also if it was resumed and killed before', async () => {
    const text = '- Do a\n- Do b\n- Do c';
    // Nobody carries tasks out here, so that all three are under way.
    await tasks(['run', text, '--parallel', '3'], { input: '' });
    const id = await onlyPlan();
    const copy = z
      .object({ id: z.string() })
      .parse(JSON.parse((await tasks(['restore', id, '5', '--json'])).stdout)).id;
    const store = sqliteStore(join(cwd, '.wayfold', 'wayfold.db'));
    const journal = openJournal(store, `tasks:${copy}`);
    // As far as a process comes that is killed after the first of them.
    await runHandler(journal, { ...taskPlan, command: { type: 'Redispatch', taskId: 1 } });
    await store.close();
    expect((await tasks(['run', '--resume', copy, '--executor', 'echo'])).code).toBe(0);
    expect((await stateOf(copy)).completed).toBe(true);
  });

  it('refuses to continue a plan without tasks', async () => {
    await tasks(['run', 'Do a.', '--executor', 'echo']);
    const { stdout } = await tasks(['restore', await onlyPlan(), '1', '--json']);
    const { code, stderr } = await tasks(['run', '--resume', JSON.parse(stdout).id, '--executor', 'echo']);
    expect([code, stderr]).toEqual([4, expect.stringContaining('[InvalidCommand]')]);
  });

  it('continues from any seq in a copy', async () => {
    await tasks(['run', 'Do a. Do b. Do c.', '--executor', 'echo']);
    const id = await onlyPlan();
    const { stdout } = await tasks(['restore', id, '6', '--json']);
    const copy = z.object({ id: z.string() }).parse(JSON.parse(stdout)).id;
    expect((await stateOf(copy)).completed).toBe(false);
    expect((await tasks(['run', '--resume', copy, '--executor', 'echo'])).code).toBe(0);
    expect((await stateOf(copy)).completed).toBe(true);
    const { stdout: past } = await tasks(['show', id, '--at', '6', '--json']);
    expect(JSON.parse(past)).toMatchObject({ completed: false, seq: 6 });
  });
});
