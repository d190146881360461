import { approve } from '../../src/harness/drafts/decisions.ts';
import { meaningOf } from '../../src/harness/module/decide-command.ts';
import { foldModule } from '../../src/harness/module/module-fold.ts';
import { momentOf } from '../../src/harness/module/module-moment.ts';
import type { Fact } from '../../src/journal/fact.ts';
import type { ProposedFact } from '../../src/journal/index.ts';
import { commitsModule } from '../../src/planners/commits/module.ts';
import type { SessionFollower } from './session-follower.ts';

/** Which planner a session has. */
export const PLANNER_IDS = ['drafter', 'scenario', 'tasks', 'commits', 'trip'] as const;
export type PlannerId = (typeof PLANNER_IDS)[number];

/** What came of a turn: the seq of the fact that a pass had to answer, and whether the session can have another one. */
export interface Turn {
  readonly trigger: number;
  readonly finished: boolean;
}

const REQUESTS = [
  'Ten days in Portugal in June: Lisbon, Coimbra and Porto, by train.',
  'Add a day in Braga.',
  'Begin in Porto and end in Lisbon.',
  'We would rather drive.',
  'Leave out Braga.',
];
const OVER: ReadonlySet<unknown> = new Set(['completed', 'failed', 'canceled', 'rejected']);

/** Says something to a session, waits for the plan, and decides on it as a person would. */
export async function turn(
  planner: PlannerId,
  followed: SessionFollower,
  { number, signal }: { readonly number: number; readonly signal: AbortSignal },
): Promise<Turn> {
  switch (planner) {
    case 'drafter':
    case 'scenario':
      return await converse(followed, number, signal);
    case 'tasks':
      return await carryOut(followed, signal);
    case 'commits':
      return await planCommits(followed, number, signal);
    case 'trip': {
      const text = REQUESTS[number % REQUESTS.length] ?? '';
      return { trigger: await say(followed, [{ type: 'user_input', text }], signal), finished: false };
    }
  }
}

async function converse(followed: SessionFollower, number: number, signal: AbortSignal): Promise<Turn> {
  const { journal } = followed.session;
  const text = `Where do we stand on point ${number} of ${journal.id}?`;
  const message = { type: 'remote_received', messageId: `m${number}`, text };
  // With the first message: alone it would be a reason to plan as well.
  const opening = number === 1 ? [{ type: 'status_changed', a2a: 'input-required' }] : [];
  const trigger = await say(followed, [...opening, message], signal);
  const draft = followed.facts.findLast(({ type, seq }) => type === 'compose_intent' && seq > trigger);
  if (draft === undefined) return { trigger, finished: false };
  const composeId = String(draft.composeId);
  await approve(journal, { composeId, digest: String(draft.digest), by: 'load' });
  await followed.until((facts) => facts.find((fact) => isSent(fact, composeId)), signal);
  return { trigger, finished: OVER.has(draft.nextStateHint) };
}

function isSent({ type, ...fact }: Fact, composeId: string): boolean {
  return type === 'remote_sent' && fact.composeId === composeId;
}

/** A task plan has one end; there is nothing to say after it. */
async function carryOut(followed: SessionFollower, signal: AbortSignal): Promise<Turn> {
  const text = ['write the outline', 'write the text', 'read it again'].map((task) => `- ${task}`).join('\n');
  const trigger = await say(followed, [{ type: 'user_input', text }], signal);
  await followed.until((facts) => facts.find(({ type }) => type === 'PlanningCompleted'), signal);
  return { trigger, finished: true };
}

async function planCommits(followed: SessionFollower, number: number, signal: AbortSignal): Promise<Turn> {
  const { journal } = followed.session;
  const text = `Make part ${number} faster.`;
  const trigger = await say(followed, [{ type: 'user_input', text }], signal);
  const made = (fact: Fact) => fact.seq > trigger && /^plan_(proposed|failed)$/.test(fact.type);
  const { type } = await followed.until((facts) => facts.find(made), signal);
  if (type === 'plan_failed') return { trigger, finished: false };
  await journal.append(acceptedBy(followed.facts), { key: `accept ${number}` });
  return { trigger, finished: false };
}

const COMMITS = commitsModule();

/** The decision of somebody who accepts the plan that was made last. */
function acceptedBy(facts: readonly Fact[]): readonly ProposedFact[] {
  const at = momentOf(COMMITS, {
    state: foldModule(COMMITS, facts),
    config: undefined,
    loaded: undefined,
    head: facts.at(-1)?.seq ?? 0,
    nativeFrom: 1,
  });
  const ledger = { openQuestions: [] };
  return meaningOf({ module: COMMITS, at, ledger }, { text: 'accept' }, { by: 'load' });
}

/** Appends facts, and resolves to the seq of the last one when a pass has answered it. */
async function say(
  followed: SessionFollower,
  facts: readonly ProposedFact[],
  signal: AbortSignal,
): Promise<number> {
  const appended = await followed.session.journal.append(facts);
  await followed.until((facts) => facts.find((each) => settles(each, appended.head)), signal);
  return appended.head;
}

/** Whether a fact says that a pass has answered the fact with this seq. */
export function settles({ type, triggers }: Fact, seq: number): boolean {
  return type === 'pass_settled' && Object.values(triggers ?? {}).includes(seq);
}
