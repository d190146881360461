import assert from 'node:assert/strict';
import { openSessionsLayer } from './planner-story.ts';
import type { PlannerOnSurfaces, SurfaceAnswer } from './planner-surface.ts';
import {
  type Attempt,
  PAUSE,
  plannedIn,
  repeatedOf,
  spentOf,
  type Trial,
  type TrialResult,
  trialOf,
} from './planner-trial.ts';
import type { TestRunner } from './suite.ts';
import { once, type SurfaceTrial } from './surface-trial.ts';

const TIMEOUT_MS = 240_000;

/** What a surface must promise for a planner when something is in its way, as tests. */
export function trialLaws(
  planner: PlannerOnSurfaces,
  { name, load, patienceMs }: SurfaceTrial,
  runner: TestRunner,
): void {
  const { more, module } = planner;
  if (more === undefined) return;
  const it = (law: string, check: () => Promise<void>) => void runner.it(law, check, TIMEOUT_MS);

  if (name === 'http' || name === 'a2a') {
    it('records a message once that is repeated under its key, at once, later and elsewhere', async () => {
      assert.deepEqual((await repeatedOf(planner, await load())).said, [more(1)]);
    });
  }

  if (name === 'a2a') return;
  const reference = once(() => trialOf(planner, openSessionsLayer, async () => undefined));
  const trial = once(async () => trialOf(planner, await load(), reference, patienceMs));
  const law = (says: string, check: (trial: Trial, wanted: Trial) => void) =>
    it(says, async () => check(await trial(), await reference()));
  /** The text that has to tell something: over HTTP an answer has the facts alone. */
  const textOf = ({ answer, shown }: Attempt) => (name === 'http' ? shown.text : answer.text);

  law(
    'records what is said while it is paused, plans nothing, and says who paused it and why',
    ({ paused }) => {
      assert.equal(paused.answer.code, undefined, paused.answer.text);
      assert.deepEqual(textsIn(paused), [more(2)]);
      assert.deepEqual(plannedIn(planner, paused), []);
      for (const word of Object.values(PAUSE)) assert.ok(textOf(paused).includes(word), textOf(paused));
    },
  );

  law('does the same while everything is paused', ({ halted }) => {
    assert.deepEqual(textsIn(halted), [more(9)]);
    assert.deepEqual(plannedIn(planner, halted), []);
    // Over HTTP a pause of everything has an address of its own.
    if (name !== 'http')
      for (const word of Object.values(PAUSE)) assert.ok(textOf(halted).includes(word), textOf(halted));
  });

  law('plans for what was said while it was paused, once it is resumed', ({ resumed }, wanted) =>
    assertSettled(resumed, wanted.resumed),
  );

  law('refuses a command that expects an earlier version before anything is recorded', ({ stale }) => {
    if (stale === undefined) return;
    assertRefused(stale, 'conflict');
    assert.deepEqual(stale.facts, []);
  });

  law('loses nothing that two clients say at once, and plans it once', ({ together }, wanted) =>
    assertSettled(together, wanted.together),
  );

  law('goes on with what a worker heard that was killed before it planned', ({ killed }, wanted) =>
    assertSettled(killed, wanted.killed),
  );

  law('refuses what is said to an archived session, and records nothing', ({ archived }, wanted) => {
    assertRefused(archived, wanted.archived.answer.code);
    assert.deepEqual(archived.facts, []);
  });

  if (name === 'http' || name === 'cli') {
    law('shows a session whose planner is not loaded, and changes nothing in it', ({ unloaded }) => {
      if (unloaded === undefined) return;
      assertRefused(unloaded, 'planner-not-loaded');
      assert.deepEqual(unloaded.facts, []);
      assert.ok(unloaded.shown.text.includes(module.id), unloaded.shown.text);
    });
  }

  it('keeps to the limits of the configuration', async () => {
    const spent = await spentOf(planner, await load(), patienceMs);
    assert.equal(textsIn(spent).length, 1);
    assert.deepEqual(plannedIn(planner, spent), []);
    assert.match(textOf(spent), /\bof 0\.001 seconds\b|"cause":"limit"/);
  });
}

function textsIn({ facts }: Attempt): readonly unknown[] {
  return facts.flatMap(({ type, text }) => (type === 'user_input' ? [text] : []));
}

function assertRefused({ answer }: { readonly answer: SurfaceAnswer }, code: string | undefined): void {
  assert.notEqual(code, undefined, 'it is not refused at all');
  assert.equal(answer.code, code, answer.text);
}

/** What two clients say at once has no order. */
function assertSettled(found: TrialResult, wanted: TrialResult): void {
  assert.deepEqual(found.said.toSorted(), wanted.said.toSorted());
  assert.deepEqual(found.steps, wanted.steps);
}
