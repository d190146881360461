import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Fact, openJournal, sqliteStore } from '../../src/journal/index.ts';
import { runWayfold } from '../cli-process.ts';
import { type FaultSetting, faultInRounds, type Round } from './fault.ts';
import { eventuallyHolds } from './program.ts';
import { WayfoldServer } from './wayfold-server.ts';

const TASKS = 3;
const MESSAGES = 3;

/** A server with sessions at work, and its data. */
class ServedSessions implements AsyncDisposable {
  readonly directory: string;
  readonly server: WayfoldServer;

  constructor({ directory }: FaultSetting) {
    this.directory = directory;
    this.server = new WayfoldServer(directory);
  }

  get file(): string {
    return join(this.directory, '.wayfold', 'wayfold.db');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}

/** A request that a client repeats under its key until it is answered. */
interface Request {
  readonly key: string;
  readonly path: string;
  readonly body: object;
}

const Answer = z.object({
  id: z.string().optional(),
  facts: z.array(z.object({ seq: z.number(), id: z.string() })).default([]),
});

export const killedServer = faultInRounds({
  name: 'killed-server',
  injects: 'SIGKILL to `wayfold up` while a client gives commands and sessions are at work, then a restart',
  begin: async (setting) => {
    const served = new ServedSessions(setting);
    await served.server.start();
    return served;
  },
  async round(served, round) {
    const { number, choices, tally } = round;
    const { server } = served;
    const [talk, plan] = [`talk-${number}`, `plan-${number}`];
    const requests = requestsFor(talk, plan);
    const killAt = choices.between(1, requests.length);
    const killMs = choices.between(0, 60);
    const acknowledged: { readonly journal: string; readonly seq: number; readonly id: string }[] = [];
    let restarted: Promise<void> | undefined;
    for (const [i, request] of requests.entries()) {
      if (i + 1 === killAt) restarted = restartAfter(server, killMs);
      const { id = request.path.split('/')[2] ?? '', facts } = await repeatedly(server, request);
      tally.acknowledged += 1;
      acknowledged.push(...facts.map((fact) => ({ journal: id, ...fact })));
    }
    await restarted;
    tally.injected += 1;
    await atRest(served, [talk, plan]);
    await audit(served, { talk, plan, told: acknowledged }, round);
  },
});

function requestsFor(talk: string, plan: string): Request[] {
  const sessions = [
    { plannerId: 'drafter', id: talk },
    { plannerId: 'tasks', id: plan },
  ].map(({ plannerId, id }) => ({
    key: `begin-${id}`,
    path: '/sessions',
    body: { title: id, plannerId, id, config: {}, mode: 'auto' },
  }));
  const list = Array.from({ length: TASKS }, (_, i) => `- write part ${i + 1}`).join('\n');
  const command = {
    key: `say-${plan}`,
    path: `/sessions/${plan}/commands`,
    body: { type: 'say', text: list },
  };
  const received = Array.from({ length: MESSAGES }, (_, i) => ({
    key: `receive-${talk}-${i}`,
    path: `/sessions/${talk}/commands`,
    body: { type: 'receive', text: `Point ${i + 1} of ${talk}` },
  }));
  return [...sessions, command, ...received];
}

async function restartAfter(server: WayfoldServer, ms: number): Promise<void> {
  await wait(ms);
  await server.kill();
  await server.start();
}

/** Asks until there is an answer: a connection that breaks, or a server that is away, is none. */
async function repeatedly(
  server: WayfoldServer,
  { key, path, body }: Request,
): Promise<z.infer<typeof Answer>> {
  let answer: z.infer<typeof Answer> | undefined;
  await eventuallyHolds(`${key} is answered`, async () => {
    try {
      const response = await fetch(`${server.url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${key}: ${response.status} ${text}`);
      answer = Answer.parse(JSON.parse(text));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    return answer !== undefined;
  });
  return answer ?? { facts: [] };
}

/** Waits until nothing is left to do in sessions. */
async function atRest({ file }: ServedSessions, [talk = '', plan = '']: readonly string[]): Promise<void> {
  const store = sqliteStore(file);
  try {
    await eventuallyHolds('the sessions are at rest', async () => {
      const messages = await openJournal(store, talk).facts();
      const done = await openJournal(store, plan).facts();
      const last = messages.findLast(({ type }) => type === 'remote_received')?.seq ?? 0;
      const isAnswered = messages.some(({ type, seq }) => type === 'remote_sent' && seq > last);
      return isAnswered && done.some(({ type }) => type === 'PlanningCompleted');
    });
  } finally {
    await store.close();
  }
}

async function audit(
  { file, directory }: ServedSessions,
  {
    talk,
    plan,
    told,
  }: {
    readonly talk: string;
    readonly plan: string;
    readonly told: readonly { readonly journal: string; readonly seq: number; readonly id: string }[];
  },
  { tally }: Round,
): Promise<void> {
  const verified = await runWayfold(['journal', 'verify', '--all'], { cwd: directory });
  if (verified.code !== 0) tally.wrong(`wayfold journal verify: ${verified.stdout}${verified.stderr}`);
  const store = sqliteStore(file);
  const [talkFacts, done] = await Promise.all([
    openJournal(store, talk).facts(),
    openJournal(store, plan).facts(),
  ]);
  await store.close();
  for (const { journal, seq, id } of told) {
    const fact = (journal === talk ? talkFacts : done)[seq - 1];
    if (fact?.id !== id) tally.lost(`fact ${seq} of ${journal}, which a client was shown`);
  }
  const only = (facts: readonly Fact[], type: string) => facts.filter((fact) => fact.type === type);
  const counts: readonly (readonly [string, number, number])[] = [
    [`beginnings of ${talk}`, only(talkFacts, 'session_created').length, 1],
    [`beginnings of ${plan}`, only(done, 'session_created').length, 1],
    [`messages to ${talk}`, only(talkFacts, 'remote_received').length, MESSAGES],
    [`lists for ${plan}`, only(done, 'user_input').length, 1],
    [`plans of ${plan}`, only(done, 'TasksPlanned').length, 1],
    [`ends of ${plan}`, only(done, 'PlanningCompleted').length, 1],
    [
      `tasks carried out in ${plan}`,
      only(done, 'TaskStatusUpdated').filter(({ status }) => status === 'Simulated').length,
      TASKS,
    ],
    [
      `messages sent twice by ${talk}`,
      only(talkFacts, 'remote_sent').length -
        new Set(only(talkFacts, 'remote_sent').map(({ composeId }) => composeId)).size,
      0,
    ],
    [`triggers planned twice in ${talk}`, triggers(talkFacts).length - new Set(triggers(talkFacts)).size, 0],
    [`failures in ${talk}`, failures(talkFacts), 0],
    [`failures in ${plan}`, failures(done), 0],
  ];
  for (const [what, count, wanted] of counts) {
    if (count > wanted) tally.duplicated(`${count} ${what}, not ${wanted}`);
    if (count < wanted) tally.lost(`${count} ${what}, not ${wanted}`);
  }
  tally.persisted +=
    only(talkFacts, 'session_created').length +
    only(done, 'session_created').length +
    only(talkFacts, 'remote_received').length +
    only(done, 'user_input').length;
}

function triggers(facts: readonly Fact[]): string[] {
  return facts
    .filter(({ type }) => type === 'pass_settled')
    .flatMap(({ triggers }) => Object.entries(triggers ?? {}).map(([kind, seq]) => `${kind} ${seq}`));
}

function failures(facts: readonly Fact[]): number {
  return facts.filter(({ type }) => /^(planner_error|send_failed|reaction_failed)$/.test(type)).length;
}
