import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { a2aFacts } from '../../src/host/a2a/facts.ts';
import { HOST_JOURNAL } from '../../src/host/host-journal.ts';
import { allFactTypes } from '../../src/host/kept-facts.ts';
import { createRegistry } from '../../src/host/registry.ts';
import type { ProposedFact } from '../../src/journal/fact.ts';
import type { FactTypes } from '../../src/journal/fact-types.ts';
import { openJournal } from '../../src/journal/index.ts';
import { builtInModules } from '../../src/planners/built-in.ts';
import { writeArtifact } from '../../src/planners/commits/agent/artifacts.ts';
import { settingsFromEnv } from '../../src/planners/commits/settings.ts';
import { fileChunkCache } from '../../src/planners/commits/trajectory/file-chunk-cache.ts';
import { Project } from '../mcp-client.ts';
import { SessionsServer } from '../sessions-server.ts';
import { markedFacts } from './marked-facts.ts';
import {
  filesWith,
  type Shown,
  showing,
  shownAtTerminal,
  shownInEditor,
  shownOverA2a,
  shownOverHttp,
  shownOverMcp,
} from './shown-everywhere.ts';

const MARK = 'Quetzalbrook';
/** What every session is called, to tools and editors. */
const NAME = 'mark';
const TASK = 'task-of-another-agent';
const registry = createRegistry(builtInModules());
const TOOL_SETS = registry.entries.map(({ planner }) => planner.id);

let server: SessionsServer;
let project: Project;
/** Where planners write what they did besides the store. */
let logs: string;

beforeEach(async () => {
  logs = mkdtempSync(join(tmpdir(), 'wayfold-logs-'));
  // Every address is asked for, many times.
  server = await SessionsServer.start({
    sessions: { rate: { burst: 1e9, perSecond: 1e9 }, env: { ...process.env, LOGS_BASE_DIR: logs } },
  });
  project = await Project.create();
});

afterEach(async () => {
  await project.end();
  await server.stop();
  rmSync(logs, { recursive: true, force: true });
});

/** An artifact of planning and a summary of commits with a text, each as its planner writes it, and one of each without. */
async function writePlannerFiles(text: string): Promise<void> {
  const cache = fileChunkCache(join(server.directory, 'commit-summaries'));
  const settings = settingsFromEnv({ LOGS_BASE_DIR: logs });
  const attempt = { attempt: 1, startedAt: '2026-01-01T00:00:00.000Z', durationSeconds: 1 } as const;
  const modes = { backend: 'codex', validationMode: 'lenient', schemaMode: 'none' };
  for (const [at, line] of [text, 'nothing to see'].entries()) {
    const key = { start: 'a', end: `${at}`, blockSize: 8, model: 'offline', promptVersion: 1 };
    await cache.set(key, `Met at ${line}`);
    await writeArtifact(settings, `run-${at}`, {
      ...{ ...attempt, ...modes, status: 'ok', baseCommit: 'abc', command: ['codex'] },
      ...{ prompt: `Plan "${line}"`, stdout: '', stderr: '' },
    });
  }
}

/** Resolves when nothing was appended anywhere for a while. */
async function settled(): Promise<void> {
  const heads = async () => (await server.store.list({ limit: 1000 })).map(({ id, head }) => `${id} ${head}`);
  let before = '';
  await expect
    .poll(
      async () => {
        const now = (await heads()).join();
        const isSame = now === before;
        before = now;
        return isSame;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
}

/** A file with a text. */
async function fileWith(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ said: `Meet me at "${text}"` }));
  return (await openJournal(server.store, 'notes').attachments.put(bytes)).sha256;
}

/** A task of another agent that was answered, as the last thing that happened. */
const answeredTask = (text: string, status = 'input-required'): readonly ProposedFact[] => [
  { type: 'session_reopened' },
  { type: 'session_published', name: text, description: text },
  { type: 'a2a_task_opened', taskId: TASK, contextId: 'context' },
  { type: 'remote_received', messageId: 'asked', text },
  { type: 'a2a_answered', taskId: TASK, status, messageId: 'told', waiting: [{ text }] },
  { type: 'remote_sent', messageId: 'told', text },
];

/** The setup that a session began with: what no schema can make up. */
async function ownSetup(id: string): Promise<Readonly<Record<string, object>>> {
  const [, setup] = await openJournal(server.store, id).facts();
  const { plannerId, configSha256, ready } = Object(setup);
  return { session_created: { plannerId }, planner_configured: { plannerId, configSha256, ready } };
}

/** Sessions of every planner, published, with a marked fact of every type that they can hold. */
async function markedSessions(): Promise<{ sessions: string[]; file: string }> {
  const file = await fileWith(MARK);
  const mark = { text: MARK, file };
  const sessions: string[] = [];
  for (const { planner, facts } of registry.entries) {
    const id = `${planner.id === 'plan-tools' ? 'plan' : planner.id}:${NAME}`;
    sessions.push(await server.begin(planner.id, { id, title: `${MARK} ${planner.id}` }));
    const journal = openJournal(server.store, id);
    const own = await ownSetup(id);
    for (const fact of markedFacts({ ...facts, ...a2aFacts }, mark)) {
      await journal.append([{ ...fact, ...own[fact.type] }]);
    }
    await journal.append(answeredTask(MARK));
  }
  const host = openJournal(server.store, HOST_JOURNAL);
  await host.append(markedFacts(allFactTypes({ entries: [] }), mark));
  await host.append([{ type: 'host_resumed', by: MARK }]);
  return { sessions, file };
}

/** A fact of every type in a session of every planner that can have it, each with a number in all of its texts. */
async function numberedFacts() {
  const facts: { id: string; seq: number; type: string; number: number; file: string }[] = [];
  /** All in one batch: nobody answers in between, and copies a text into another fact. */
  const add = async (id: string, types: FactTypes, { own = {}, last = [] }: Batch = {}) => {
    const journal = openJournal(server.store, id);
    const head = await journal.head();
    const batch: ProposedFact[] = [];
    for (const [type, declared] of Object.entries(types)) {
      const number = facts.length;
      const file = await fileWith(`qzmark${number}end`);
      const [fact] = markedFacts({ [type]: declared }, { text: `qzmark${number}end`, file });
      batch.push({ ...fact, ...own[type], type });
      facts.push({ id, seq: head + batch.length, type, number, file });
    }
    await journal.append([...batch, ...last], { expectedSeq: head });
  };
  const paused = { type: 'host_paused', cause: 'person', by: 'a test' };
  await add(HOST_JOURNAL, allFactTypes({ entries: [] }), { last: [paused] });
  for (const { planner, facts: types } of registry.entries) {
    const id = `${planner.id === 'plan-tools' ? 'plan' : planner.id}:${NAME}`;
    await server.begin(planner.id, { id });
    await settled();
    const own = await ownSetup(id);
    await add(id, { ...types, ...a2aFacts }, { own, last: answeredTask('Hello', 'completed') });
  }
  // Facts that say nothing can lose nothing.
  const journals = new Map<string, readonly object[]>();
  for (const { id } of facts)
    journals.set(id, journals.get(id) ?? (await openJournal(server.store, id).facts()));
  return facts.filter(({ id, seq, number }) =>
    numbersIn(JSON.stringify(journals.get(id)?.[seq - 1])).includes(number),
  );
}

interface Batch {
  /** What has to fit the session, by the type of the fact. */
  readonly own?: Readonly<Record<string, object>>;
  readonly last?: readonly ProposedFact[];
}

const isEven = (number: number) => number % 2 === 0;

const numbersIn = (text: string): readonly number[] =>
  [...text.toLowerCase().matchAll(/qzmark(\d+)end/g)].map(([, number]) => Number(number));

async function shownEverywhere(sessions: readonly string[], file: string): Promise<Shown> {
  return new Map([
    ...(await shownOverHttp(server, [...sessions, HOST_JOURNAL], { files: [file] })),
    ...(await shownOverMcp(project, server, TOOL_SETS, NAME)),
    ...(await shownOverA2a(server, sessions, [TASK])),
    ...(await shownInEditor(server.directory, NAME)),
  ]);
}

/** What a mark has to be seen on before it is erased, or the search would prove nothing. */
const SURFACES = [
  /^GET \/sessions$/,
  /^GET \/inbox/,
  /^GET \/sessions\/[^/]+$/,
  /^GET \/sessions\/[^/]+\?at=/,
  /\/facts/,
  /\/said/,
  /\/diff/,
  /\/export$/,
  /\/attachments\//,
  /^MCP [a-z]+:\/\//,
  /^MCP \w+_show/,
  /^A2A card/,
  /^A2A task /,
  /^ACP session\/list/,
  /^ACP session\/load/,
];

describe('erased text', () => {
  it('is on no surface, in no file and in no byte of the store, while running and after a restart', async () => {
    const { sessions, file } = await markedSessions();
    await writePlannerFiles(MARK);
    await settled();
    const before = showing(await shownEverywhere(sessions, file), MARK);
    expect(SURFACES.filter((surface) => !before.some((name) => surface.test(name)))).toEqual([]);
    expect(filesWith(server.directory, MARK)).not.toEqual([]);
    expect(filesWith(logs, MARK)).toHaveLength(1);

    const query = { words: MARK, reason: 'a test' };
    expect((await server.post('/erasures', { ...query, dryRun: true })).fields.caches).toBe(2);
    expect(filesWith(logs, MARK)).toHaveLength(1);
    const erased = await server.post('/erasures', query);
    expect(erased).toMatchObject({ status: 200, fields: { remainders: [], caches: 2 } });
    await settled();
    expect(filesWith(logs, MARK)).toEqual([]);
    expect(filesWith(logs, 'nothing to see')).toHaveLength(1);
    expect(showing(await shownEverywhere(sessions, file), MARK)).toEqual([]);
    expect(filesWith(server.directory, MARK)).toEqual([]);

    await server.restart();
    await settled();
    expect(showing(await shownEverywhere(sessions, file), MARK)).toEqual([]);
    expect(showing(await shownAtTerminal(server.directory, sessions), MARK)).toEqual([]);
    expect(filesWith(server.directory, MARK)).toEqual([]);
    expect(server.failures).toEqual([]);
  }, 240_000);

  it('is removed fact by fact, and nothing else with it', async () => {
    const facts = await numberedFacts();
    const sessions = [...new Set(facts.map(({ id }) => id))].filter((id) => id !== HOST_JOURNAL);
    const types = allFactTypes(registry);
    const erased = new Set<number>();
    const typeOf = (number: number) => facts.find((fact) => fact.number === number)?.type;
    const shown = async () => await shownEverywhere(sessions, facts[0]?.file ?? '');
    const numbersOf = (all: Shown) => new Set([...all.values()].flatMap(numbersIn));
    const before = numbersOf(await shown());
    for (const isPicked of [isEven, (number: number) => number % 3 === 0, () => true]) {
      for (const { id, seq, number } of facts) {
        if (!isPicked(number) || erased.has(number)) continue;
        await openJournal(server.store, id, { facts: types }).redact(seq);
        erased.add(number);
      }
      await openJournal(server.store, 'notes').attachments.collect({ graceMs: 0 });
      const now = await shown();
      const held = [...now].flatMap(([name, text]) =>
        numbersIn(text).flatMap((number) => (erased.has(number) ? `${name}: ${typeOf(number)}` : [])),
      );
      expect([...new Set(held)]).toEqual([]);
      const after = numbersOf(now);
      // Of what is shown in facts, nothing that was not erased is missing.
      const left = facts.filter(({ number }) => before.has(number) && !erased.has(number));
      expect(left.filter(({ number }) => !after.has(number))).toEqual([]);
      const bytes = filesWith(server.directory, 'qzmark').flatMap((file) =>
        numbersIn(readFileSync(file, 'latin1')),
      );
      expect(bytes.filter((number) => erased.has(number))).toEqual([]);
    }
    expect(erased.size).toBe(facts.length);
    expect(server.failures).toEqual([]);
  }, 240_000);
});
