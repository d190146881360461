import { readFile } from 'node:fs/promises';
import { ingest } from '../../../harness/ingest.ts';
import { reconfigurePlanner } from '../../../harness/reconfigure.ts';
import { createSession, type Session } from '../../../host/session.ts';
import { Attachments } from '../../../journal/attachments.ts';
import { systemClock } from '../../../journal/clock.ts';
import type { ProposedFact } from '../../../journal/fact.ts';
import type { FactStore } from '../../../journal/store.ts';
import type { ApiSetting } from '../api-setting.ts';
import { configFromSeed } from '../setup.ts';
import { shortName } from '../short-name.ts';
import { exampleRepository, INSPIRING_BRANCH } from './example-repository.ts';

const SCENARIO = new URL('../../../../examples/scenarios/flour-supply.json', import.meta.url);

/** Something to try a planner with. */
export interface Example {
  readonly plannerId: string;
  readonly title: string;
  /** What one will see, in one sentence. */
  readonly promise: string;
  /** Begins it, and gives the session to look at. */
  begin(store: FactStore, setting: ExampleSetting): Promise<string>;
}

/** What examples are begun with. */
export interface ExampleSetting extends ApiSetting {
  /** Where an example may keep files of its own. */
  readonly examplesFolder: string;
}

/** One for each planner. All of them work without a key and without a network. */
export const EXAMPLES: readonly Example[] = [
  {
    plannerId: 'trip',
    title: 'Los Angeles to Chicago',
    promise: 'A road trip of eight days on a globe. Break it, and only what is broken is mended.',
    begin: (store, setting) =>
      beginWith(store, setting, {
        plannerId: 'trip',
        title: 'Los Angeles to Chicago',
        first: [{ type: 'user_input', text: 'A road trip from Los Angeles to Chicago in 8 days' }],
      }),
  },
  {
    plannerId: 'tasks',
    title: 'Prepare a release',
    promise: 'Plain words become tasks that are carried out one by one, and ask when something is unclear.',
    begin: (store, setting) =>
      beginWith(store, setting, {
        plannerId: 'tasks',
        title: 'Prepare a release',
        first: [
          {
            type: 'user_input',
            text: '1. Summarise what has changed since the last release\n2. Ask which version number it should get\n3. Write the release notes\n4. List what could go wrong when people upgrade',
          },
        ],
      }),
  },
  {
    plannerId: 'drafter',
    title: 'A question about a delivery',
    promise: 'A message comes in, a draft waits. Nothing is sent that you have not approved.',
    begin: (store, setting) =>
      beginWith(store, setting, {
        plannerId: 'drafter',
        title: 'A question about a delivery',
        first: [
          {
            type: 'remote_received',
            messageId: 'example-1',
            text: 'Hello! Can you deliver forty sacks on Monday instead of Thursday? We would need to know by tomorrow.',
          },
          { type: 'status_changed', a2a: 'input-required' },
        ],
      }),
  },
  {
    plannerId: 'scenario',
    title: 'A year of flour',
    promise: 'A bakery and its mill negotiate, each with its own tools and secrets. Watch both sides.',
    begin: beginScenario,
  },
  {
    plannerId: 'commits',
    title: 'Exact totals for a basket',
    promise: 'The history of a small repository becomes a plan for the next change, with its evidence.',
    begin: async (store, setting) =>
      beginWith(store, setting, {
        plannerId: 'commits',
        title: 'Exact totals for a basket',
        config: {
          repository: await exampleRepository(setting.examplesFolder),
          inspirations: [INSPIRING_BRANCH],
          acceptanceCriteria: ['The total of 0.1 and 0.2 is 0.3'],
          constraints: ['total(items) keeps its name and its arguments'],
          backend: 'model',
        },
        first: [{ type: 'user_input', text: 'Add up prices exactly, also when there are several of each' }],
      }),
  },
];

interface Beginning {
  readonly plannerId: string;
  readonly title: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly mode?: 'approve' | 'auto';
  readonly first?: readonly ProposedFact[];
}

async function beginWith(store: FactStore, setting: ExampleSetting, beginning: Beginning): Promise<string> {
  const { journal } = await prepare(store, setting, beginning);
  await setting.host.host(store, journal.id);
  return journal.id;
}

async function prepare(
  store: FactStore,
  { registry, llm }: ExampleSetting,
  { plannerId, title, config: seed = {}, mode, first = [] }: Beginning,
): Promise<Session> {
  const { planner } = registry.get(plannerId);
  const full = await configFromSeed(planner, seed, { llm, store });
  const session = await createSession(store, registry, {
    id: `${plannerId}:${shortName()}`,
    title,
    plannerId,
  });
  await reconfigurePlanner(session.journal, { planner, ...full, ...(mode && { mode }) });
  if (first.length > 0) await ingest(session.journal, first);
  return session;
}

/** Two sessions that talk to each other: one waits for approval, the other answers by itself. */
async function beginScenario(store: FactStore, setting: ExampleSetting): Promise<string> {
  const { sha256 } = await new Attachments(store, systemClock).put(new Uint8Array(await readFile(SCENARIO)));
  const side = (title: string, myAgentId: string, mode: 'approve' | 'auto') =>
    prepare(store, setting, {
      plannerId: 'scenario',
      title,
      config: { scenarioUrl: `sha256:${sha256}`, myAgentId },
      mode,
    });
  const mill = await side('A year of flour: the mill', 'mill-sales', 'auto');
  const bakery = await side('A year of flour: the bakery', 'bakery-buyer', 'approve');
  await setting.host.pair(store, { first: bakery.journal.id, second: mill.journal.id });
  return bakery.journal.id;
}
