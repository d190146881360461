import type { Fact } from '../../src/journal/fact.ts';
import { type FactStore, openJournal } from '../../src/journal/index.ts';
import { settles } from './turns.ts';

/** What a session was told, and what must have come of it. */
export interface SessionInputs {
  readonly id: string;
  /** The seqs of the facts that a pass had to answer. */
  readonly triggers: readonly number[];
}

const FAILURES = /^(planner_error|send_failed|reaction_failed|plan_failed)$/;

/** Everything in the store that is not as it must be, in words: facts that are lost or doubled, work that was done twice or not at all. */
export async function findings(store: FactStore, sessions: readonly SessionInputs[]): Promise<string[]> {
  const all: string[] = [];
  for (const { id, triggers } of sessions) {
    const journal = openJournal(store, id);
    const { ok, firstBad } = await journal.verify();
    if (!ok) all.push(`${id} is damaged at seq ${firstBad}`);
    const facts = await journal.facts();
    const found = [
      ...contiguous(facts),
      ...planned(facts, triggers),
      ...sent(facts),
      ...carriedOut(facts),
      ...plans(facts),
      ...facts.filter(({ type }) => FAILURES.test(type)).map((fact) => JSON.stringify(fact)),
    ];
    all.push(...found.map((text) => `${id}: ${text}`));
  }
  return all;
}

function contiguous(facts: readonly Fact[]): string[] {
  const gap = facts.findIndex(({ seq }, i) => seq !== i + 1);
  const ids = new Set(facts.map(({ id }) => id));
  return [
    ...(gap === -1 ? [] : [`fact ${gap + 1} is missing`]),
    ...(ids.size === facts.length ? [] : [`${facts.length - ids.size} facts are there twice`]),
  ];
}

/** What was said is there as often as it was said, and exactly one pass answered each of it. */
function planned(facts: readonly Fact[], triggers: readonly number[]): string[] {
  const messages = facts.filter(({ type }) => type === 'remote_received' || type === 'user_input');
  const unknown = messages.filter(({ seq }) => !triggers.includes(seq));
  return [
    ...triggers
      .filter((seq) => !messages.some((fact) => fact.seq === seq))
      .map((seq) => `what was said as fact ${seq} is lost`),
    ...unknown.map(({ seq }) => `fact ${seq} was said by nobody`),
    ...triggers.flatMap((seq) => {
      const passes = facts.filter((fact) => settles(fact, seq)).length;
      return passes === 1 ? [] : [`${passes} passes answered fact ${seq}`];
    }),
  ];
}

/** Every approved draft was sent once, and nothing else was. */
function sent(facts: readonly Fact[]): string[] {
  const composeIds = (wanted: string) =>
    facts.filter(({ type }) => type === wanted).map(({ composeId }) => composeId);
  const [approved, out] = [composeIds('compose_approved'), composeIds('remote_sent')];
  return [
    ...approved.flatMap((draft) => {
      const times = out.filter((each) => each === draft).length;
      return times === 1 ? [] : [`draft ${draft} was approved and sent ${times} times`];
    }),
    ...out.filter((draft) => !approved.includes(draft)).map((draft) => `draft ${draft} was sent unapproved`),
  ];
}

function carriedOut(facts: readonly Fact[]): string[] {
  const begun = facts.filter(({ type }) => type === 'TasksPlanned').length;
  if (begun === 0) return [];
  // The offline model simulates.
  const done = facts.filter(
    ({ type, status }) => type === 'TaskStatusUpdated' && (status === 'Completed' || status === 'Simulated'),
  );
  const apart = new Set(done.map(({ taskId }) => taskId)).size;
  return [
    ...(begun === 1 ? [] : [`${begun} plans were made`]),
    ...(done.length === apart ? [] : [`${done.length - apart} tasks were completed twice`]),
  ];
}

/** Every plan that was asked for was made once, and accepted once. */
function plans(facts: readonly Fact[]): string[] {
  const count = (wanted: string, requestId: unknown) =>
    facts.filter(({ type, ...fact }) => type === wanted && fact.requestId === requestId).length;
  const requests = facts.filter(({ type }) => type === 'plan_requested');
  return requests.flatMap(({ requestId }) => {
    const [made, accepted] = [count('plan_proposed', requestId), count('plan_accepted', requestId)];
    return made === 1 && accepted === 1
      ? []
      : [`plan ${requestId} was made ${made} times and accepted ${accepted} times`];
  });
}
