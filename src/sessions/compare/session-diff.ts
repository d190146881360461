import { z } from 'zod';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { Envelope } from '../../journal/fact.ts';
import { FACT_KINDS, kindOf } from '../view/fact-kind.ts';
import type { SessionView } from '../view/session-view.ts';
import { comparableSession, setupLabels } from './comparable-session.ts';
import { type Change, Change as ChangeSchema, differences } from './difference.ts';

const Seq = z.int().min(0);
const Moment = z.strictObject({ session: z.string(), seq: Seq });
const FactLine = z.strictObject({ seq: Seq, ts: z.string(), type: z.string(), kind: z.enum(FACT_KINDS) });
const Side = z.strictObject({
  count: z.int().min(0),
  first: z.array(FactLine).readonly().describe('The first 200 of them.'),
});

/** The differences between two moments of a session, or between two sessions. */
export const SessionDiff = z.strictObject({
  before: Moment,
  after: Moment,
  changes: z.array(ChangeSchema).readonly(),
  more: z.int().min(0).describe('How many further changes were left out.'),
  common: Seq.describe('How many facts both share from the start.'),
  onlyBefore: Side.describe('Facts that only the first one has.'),
  onlyAfter: Side,
});
export type SessionDiff = Readonly<z.infer<typeof SessionDiff>>;

const MAX_CHANGES = 1000;
const MAX_FACTS = 200;

/** Compares two views, of one session or of two. */
export async function sessionDiff(before: SessionView, after: SessionView): Promise<SessionDiff> {
  const labels = new Map([...setupLabels(before), ...setupLabels(after)]);
  const changes: readonly Change[] = differences(comparableSession(before), comparableSession(after), labels);
  const common = await commonPrefix(before, after);
  return {
    before: momentOf(before),
    after: momentOf(after),
    changes: changes.slice(0, MAX_CHANGES),
    more: Math.max(0, changes.length - MAX_CHANGES),
    common,
    onlyBefore: await sideOf(before, common),
    onlyAfter: await sideOf(after, common),
  };
}

function momentOf({ session, head }: SessionView): z.infer<typeof Moment> {
  return { session: session.journal.id, seq: head };
}

/** A fork keeps the ids of its source's facts: the last shared one is found by binary search. */
async function commonPrefix(one: SessionView, other: SessionView): Promise<number> {
  if (one.session.journal.id === other.session.journal.id) return Math.min(one.head, other.head);
  let low = 0;
  let high = Math.min(one.head, other.head);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [a, b] = await Promise.all([idAt(one, middle), idAt(other, middle)]);
    if (a === b) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function idAt({ session }: SessionView, seq: number): Promise<string | undefined> {
  const [fact] = await session.journal.facts({ from: seq, to: seq });
  return fact?.id;
}

async function sideOf({ session, head }: SessionView, common: number): Promise<z.infer<typeof Side>> {
  const to = Math.min(head, common + MAX_FACTS);
  const facts = common < head ? await session.journal.facts({ from: common + 1, to }) : [];
  return { count: head - common, first: facts.map((fact) => lineOf(fact, session.entry.module)) };
}

function lineOf(fact: Envelope, module: PlannerModule): z.infer<typeof FactLine> {
  const { seq, ts, type } = fact;
  return { seq, ts, type, kind: kindOf(fact, module) };
}
