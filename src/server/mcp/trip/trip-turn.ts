import { setTimeout } from 'node:timers/promises';
import { createHarness } from '../../../harness/harness.ts';
import { ledgerOf } from '../../../harness/ledger.ts';
import { openAdmission, type WorkLimits } from '../../../host/admission.ts';
import { HostError } from '../../../host/error.ts';
import { followSetup } from '../../../host/journal-setup.ts';
import type { Session } from '../../../host/session.ts';
import { isGone, ownWorkerName } from '../../../host/this-process.ts';
import { WayfoldError } from '../../../journal/error.ts';
import { FREE_CODES } from '../../../journal/error-codes.ts';
import type { Envelope, Fact } from '../../../journal/fact.ts';
import { ConflictError } from '../../../kernel/error.ts';
import { DEFAULT_TRIP_CONFIG, TripConfig, tripFamily, tripPlanner } from '../../../planners/trip/index.ts';
import { LOOK_AGAIN_MS } from '../../reopening-store.ts';

/** What a person says to the planner, or chooses of what it offers. */
export type TripInput = { readonly text: string } | { readonly choose: string };

/** How something is said. */
export interface TripTurnOptions {
  /** The version that nobody may have gone beyond. */
  readonly at?: number | undefined;
  /** Who says it. */
  readonly by: string;
  readonly limits?: WorkLimits | undefined;
}

/**
 * Appends what was said and lets the harness plan, as every surface does. Resolves to the facts since; another process
 * may have planned for it, and while work is paused nobody has.
 */
export async function tripTurn(
  session: Session,
  input: TripInput,
  { at, by, limits }: TripTurnOptions,
): Promise<readonly Fact[]> {
  const { journal } = session;
  if ((await ledgerOf(journal)).archived) throw archived(journal.id);
  const said = await journal.append(
    [{ type: 'user_input', ...input, by }],
    at === undefined ? {} : { expectedSeq: at },
  );
  if (!said.ok) throw tripConflict(journal.id, at ?? 0, said.head);
  await plan(session, said.head, limits);
  const facts = await journal.facts({ from: said.head });
  const failure = facts.find(({ type }) => type === 'planner_error');
  // Every fact has the fields of its payload.
  if (failure) throw plannerFailure(failure as Fact);
  return facts as unknown as readonly Fact[];
}

/** Plans until the input at this seq has been planned for, by whomever, or until work is paused. */
async function plan(session: Session, seq: number, limits: WorkLimits | undefined): Promise<void> {
  const { journal } = session;
  const setup = await followSetup(session);
  const config = TripConfig.safeParse(setup.current()?.config).data ?? DEFAULT_TRIP_CONFIG;
  setup.close();
  const harness = createHarness({
    journal,
    planner: tripPlanner,
    config,
    options: {
      family: tripFamily,
      worker: ownWorkerName('mcp'),
      isGone,
      mayBegin: openAdmission(journal, { store: session.store, limits }).mayBegin,
    },
  });
  const settled = settledAt(session, seq);
  try {
    for (;;) {
      const { rest, heldUntil } = await harness.runPlanningPass();
      if (rest === 'no-trigger' || rest === 'paused') return;
      // Another process is at it, or was: the harness takes over when its claim runs out.
      if (heldUntil !== undefined) {
        const isSettled = settled.promise.then(() => true);
        if (await Promise.race([isSettled, setTimeout(LOOK_AGAIN_MS, false, { ref: false })])) return;
      } else if (rest !== undefined) throw resting(journal.id, rest);
    }
  } finally {
    settled.stop();
    await harness.close();
  }
}

/** Resolves when a pass has been settled that took the input at this seq into account. */
function settledAt({ journal }: Session, seq: number) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onError = (error: unknown, retrying: boolean) => {
    if (!retrying) reject(error);
  };
  const stop = journal.subscribe({ from: seq + 1, onError }, (facts) => {
    if (facts.some((fact) => isSettlement(fact, seq))) resolve();
  });
  promise.catch(() => undefined);
  return { promise, stop };
}

function isSettlement(fact: Envelope, seq: number): boolean {
  if (fact.type !== 'pass_settled' || !('triggers' in fact)) return false;
  const { input } = Object(fact.triggers);
  return typeof input === 'number' && input >= seq;
}

export function tripConflict(journal: string, expected: number, actual: number): ConflictError {
  return new ConflictError({
    message: `The trip is at version ${actual}, not ${expected}: somebody else has changed it. Call trip_show, then decide again.`,
    expected: `journal ${journal} at version ${expected}`,
    actual: `version ${actual}`,
    fix: 'Nothing was appended. Read the trip, then decide again.',
  });
}

function archived(journal: string): HostError {
  return new HostError('no-session', {
    expected: `a trip in ${journal} that goes on`,
    actual: 'one that was archived',
    fix: 'Nothing was appended. Begin another under another trip_id.',
  });
}

function resting(journal: string, reason: string): HostError {
  return new HostError('no-session', {
    expected: `the planner of ${journal} to answer`,
    actual: `a planner that rests (${reason})`,
    fix: 'What was said is recorded. See `wayfold journal show` for why it rests.',
  });
}

/** A failure of the planner, with the code that is on record. */
class RecordedFailure extends WayfoldError {
  override readonly name = 'RecordedFailure';

  protected override get codes() {
    return FREE_CODES;
  }
}

function plannerFailure({ code, message }: Fact): WayfoldError {
  return new RecordedFailure(String(code), {
    expected: 'the trip planner to answer',
    actual: String(message),
    fix: 'What was said is recorded, and the trip is as it was. Say it again to try again.',
  });
}
