import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../test/eventually.ts';
import { openJournal, sqliteStore } from '../journal/index.ts';
import { digestOf } from './drafts/digest.ts';
import { conversationFacts } from './facts.ts';

const PROCESS = fileURLToPath(new URL('../../test/harness-process.ts', import.meta.url));
const DIGEST = digestOf({ composeId: 'c1', text: 'hi' });

const Line = z.object({
  won: z.array(z.object({ type: z.string() })).optional(),
  lost: z.string().optional(),
  delivered: z.string().optional(),
  planning: z.string().optional(),
});

let directory: string;
let file: string;
let children: ChildProcess[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-harness-'));
  file = join(directory, 'wayfold.db');
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(
    children.map((child) => child.exitCode === null && child.signalCode === null && once(child, 'exit')),
  );
  rmSync(directory, { recursive: true });
});

/** Starts processes, lets them all begin at once, and collects what they print. */
async function together(...roles: readonly string[]) {
  const lines: z.infer<typeof Line>[] = [];
  const started = roles.map(async (role) => {
    const child = spawn(process.execPath, [PROCESS, file, role, DIGEST], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const output = createInterface({ input: child.stdout });
    await once(output, 'line');
    output.on('line', (line) => lines.push(Line.parse(JSON.parse(line))));
    return child;
  });
  const running = await Promise.all(started);
  for (const child of running) child.stdin.write('go\n');
  const ended = () => Promise.all(running.map((child) => child.exitCode ?? once(child, 'exit')));
  return { lines, running, ended };
}

async function talking<T>(use: (journal: ReturnType<typeof opened>) => Promise<T>): Promise<T> {
  const store = sqliteStore(file);
  try {
    return await use(opened(store));
  } finally {
    await store.close();
  }
}

function opened(store: ReturnType<typeof sqliteStore>) {
  return openJournal(store, 'talk', { facts: conversationFacts });
}

it('of 100 decisions on one draft by four processes one succeeds, and at most one message is sent', async () => {
  await talking((journal) =>
    journal.append([{ type: 'compose_intent', composeId: 'c1', text: 'hi', digest: DIGEST }]),
  );
  const deciders = await together('decide', 'decide', 'decide', 'decide');
  await deciders.ended();
  expect(deciders.lines).toHaveLength(100);
  const [winner, ...others] = deciders.lines.filter(({ won }) => won);
  expect(others).toEqual([]);
  expect(new Set(deciders.lines.flatMap(({ lost }) => lost ?? []))).toEqual(new Set(['conflict']));

  const senders = await together('send', 'send', 'send');
  await senders.ended();
  const approved = winner?.won?.[0]?.type === 'compose_approved';
  expect(senders.lines.filter(({ delivered }) => delivered)).toHaveLength(approved ? 1 : 0);
});

it('one approval, sent by four processes: one message', async () => {
  await talking((journal) =>
    journal.append([
      { type: 'compose_intent', composeId: 'c1', text: 'hi', digest: DIGEST },
      { type: 'compose_approved', composeId: 'c1', digest: DIGEST, by: 'ann' },
    ]),
  );
  const { lines, ended } = await together('send', 'send', 'send', 'send');
  await ended();
  expect(lines).toHaveLength(1);
  const types = await talking(async (journal) => (await journal.facts()).map(({ type }) => type));
  expect(types.filter((type) => type === 'remote_sent')).toHaveLength(1);
});

it('a message to a conversation that four processes plan: one asks the model, and there is one draft', async () => {
  const { lines, running, ended } = await together('plan', 'plan', 'plan', 'plan');
  const types = await talking(async (journal) => {
    await journal.append([
      { type: 'status_changed', a2a: 'input-required' },
      { type: 'remote_received', messageId: 'm1', text: 'hello' },
    ]);
    const read = async () => (await journal.facts()).map(({ type }) => type);
    await eventually(read).toContain('pass_settled');
    for (const child of running) child.stdin.end();
    await ended();
    return await read();
  });
  expect(lines.filter(({ planning }) => planning)).toHaveLength(1);
  expect(types.filter((type) => type === 'compose_intent')).toHaveLength(1);
});

it('a process that is killed while it plans: another one takes over', async () => {
  await talking((journal) => journal.append([{ type: 'status_changed', a2a: 'input-required' }]));
  const doomed = await together('hang');
  await eventually(() => doomed.lines.length).toBe(1);
  const heir = await together('plan');
  doomed.running[0]?.kill('SIGKILL');
  await talking(async (journal) => {
    const drafts = async () => (await journal.facts()).filter(({ type }) => type === 'compose_intent').length;
    await eventually(drafts).toBe(1);
  });
  expect(heir.lines).toHaveLength(1);
});
