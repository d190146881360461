import type { ProposedConversationFact } from '../../src/harness/facts.ts';
import {
  conversationFacts,
  createHarness,
  digestOf,
  type Harness,
  type Planner,
} from '../../src/harness/index.ts';
import { type FactStore, openJournal } from '../../src/journal/index.ts';
import { stepAt } from '../journal/plan.ts';

const BATCH = 1000;

/** Looks at the last fact and has nothing to say. */
export const sleeper: Planner = {
  id: 'sleeper',
  name: 'Sleeper',
  plan: ({ facts }) => (facts.at(-1)?.type === 'user_guidance' ? [{ type: 'sleep' }] : []),
};

export function openTalk(store: FactStore, id = 'talk') {
  return openJournal(store, id, { facts: conversationFacts });
}

export type TalkJournal = ReturnType<typeof openTalk>;

/** What pulls the trigger of a pass. */
export function guidanceAt(index: number) {
  return { type: 'user_guidance', gid: `g-${index}`, text: stepAt(index).title } as const;
}

/** A person says something, and the planner runs for it: one append, and the two of a pass. */
export async function planOnce(journal: TalkJournal, harness: Harness, index: number): Promise<void> {
  await journal.append([guidanceAt(index)]);
  const { outcome } = await harness.runPlanningPass();
  if (outcome !== 'committed') throw new RangeError(`a pass ended as ${outcome}`);
}

/** A harness for a journal, and its passes by number. */
export function talker(journal: TalkJournal): {
  plan(passes: number): Promise<void>;
  close(): Promise<void>;
} {
  const harness = createHarness({ journal, planner: sleeper });
  let next = 0;
  return {
    plan: async (passes) => {
      for (const end = next + passes; next < end; next++) await planOnce(journal, harness, next);
    },
    close: () => harness.close(),
  };
}

/** A conversation of so many facts, turn after turn as a harness and a sender leave it, which waits for guidance. */
export async function writeTalk(journal: TalkJournal, count: number): Promise<void> {
  let batch: ProposedConversationFact[] = [];
  for (const fact of talkFacts(count)) {
    batch.push(fact);
    if (batch.length < BATCH) continue;
    await journal.append(batch);
    batch = [];
  }
  if (batch.length > 0) await journal.append(batch);
}

/** The last one says that it is this side's turn. */
function* talkFacts(count: number): Generator<ProposedConversationFact> {
  let left = count - 1;
  for (let number = 0; left > 0; number++) {
    for (const fact of turnAt(number)) {
      if (left === 0) break;
      left -= 1;
      yield fact;
    }
  }
  yield { type: 'status_changed', a2a: 'input-required' };
}

const TURN = 8;

function turnAt(number: number): readonly ProposedConversationFact[] {
  const { title, detail } = stepAt(number);
  const composeId = `c-${number}`;
  const digest = digestOf({ composeId, text: detail });
  const received = number * TURN + 2;
  return [
    { type: 'status_changed', a2a: 'input-required' },
    { type: 'remote_received', messageId: `in-${number}`, text: title },
    {
      type: 'claimed',
      work: 'plan',
      target: received,
      worker: 'worker-1',
      until: '2026-01-01T00:00:00.000Z',
    },
    { type: 'compose_intent', composeId, text: detail, digest },
    { type: 'pass_settled', triggers: { status: received - 1, inbound: received }, outcome: 'committed' },
    { type: 'compose_approved', composeId, digest, by: 'user' },
    { type: 'remote_sent', messageId: `out-${number}`, text: detail, composeId },
    { type: 'status_changed', a2a: 'working' },
  ];
}
