import assert from 'node:assert/strict';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import {
  countedTypes,
  type Expected,
  openSessionsLayer,
  type Story,
  type StoryStep,
  storyOf,
} from './planner-story.ts';
import type { PlannerOnSurfaces, Shown, SurfaceName } from './planner-surface.ts';
import type { TestRunner } from './suite.ts';
import { once, type SurfaceTrial } from './surface-trial.ts';
import { trialLaws } from './trial-laws.ts';

const TIMEOUT_MS = 240_000;

/** What a planner must do identically on each of these surfaces, as tests. */
export function surfaceLaws(
  planner: PlannerOnSurfaces,
  surfaces: readonly SurfaceTrial[],
  runner: TestRunner,
): void {
  const reference = once(() => storyOf(planner, openSessionsLayer, async () => undefined));
  for (const surface of surfaces) {
    const { name, load, patienceMs } = surface;
    const story = once(async () => storyOf(planner, await load(), reference, patienceMs));
    runner.describe(`over ${name}`, () => {
      laws({ planner, name, story, reference }, runner);
      trialLaws(planner, surface, runner);
    });
  }
}

interface Tried {
  readonly planner: PlannerOnSurfaces;
  readonly name: SurfaceName;
  readonly story: () => Promise<Story>;
  readonly reference: () => Promise<Story>;
}

function laws({ planner, name, story, reference }: Tried, runner: TestRunner): void {
  const { module, say, choose } = planner;
  const it = (law: string, check: (story: Story, wanted: Story) => void) =>
    void runner.it(law, async () => check(await story(), await reference()), TIMEOUT_MS);
  const takesCommands = name !== 'a2a';

  it('starts a session with its setup', ({ begun, beginsAtOnce }, wanted) => {
    const types = begun.map(({ type }) => type);
    const begins = wanted.begun.map(({ type }) => type);
    for (const type of begins) assert.ok(types.includes(type), `there is no ${type}`);
    if (!beginsAtOnce) return;
    assert.deepEqual(types.slice(0, begins.length), begins);
    assert.equal(new Set(begun.slice(0, begins.length).map(({ ts }) => ts)).size, 1, 'it took several steps');
  });

  if (say !== undefined) {
    it('plans for a message', ({ said }, wanted) => assertSame(planner, said, wanted.said));
    it('replies with the texts of its facts', ({ said }) => assertTold(name, said));
  }

  it('shows what the planner shows', ({ said, done, chosen }) => {
    for (const step of [said, chosen, done]) if (step) assertShown(step.shown, step.expected);
  });

  if (choose !== undefined) {
    it('offers waiting items, and runs the chosen option', ({ chosen }, wanted) =>
      assertSame(planner, chosen, wanted.chosen));
  }

  if (takesCommands) {
    it('runs a command', ({ done }, wanted) => assertSame(planner, done, wanted.done));

    it('refuses with the same code, and leaves nothing but the record of it', ({ refused }, wanted) => {
      assert.notEqual(wanted.refused?.answer.code, undefined, 'the command is not refused at all');
      assert.equal(refused?.answer.code, wanted.refused?.answer.code, refused?.answer.text);
      const types = (step: StoryStep | undefined) => (step?.facts ?? []).map(({ type }) => type);
      assert.deepEqual(types(refused), types(wanted.refused));
    });
  }

  it('records the author', (replies, wanted) => {
    for (const step of ['said', 'chosen', 'done'] as const) {
      if (replies[step] === undefined) continue;
      assert.deepEqual(authorsOf(module, replies, step), authorsOf(module, wanted, step));
    }
  });

  if (say !== undefined) {
    it('shows erased text nowhere', ({ erased }) => {
      assert.ok(erased, 'nothing was erased');
      assert.ok(!erased.text.includes(JSON.stringify(say).slice(1, -1)), 'it is still shown');
    });
  }

  if (takesCommands) {
    it('shows a fork as the session was at that moment', ({ fork }) => {
      assert.ok(fork);
      assertShown(fork.shown, fork.expected);
    });
  }

  if (name === 'http' || name === 'cli') {
    it('shows a moment in the past', ({ past }) => {
      assert.ok(past);
      assertShown(past.shown, past.expected);
    });
  }

  if (name === 'http') {
    it('streams every fact', ({ followed }) => {
      assert.deepEqual(followed?.told, followed?.appended);
    });
  }
}

/** The authors of a step's facts, with one word for the user of the surface: planners write their own names. */
function authorsOf(
  module: PlannerModule,
  { by, ...story }: Story,
  step: 'said' | 'chosen' | 'done',
): unknown {
  const facts = (story[step]?.facts ?? []).filter((fact) => countedTypes(module, [fact]).length > 0);
  return facts.map((fact) => [fact.type, fact.by === by ? 'whoever used it' : fact.by]);
}

function assertSame(
  { module }: PlannerOnSurfaces,
  step: StoryStep | undefined,
  wanted: StoryStep | undefined,
): void {
  assert.ok(step, 'it was not done');
  assert.ok(wanted, 'it cannot be done at all');
  assert.equal(step.answer.code, undefined, step.answer.text);
  assert.deepEqual(countedTypes(module, step.facts), countedTypes(module, wanted.facts));
}

/** Texts appear in the words of each fact, or of the planner's own reply. Over HTTP they are read from the session. */
function assertTold(name: SurfaceName, step: StoryStep | undefined): void {
  assert.ok(step);
  const { texts, reply, answer, shown } = step;
  const text = plain(name === 'http' ? shown.text : answer.text);
  const hasReply = reply !== '' && text.includes(plain(reply));
  const missing = texts.filter(
    (each) => !text.includes(plain(name === 'http' ? JSON.stringify(each).slice(1, -1) : each)),
  );
  assert.ok(hasReply || missing.length === 0, `it does not say ${JSON.stringify(missing)}: ${answer.text}`);
}

/** Surfaces may wrap lines. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function assertShown(shown: Shown, expected: Expected): void {
  if (shown.blocks !== undefined) assert.deepEqual(shown.blocks, expected.blocks);
  if (shown.steps !== undefined) assert.deepEqual(shown.steps, expected.steps);
  if (shown.artifacts !== undefined) assert.deepEqual(shown.artifacts, expected.artifacts);
}
