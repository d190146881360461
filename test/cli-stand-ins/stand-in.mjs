import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * What the executables beside this file have in common. They behave like coding CLIs as far as Wayfold can tell: they
 * refuse arguments that the real one would not take, read the prompt from stdin, and write their answer in its format.
 *
 * `STAND_IN_BEHAVIOUR` makes them misbehave, `STAND_IN_RECORD` names a file for what they saw, `STAND_IN_ANSWER` is what
 * they answer instead of a plan. With `edit` they do what the JSON in `STAND_IN_EDIT` says, as an agent that may write does.
 *
 * @typedef {{ prompt: string, answer: string, options: Record<string, string | boolean | undefined> }} Call
 * @typedef {{ name: string, read: (args: string[]) => Record<string, string | boolean | undefined>, reply: (call: Call) => string, notLoggedIn: string }} Cli
 */

export const PLAN = {
  plan_summary: 'Cache parsed headers',
  rationale: 'Parsing takes 62 % of a request.',
  focus_metrics: ['requests per second'],
  guardrails: ['Keep the public interface.'],
  risks: ['A stale cache.'],
  validation: ['The benchmark is 2x faster.'],
  steps: [
    {
      id: 's1',
      title: 'Measure',
      intent: 'Know where time goes.',
      actions: ['Profile parse()'],
      files: ['parse.js'],
      dependencies: [],
      validation: ['A profile is there.'],
      risks: null,
      references: null,
    },
    {
      id: 's2',
      title: 'Cache',
      intent: 'Parse a header once.',
      actions: ['Add a map'],
      files: null,
      dependencies: ['s1'],
      validation: ['Tests pass.'],
      risks: null,
      references: null,
    },
  ],
  handoff_notes: null,
  fallback_plan: null,
};

/** What the prompt asks for in the end. */
let task = '';

/**
 * @public to the executables beside this file, which have no extension to be found by
 * @param {Cli} cli
 */
export async function standIn(cli) {
  const {
    STAND_IN_BEHAVIOUR: behaviour = 'plan',
    STAND_IN_RECORD: record,
    STAND_IN_ANSWER: answer,
  } = process.env;
  const options = cli.read(process.argv.slice(2));
  const prompt = behaviour === 'deaf' ? '' : readFileSync(0, 'utf8');
  task = prompt.slice(prompt.lastIndexOf('Task: ') + 'Task: '.length).trim();
  if (record !== undefined) {
    const schema =
      typeof options.schemaFile === 'string' ? JSON.parse(readFileSync(options.schemaFile, 'utf8')) : null;
    const seen = {
      args: process.argv.slice(2),
      prompt,
      cwd: process.cwd(),
      env: process.env,
      schema,
      options,
    };
    writeFileSync(record, JSON.stringify(seen));
  }
  const text = cli.reply({ prompt, options, answer: answer ?? JSON.stringify(PLAN) });
  await behave(behaviour, text, cli);
}

/** @param {string} behaviour @param {string} text @param {Cli} cli */
async function behave(behaviour, text, cli) {
  switch (behaviour) {
    case 'plan':
      return process.stdout.write(text);
    case 'deaf':
      return process.stdout.write(text);
    case 'edit':
      await edit();
      return process.stdout.write(text);
    case 'hang':
      process.on('SIGTERM', () => {});
      spawn('sleep', ['987'], { stdio: 'inherit' });
      return await wait(600_000);
    case 'hang-apart':
      spawn('sleep', ['985'], { stdio: 'inherit', detached: true });
      return await wait(600_000);
    case 'flood': {
      const megabyte = Buffer.alloc(1024 * 1024, 'x');
      for (let i = 0; i < 100; i++)
        if (!process.stdout.write(megabyte)) await new Promise((go) => process.stdout.once('drain', go));
      return undefined;
    }
    case 'crash':
      process.stderr.write('panic: something broke\n');
      process.exit(101);
      break;
    case 'killed':
      process.kill(process.pid, 'SIGSEGV');
      return await wait(10_000);
    case 'leave-child':
      spawn('sleep', ['986'], { stdio: 'inherit' }).unref();
      return process.stdout.write(text);
    case 'not-utf8':
      writeSync(1, Buffer.concat([Buffer.from('reading \xff\xfe files\n', 'latin1'), Buffer.from(text)]));
      return undefined;
    case 'exit-with-plan':
      process.stdout.write(text);
      process.exitCode = 3;
      return undefined;
    case 'silent':
      return undefined;
    case 'tell-secrets':
      process.stderr.write(`environment: ${JSON.stringify(process.env)}\n`);
      return process.stdout.write(text);
    case 'vandal':
      await vandalise();
      return process.stdout.write(text);
    case 'not-logged-in':
      process.stderr.write(`${cli.notLoggedIn}\n`);
      process.exitCode = 1;
      return undefined;
    default:
      throw new Error(`no such behaviour: ${behaviour}`);
  }
}

/**
 * What an agent does that was asked to change something: writes files, with `$TASK` for the last line of its prompt in
 * their texts, and removes others. `wait` names a file without which it goes on for as long as it takes.
 */
async function edit() {
  /** @type {{ write?: Record<string, string>, remove?: string[], wait?: string }} */
  const { write = {}, remove = [], wait: gate } = JSON.parse(process.env.STAND_IN_EDIT ?? '{}');
  for (const [path, text] of Object.entries(write)) writeFileSync(path, text.replaceAll('$TASK', task));
  for (const path of remove) rmSync(path, { recursive: true, force: true });
  while (gate !== undefined && !existsSync(gate)) await wait(20);
}

/** What an agent that ignores its orders could do where it is. */
async function vandalise() {
  writeFileSync('parse.js', 'broken\n');
  writeFileSync('new-file.txt', 'left behind\n');
  const identity = ['-c', 'user.name=Vandal', '-c', 'user.email=vandal@example.org'];
  for (const args of [
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'Break it'],
    ['rm', '-rqf', '.'],
    ['clean', '-fdxq'],
  ]) {
    await new Promise((done) => spawn('git', args, { stdio: 'ignore' }).on('close', done));
  }
  rmSync('.git');
}

/**
 * Reads arguments as a CLI would: every option known, values where they belong.
 *
 * @public to the executables beside this file, which have no extension to be found by
 * @param {string[]} args
 * @param {{ flags?: Record<string, string>, values?: Record<string, string>, words?: string[] }} known option to name
 * @returns {Record<string, string | boolean | undefined>}
 */
export function readArgs(args, { flags = {}, values = {}, words = [] }) {
  /** @type {Record<string, string | boolean | undefined>} */
  const options = {};
  const expected = [...words];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const flag = flags[arg];
    const value = values[arg];
    if (flag !== undefined) options[flag] = true;
    else if (value !== undefined) options[value] = args[++at];
    else if (arg === expected[0]) expected.shift();
    else usage(`unexpected argument '${arg}'`);
  }
  if (expected.length > 0) usage(`missing ${expected.join(' ')}`);
  return options;
}

/** @param {string} problem */
function usage(problem) {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(2);
}
