import { setTimeout } from 'node:timers/promises';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { isWayfoldError } from '../../journal/error.ts';
import { type Fact, REDACTED } from '../../journal/fact.ts';
import type { OpenSession } from '../../sessions/open-session.ts';
import { plannerText } from '../../sessions/view/message.ts';
import { pauseNotice } from '../../sessions/view/pause-notice.ts';
import type { SessionView } from '../../sessions/view/session-view.ts';
import { planEntries } from '../../surfaces/acp/plan-entries.ts';
import { asJson } from './planner-samples.ts';
import {
  inProject,
  type OpenSurface,
  type PlannerOnSurfaces,
  type Shown,
  type Surface,
  type SurfaceAnswer,
  type SurfaceSetting,
  sessionsIn,
} from './planner-surface.ts';

/** A session as the application layer shows it, in the same form. */
export type Expected = Required<Omit<Shown, 'text'>>;

/** An action on a surface, and its result. */
export interface StoryStep {
  readonly answer: SurfaceAnswer;
  readonly facts: readonly Fact[];
  /** The texts of its facts. */
  readonly texts: readonly string[];
  /** All of that as text, as the planner replies. */
  readonly reply: string;
  readonly shown: Shown;
  readonly expected: Expected;
}

/** Everything that happened when a planner was used through one surface, from the start of a session to its end. */
export interface Story {
  readonly by: string;
  readonly beginsAtOnce: boolean;
  readonly begun: readonly Fact[];
  readonly said: StoryStep | undefined;
  readonly chosen: StoryStep | undefined;
  readonly refused: StoryStep | undefined;
  readonly done: StoryStep | undefined;
  readonly past: { readonly shown: Shown; readonly expected: Expected } | undefined;
  readonly fork: { readonly shown: Shown; readonly expected: Expected } | undefined;
  /** The seqs of facts that a stream delivered, of those appended while it was open. */
  readonly followed: { readonly told: readonly number[]; readonly appended: readonly number[] } | undefined;
  /** What is shown after everything that repeats the input has been erased. */
  readonly erased: Shown | undefined;
}

export const TIMEOUT_MS = 30_000;
export const POLL_MS = 20;

/** Uses a planner through a surface. `reference` is the same story without a surface: its results are waited for. */
export async function storyOf(
  planner: PlannerOnSurfaces,
  open: OpenSurface,
  reference: () => Promise<Story | undefined>,
  patienceMs = TIMEOUT_MS,
): Promise<Story> {
  const wanted = await reference();
  return await inProject(planner, async (setting) => {
    const surface = await open(setting);
    try {
      return await tell(setting, surface, { wanted, patienceMs });
    } finally {
      await surface.close();
    }
  });
}

/** The application layer itself, as if it were a surface. */
export const openSessionsLayer: OpenSurface = async (setting) => {
  const { store, own, limits, planner } = setting;
  const sessions = sessionsIn(store, own);
  const { module, config = {} } = planner;
  const by = 'tester';
  const act = async (
    id: string,
    done: (session: OpenSession) => Promise<unknown>,
  ): Promise<SurfaceAnswer> => {
    const session = await sessions.open(id);
    const { head } = await session.view();
    try {
      await done(session);
    } catch (error) {
      if (isWayfoldError(error)) return { text: error.message, code: error.code };
      throw error;
    }
    await session.untilIdle(limits ? { limits: { session: limits } } : {});
    return { text: (await session.turnSince(head)).text };
  };
  const show = async (id: string, at?: number): Promise<Shown> => {
    const session = await sessions.open(id);
    const view = await session.view(at);
    return {
      text: JSON.stringify([view.blocks, view.data, [...view.messages], await pauseNotice(session.session)]),
      blocks: asJson(view.blocks),
    };
  };
  return {
    by,
    beginsAtOnce: true,
    takesCommands: true,
    showsOthers: true,
    showsUnloaded: true,
    begin: async () => (await sessions.create({ planner: module.id, config, by })).id,
    say: (id, text) => act(id, (session) => session.say({ text }, { by })),
    choose: (id, { options = [] }, optionId) =>
      act(id, async (session) => {
        const chosen = options.find((option) => option.id === optionId);
        if (chosen) await session.do(chosen.command, { by });
      }),
    do: (id, command) => act(id, (session) => session.do(command, { by })),
    doAt: (id, command, expectedVersion) =>
      act(id, (session) => session.do(command, { by, expectedVersion })),
    sayOnce: (id, text, key) => act(id, (session) => session.say({ text }, { by, key })),
    show,
    showPast: show,
    close: async () => sessions.close(),
  };
};

/** The facts that count: the planner's own, and what people said to it. */
export function countedTypes(module: PlannerModule, facts: readonly Fact[]): readonly string[] {
  const types = facts.map(({ type }) => type);
  return types.filter((type) => type === 'user_input' || Object.hasOwn(module.facts, type));
}

async function tell(
  setting: SurfaceSetting,
  surface: Surface,
  { wanted, patienceMs }: { readonly wanted: Story | undefined; readonly patienceMs: number },
): Promise<Story> {
  const { sessions, planner } = setting;
  const { module, say, choose, command, refused } = planner;
  const id = await surface.begin();
  const session = await sessions.open(id);
  const begun = await factsOf(session);
  const step = (act: () => Promise<SurfaceAnswer>, like: StoryStep | undefined) =>
    stepOf(session, surface, { act, like, module, patienceMs });

  const sent = say === undefined ? undefined : await step(() => surface.say(id, say), wanted?.said);
  const moment = (await session.view()).head;
  const item = (await session.view()).waiting.find(({ options = [] }) =>
    options.some((option) => option.id === choose),
  );
  const chosen =
    choose === undefined || item === undefined
      ? undefined
      : await step(() => surface.choose(id, item, choose), wanted?.chosen);
  const does = surface.takesCommands;
  const done = does ? await step(() => surface.do(id, command), wanted?.done) : undefined;
  const stepRefused = does ? await step(() => surface.do(id, refused), wanted?.refused) : undefined;
  const { head } = await session.view();
  const reported = await surface.followed?.(head);
  const appended = (await factsOf(session)).slice(begun.length).map(({ seq }) => seq);
  return {
    by: surface.by,
    beginsAtOnce: surface.beginsAtOnce,
    begun,
    said: sent,
    chosen,
    refused: stepRefused,
    done,
    past: surface.showPast && {
      shown: await surface.showPast(id, moment),
      expected: expectedOf(await session.view(moment)),
    },
    fork: surface.showsOthers ? await forkOf(setting, surface, { id, moment }) : undefined,
    followed: reported && { told: reported, appended },
    erased: say === undefined ? undefined : await erasedOf(session, surface, say),
  };
}

async function stepOf(
  session: OpenSession,
  surface: Surface,
  {
    act,
    like,
    module,
    patienceMs,
  }: {
    act(): Promise<SurfaceAnswer>;
    readonly like: StoryStep | undefined;
    readonly module: PlannerModule;
    readonly patienceMs: number;
  },
): Promise<StoryStep> {
  const { head } = await session.view();
  const answer = await act();
  const wanted = countedTypes(module, like?.facts ?? []).length;
  const deadline = Date.now() + patienceMs;
  // Another process may run the session, and finish some time after the response.
  while (countedTypes(module, await factsOf(session, head)).length < wanted && Date.now() < deadline) {
    await setTimeout(POLL_MS);
  }
  const { view, facts, messages, text } = await session.turnSince(head);
  return {
    answer,
    facts,
    texts: messages.flatMap((message) => plannerText(message) ?? []),
    reply: text,
    shown: await surface.show(session.id),
    expected: expectedOf(view),
  };
}

async function forkOf(
  { sessions, planner: { module } }: SurfaceSetting,
  surface: Surface,
  { id, moment }: { readonly id: string; readonly moment: number },
): Promise<Story['fork']> {
  const forked = `${module.id}:forked`;
  if (surface.fork) await surface.fork(id, moment, forked);
  else await sessions.fork(id, moment, forked);
  const expected = expectedOf(await (await sessions.open(forked)).view());
  return { shown: await surface.show(forked), expected };
}

/** Erases every fact that repeats a text, directly or in an attachment it names, and shows what is left. */
async function erasedOf(session: OpenSession, surface: Surface, text: string): Promise<Shown> {
  for (const fact of await factsOf(session)) {
    if (fact.type !== REDACTED && (await repeats(session, fact, text)))
      await session.journal.redact(fact.seq);
  }
  return await surface.show(session.id);
}

async function repeats({ journal }: OpenSession, fact: Fact, text: string): Promise<boolean> {
  const json = JSON.stringify(fact);
  const wanted = JSON.stringify(text).slice(1, -1);
  if (json.includes(wanted)) return true;
  for (const [hash] of json.matchAll(/\b[0-9a-f]{64}\b/g)) {
    // A digest may look like the name of a file.
    const bytes = await journal.attachments.get(hash).catch(() => undefined);
    const file = bytes === undefined ? '' : new TextDecoder().decode(bytes);
    if (file.includes(wanted) || file.includes(text)) return true;
  }
  return false;
}

/** What every surface has to show of a view. */
export function expectedOf(view: SessionView): Expected {
  return {
    blocks: asJson(view.blocks),
    steps: (planEntries(view.blocks) ?? []).map(({ content }) => content),
    artifacts: view.module.artifacts(view.at).map(({ id }) => id),
  };
}

/** The facts of a session after one of them. */
export async function factsOf({ journal }: OpenSession, after = 0): Promise<readonly Fact[]> {
  // Every fact has the fields of its payload, whatever the journal's types.
  return (await journal.facts({ from: after + 1 })) as unknown as readonly Fact[];
}
