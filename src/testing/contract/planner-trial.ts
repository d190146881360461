import { setTimeout } from 'node:timers/promises';
import { ledgerOf } from '../../harness/conversation/ledger.ts';
import { pauseEverything, pauseSession, resumeEverything, resumeSession } from '../../host/pausing.ts';
import type { Fact } from '../../journal/fact.ts';
import type { OpenSession } from '../../sessions/open-session.ts';
import { countedTypes, expectedOf, factsOf, POLL_MS, TIMEOUT_MS } from './planner-story.ts';
import {
  inProject,
  type OpenSurface,
  type PlannerOnSurfaces,
  type Shown,
  type Surface,
  type SurfaceAnswer,
  type SurfaceSetting,
} from './planner-surface.ts';

/** Why somebody paused the session. */
export const PAUSE = { by: 'grace', reason: 'Prices changed' } as const;

/** An action, and what it recorded. */
export interface Attempt {
  readonly answer: SurfaceAnswer;
  readonly facts: readonly Fact[];
  readonly shown: Shown;
}

/** What a session holds once everything that was said to it has been planned for. */
export interface TrialResult {
  /** The texts that were said, in order. */
  readonly said: readonly string[];
  /** The steps that are shown, sorted. */
  readonly steps: readonly string[];
}

/** How a planner on a surface does when something is in its way. */
export interface Trial {
  readonly paused: Attempt;
  /** While everything in the store is paused. */
  readonly halted: Attempt;
  readonly resumed: TrialResult;
  /** A command that expects an earlier version; absent if commands expect none. */
  readonly stale: Attempt | undefined;
  /** After two clients spoke at once. */
  readonly together: TrialResult;
  /** After the worker that heard a message was gone before it was planned for. */
  readonly killed: TrialResult;
  readonly archived: Attempt;
  /** Through a program that has not loaded the planner; absent for built-in ones. */
  readonly unloaded: Attempt | undefined;
}

interface TrialOptions {
  readonly more: (n: number) => string;
  /** The same trial without a surface: its results are waited for. */
  readonly wanted: Trial | undefined;
  readonly patienceMs: number;
}

/** Puts things in the way of a planner on a surface. */
export async function trialOf(
  planner: PlannerOnSurfaces,
  open: OpenSurface,
  reference: () => Promise<Trial | undefined>,
  patienceMs = TIMEOUT_MS,
): Promise<Trial> {
  const { more } = planner;
  if (more === undefined) throw new TypeError('A trial needs messages to send.');
  const wanted = await reference();
  return await inProject(planner, async (setting) => {
    const clients: Surface[] = [];
    const openOne = async (changed: Partial<SurfaceSetting> = {}) => {
      const client = await open({ ...setting, ...changed });
      clients.push(client);
      return client;
    };
    try {
      return await tried(setting, openOne, { more, wanted, patienceMs });
    } finally {
      for (const client of clients) await client.close();
    }
  });
}

async function tried(
  { sessions, store, planner: { command }, own }: SurfaceSetting,
  openOne: (changed?: Partial<SurfaceSetting>) => Promise<Surface>,
  { more, wanted, patienceMs }: TrialOptions,
): Promise<Trial> {
  const first = await openOne();
  const session = await sessions.open(await first.begin());
  const { id, journal } = session;
  const settled = (like: TrialResult | undefined) => settledAs(session, like, patienceMs);
  const attempt = (client: Surface, act: () => Promise<SurfaceAnswer>) => attemptOf(session, client, act);

  await first.say(id, more(1));
  await pauseSession(journal, PAUSE);
  const paused = await attempt(first, () => first.say(id, more(2)));
  await pauseEverything(store, PAUSE);
  await resumeSession(journal, { by: PAUSE.by });
  const halted = await attempt(first, () => first.say(id, more(9)));
  await resumeEverything(store, { by: PAUSE.by });
  await first.say(id, more(3));
  const resumed = await settled(wanted?.resumed);

  const { head } = await session.view();
  const { doAt } = first;
  const stale = doAt && (await attempt(first, () => doAt(id, command, head - 1)));

  const second = await openOne();
  await Promise.all([first.say(id, more(4)), second.say(id, more(5))]);
  const together = await settled(wanted?.together);

  await journal.append([{ type: 'user_input', text: more(6) }]);
  await first.kill?.();
  const third = await openOne();
  await third.say(id, more(7));
  const killed = await settled(wanted?.killed);

  const unloaded =
    own.length === 0 || !third.showsUnloaded
      ? undefined
      : await openOne({ own: [] }).then((without) => attempt(without, () => without.do(id, command)));
  await session.do({ type: 'archive' }, { by: PAUSE.by });
  const archived = await attempt(third, () => third.say(id, more(8)));
  return { paused, halted, resumed, stale, together, killed, unloaded, archived };
}

/** Says something to a session that has spent its whole budget, which takes a few messages of a quick planner. */
export async function spentOf(
  planner: PlannerOnSurfaces,
  open: OpenSurface,
  patienceMs = TIMEOUT_MS,
): Promise<Attempt> {
  const run = async (setting: SurfaceSetting) => {
    const client = await open(setting);
    try {
      const session = await setting.sessions.open(await client.begin());
      const say = async (n: number) => await client.say(session.id, planner.more?.(n) ?? '');
      const deadline = Date.now() + patienceMs;
      let n = 1;
      while (!(await isPaused(session)) && Date.now() < deadline) await say(n++);
      return await attemptOf(session, client, () => say(n));
    } finally {
      await client.close();
    }
  };
  return await inProject(planner, run, { seconds: 0.001 });
}

async function isPaused({ journal }: OpenSession): Promise<boolean> {
  return (await ledgerOf(journal)).pause !== undefined;
}

/** Sends one message again and again under its key: at once, later, and through another client. */
export async function repeatedOf(planner: PlannerOnSurfaces, open: OpenSurface): Promise<TrialResult> {
  return await inProject(planner, async (setting) => {
    const first = await open(setting);
    const second = await open(setting);
    try {
      const session = await setting.sessions.open(await first.begin());
      const say = async ({ sayOnce }: Surface) =>
        await sayOnce?.(session.id, planner.more?.(1) ?? '', 'the-key-of-it');
      await Promise.all([say(first), say(first)]);
      await say(first);
      await say(second);
      return await settledAs(session, undefined, 0);
    } finally {
      await second.close();
      await first.close();
    }
  });
}

async function attemptOf(
  session: OpenSession,
  client: Surface,
  act: () => Promise<SurfaceAnswer>,
): Promise<Attempt> {
  const { head } = await session.view();
  const answer = await act();
  const shown = await client.show(session.id);
  return { answer, facts: await factsOf(session, head), shown };
}

/** Other processes may plan some time after the response. */
async function settledAs(
  session: OpenSession,
  wanted: TrialResult | undefined,
  patienceMs: number,
): Promise<TrialResult> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const view = await session.view();
    const steps = (expectedOf(view).steps ?? []).toSorted();
    if (wanted === undefined || `${steps}` === `${wanted.steps}` || Date.now() > deadline) {
      const inputs = (await factsOf(session)).flatMap(({ type, text }) =>
        type === 'user_input' ? [String(text)] : [],
      );
      return { said: inputs, steps };
    }
    await setTimeout(POLL_MS);
  }
}

/** How many facts that count an attempt recorded, beside what was said. */
export function plannedIn({ module }: PlannerOnSurfaces, { facts }: Attempt): readonly string[] {
  return countedTypes(module, facts).filter((type) => type !== 'user_input');
}
