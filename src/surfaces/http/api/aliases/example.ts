import type { SessionRequest } from '../../../../sessions/sessions.ts';
import type { ApiContext } from '../api-context.ts';
import { type ExampleRepository, INSPIRING_BRANCH } from './example-repository.ts';

/** An example of a planner. */
export interface Example {
  readonly plannerId: string;
  readonly title: string;
  /** What the example shows, in one sentence. */
  readonly promise: string;
  /** Creates the example, and returns the session to open. */
  begin(context: ExampleContext): Promise<string>;
}

/** The input for creating an example. */
export interface ExampleContext extends Pick<ApiContext, 'sessions' | 'host' | 'place'> {
  /** The repository to plan for. */
  readonly repository: Pick<ExampleRepository, 'path'>;
  /** The person who creates it. */
  readonly by: string;
}

/** One for each planner. None needs a key or a network. */
export const EXAMPLES: readonly Example[] = [
  {
    plannerId: 'trip',
    title: 'Los Angeles to Chicago',
    promise: 'A road trip of eight days on a map. Break it, and only what is broken is repaired.',
    begin: (context) =>
      begin(context, {
        planner: 'trip',
        title: 'Los Angeles to Chicago',
        text: 'A road trip from Los Angeles to Chicago in 8 days',
      }),
  },
  {
    plannerId: 'tasks',
    title: 'Prepare a release',
    promise: 'Plain text becomes tasks, carried out one by one. You are asked if something is unclear.',
    begin: (context) =>
      begin(context, {
        planner: 'tasks',
        title: 'Prepare a release',
        text: '1. Summarise what has changed since the last release\n2. Ask which version number it should get\n3. Write the release notes\n4. List what could go wrong when people upgrade',
      }),
  },
  {
    plannerId: 'drafter',
    title: 'A question about a delivery',
    promise: 'A message arrives, and a draft waits. Nothing is sent without your approval.',
    begin: (context) =>
      begin(context, {
        planner: 'drafter',
        title: 'A question about a delivery',
        text: 'Hello! Can you deliver forty sacks on Monday instead of Thursday? We would need to know by tomorrow.',
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
    begin: async (context) =>
      begin(context, {
        planner: 'commits',
        title: 'Exact totals for a basket',
        config: {
          repository: await context.repository.path(),
          inspirations: [INSPIRING_BRANCH],
          acceptanceCriteria: ['The total of 0.1 and 0.2 is 0.3'],
          constraints: ['total(items) keeps its name and its arguments'],
          backend: 'model',
        },
        text: 'Add up prices exactly, also when there are several of each',
      }),
  },
];

async function begin({ sessions, by }: ExampleContext, wanted: Omit<SessionRequest, 'by'>): Promise<string> {
  return (await sessions.create({ config: {}, ...wanted, by })).id;
}

/** Two sessions in a conversation: one waits for approval, the other replies automatically. */
async function beginScenario(context: ExampleContext): Promise<string> {
  const side = (title: string, myAgentId: string, mode: 'approve' | 'auto') =>
    begin(context, {
      planner: 'scenario',
      title,
      config: { scenarioUrl: 'example:flour-supply', myAgentId },
      mode,
    });
  const second = await side('A year of flour: the mill', 'mill-sales', 'auto');
  const first = await side('A year of flour: the bakery', 'bakery-buyer', 'approve');
  await context.host.pair(await context.place.store(), { first, second });
  return first;
}
