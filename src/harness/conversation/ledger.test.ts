import { describe, expect, it } from 'vitest';
import {
  answer,
  asleep,
  DIGEST,
  draft,
  guidance,
  inputRequired,
  question,
  received,
  sent,
  working,
} from '../../../test/conversation-fixture.ts';
import { type Envelope, type ProposedFact, REDACTED } from '../../journal/fact.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { acceptAll } from '../../kernel/projection/projection.ts';
import { Ledger, ledgerOf } from './ledger.ts';

const approved = (by = 'ann') => ({ type: 'compose_approved', composeId: 'c1', digest: DIGEST, by });
const settled = (outcome: string) => ({ type: 'pass_settled', triggers: { status: 1 }, outcome });
const erased = (redactedType: string) => ({ type: REDACTED, redactedType, redactedAt: '' });
const file = (name: string, origin: string) => ({
  type: 'attachment_added',
  name,
  mimeType: 'text/plain',
  sha256: 'a'.repeat(64),
  size: 1,
  origin,
});

/** Facts as they stand in a journal, from seq `from` on. */
const facts = (given: readonly ProposedFact[], from = 1): Envelope[] =>
  given.map((fact, at) => ({ id: `f-${from + at}`, ts: '', v: 1, ...fact, seq: from + at }));

function ledger(given: readonly ProposedFact[], options: { nativeFrom?: number } = {}): Ledger {
  return acceptAll(new Ledger(options), facts(given));
}

/** Everything a ledger tells. */
const standing = (one: Ledger) => ({
  head: one.head,
  status: one.status,
  latestPublic: one.latestPublic,
  lastAnchor: one.lastAnchor,
  openQuestions: one.openQuestions,
  configured: one.configuredSeq('test'),
  archived: one.archived,
  pause: one.pause,
  raisedLimits: one.raisedLimits,
  commitsAlone: one.commitsAlone,
  runawayReported: one.runawayReported,
  drafts: one.drafts.open,
  latestUnsent: one.drafts.latestUnsent,
  c1: one.drafts.closed('c1'),
  messages: ['m1', 'm2'].map((id) => one.hasMessage(id)),
  files: ['a.txt', 'b.txt'].map((name) => one.hasFile({ name, sha256: 'a'.repeat(64) })),
});

const eventful: readonly ProposedFact[] = [
  {
    type: 'planner_configured',
    plannerId: 'test',
    mode: 'auto',
    seed: 1,
    configSha256: 'a'.repeat(64),
    ready: true,
  },
  { type: 'user_input', text: 'Lisbon' },
  inputRequired,
  received('m1'),
  file('a.txt', 'remote'),
  draft('c1'),
  { type: 'compose_dismissed', composeId: 'c1' },
  question('q1'),
  draft('c2'),
  settled('committed'),
  { type: 'planner_error', code: 'runaway', message: '', stage: 'guard', attempts: 1 },
  { type: 'session_resumed', by: 'ann', limits: { usd: 5 } },
  { type: 'session_paused', cause: 'person', by: 'ann' },
  { type: 'session_archived' },
];

describe('a ledger of an eventful conversation', () => {
  it('tells how it stands', () => {
    const original = ledger(eventful);
    expect(standing(original)).toMatchObject({
      head: 14,
      status: 'input-required',
      latestPublic: { messageId: 'm1' },
      lastAnchor: 4,
      openQuestions: [{ qid: 'q1' }],
      configured: 1,
      archived: true,
      pause: { cause: 'person', by: 'ann' },
      raisedLimits: { usd: 5 },
      commitsAlone: 1,
      runawayReported: true,
      drafts: [{ composeId: 'c2' }],
      latestUnsent: { composeId: 'c2' },
      c1: { how: 'dismissed', seq: 7 },
      messages: [true, false],
      files: [true, false],
    });
  });

  it('stays as it was when another is made of it', () => {
    const original = ledger(eventful);
    const before = standing(original);
    const more = [
      received('m2'),
      file('b.txt', 'user'),
      answer('q1'),
      working,
      draft('c1'),
      sent('m3', 'c2'),
      { type: 'session_reopened' },
      { type: 'session_resumed', by: 'ann' },
    ];
    const copy = acceptAll(original, facts(more, 15));
    expect(standing(original)).toEqual(before);
    expect(standing(copy)).toMatchObject({
      head: 22,
      status: 'working',
      openQuestions: [],
      archived: false,
      pause: undefined,
      commitsAlone: 0,
      runawayReported: false,
      drafts: [{ composeId: 'c1' }],
      c1: undefined,
      messages: [true, true],
      files: [true, true],
    });
  });

  it('remembers where its journal began: what was approved elsewhere waits here', () => {
    const original = ledger([draft('c1'), approved()], { nativeFrom: 4 });
    expect(original.drafts.find('c1')?.approval).toEqual({ seq: 2, by: 'ann' });
    const copy = acceptAll(original, facts([asleep], 3));
    expect(copy.drafts.find('c1')).not.toHaveProperty('approval');
  });
});

describe('passes without anybody doing anything', () => {
  const at = (ts: string, ...given: readonly ProposedFact[]) => given.map((fact) => ({ ...fact, ts }));
  const own = { type: 'number_pushed', number: 1 };
  const found = { type: 'sum_found', sum: 1 };
  const claimed = { type: 'claimed', work: 'plan', target: 1, worker: 'w', until: '' };

  it('begin anew with a command that has woken the planner', () => {
    const round = (n: number) => [
      ...at(`${n}a`, own),
      ...at(`${n}b`, claimed),
      ...at(`${n}c`, found, settled('committed')),
    ];
    const passes = [1, 2, 3].flatMap(round);
    expect(ledger(passes).commitsAlone).toBe(1);
    expect(ledger([...passes, ...at('4a', own)]).commitsAlone).toBe(0);
  });

  it('add up where only passes and reactors append', () => {
    const round = (n: number) => [
      ...at(`${n}a`, own, { type: 'reaction_settled', work: 'w', target: 1 }),
      ...at(`${n}b`, claimed),
      ...at(`${n}c`, found, { type: 'pass_step_committed' }),
      ...at(`${n}d`, found, settled('committed')),
      ...at(`${n}e`, { type: 'a2a_answered' }, { type: 'model_used' }),
    ];
    expect(ledger([1, 2, 3].flatMap(round)).commitsAlone).toBe(3);
  });
});

describe('a ledger', () => {
  it('knows nothing at first', () => {
    expect(standing(new Ledger())).toMatchObject({
      head: 0,
      lastAnchor: 0,
      openQuestions: [],
      configured: 0,
      archived: false,
      commitsAlone: 0,
      runawayReported: false,
    });
  });

  it('changes nothing at a fact it has seen', () => {
    const one = ledger([draft('c1'), asleep]);
    for (const fact of facts([working])) expect(one.accept(fact)).toBe(one);
  });

  it.each([
    ['a message', [received('m1')], 1],
    ['our own message', [received('m1'), sent('m2')], 2],
    ['a status', [received('m1'), working], 2],
    ['what a person said, where there is nothing public', [{ type: 'user_input', text: 'a' }, asleep], 1],
    ['something public before what a person said', [working, { type: 'user_input', text: 'a' }], 1],
    ['our own message that was erased', [received('m1'), erased('remote_sent')], 2],
    ['a message that was erased', [sent('m1'), erased('remote_received')], 2],
    ['a status that was erased', [received('m1'), erased('status_changed')], 2],
    ['nothing', [guidance('g1')], 0],
  ])('goes back to %s', (_, given, anchor) => {
    expect(ledger(given).lastAnchor).toBe(anchor);
  });

  it('knows files by name and bytes, and only those that came from outside', () => {
    const one = ledger([file('a.txt', 'user'), file('b.txt', 'planner')]);
    const has = (name: string, content: string) => one.hasFile({ name, sha256: content.repeat(64) });
    expect([has('a.txt', 'a'), has('a.txt', 'b'), has('b.txt', 'a')]).toEqual([true, false, false]);
  });

  it('counts the passes that were committed, and only those', () => {
    const given = [settled('committed'), settled('empty'), settled('duplicate'), settled('error')];
    expect(ledger([...given, settled('committed')]).commitsAlone).toBe(2);
  });

  it('tells a runaway from other errors', () => {
    const error = (code: string) => ({
      type: 'planner_error',
      code,
      message: '',
      stage: 'plan',
      attempts: 1,
    });
    expect([ledger([error('timeout')]).runawayReported, ledger([error('runaway')]).runawayReported]).toEqual([
      false,
      true,
    ]);
  });

  it.each<[string, ProposedFact, number]>([
    ['a message', received('m1'), 0],
    ['a word of a person', { type: 'user_input', text: 'a' }, 0],
    ['guidance', guidance('g1'), 0],
    ['an answer', answer('q1'), 0],
    ['a cancellation', { type: 'work_cancelled' }, 0],
    ['a dismissal', { type: 'compose_dismissed', composeId: 'c1' }, 0],
    ['a setup', eventful[0] ?? asleep, 0],
    ['going back', { type: 'rewound', toSeq: 0 }, 0],
    ['an approval by a person', approved(), 0],
    ['an approval by itself', approved('auto'), 1],
    ['a dismissal of what is not there', { type: 'compose_dismissed', composeId: 'c9' }, 1],
    ['a status', working, 1],
    ['our own message', sent('m1'), 1],
    ['a file', file('a.txt', 'user'), 1],
  ])('counts %s as somebody acting, or not', (_, fact, commits) => {
    const runaway = { type: 'planner_error', code: 'runaway', message: '', stage: 'guard', attempts: 1 };
    const { commitsAlone, runawayReported } = ledger([draft('c1'), settled('committed'), runaway, fact]);
    expect({ commitsAlone, runawayReported }).toEqual({
      commitsAlone: commits,
      runawayReported: commits === 1,
    });
  });

  it('keeps questions that were asked up to where it goes back to', () => {
    const given = [question('q1'), question('q2'), question('q3'), { type: 'rewound', toSeq: 2 }];
    expect(ledger(given).openQuestions.map(({ qid }) => qid)).toEqual(['q1', 'q2']);
  });

  it('takes an erased answer for one to the question it keeps, or to the only one', () => {
    const asked = [question('q1'), question('q2')];
    const qids = (...facts: ProposedFact[]) => ledger(facts).openQuestions.map(({ qid }) => qid);
    expect(qids(...asked, { ...erased('user_answer'), kept: { qid: 'q1' } })).toEqual(['q2']);
    expect(qids(question('q1'), erased('user_answer'))).toEqual([]);
    expect(qids(...asked, erased('user_answer'))).toEqual(['q1', 'q2']);
    expect(ledger([...asked, erased('remote_received')]).openQuestions).toHaveLength(2);
    expect(ledger([...asked, { type: 'note', redactedType: 'user_answer' }]).openQuestions).toHaveLength(2);
  });

  it('has a draft wait again when the failure to send it was erased', () => {
    const failed = { ...erased('send_failed'), kept: { composeId: 'c1' } };
    const { drafts } = ledger([draft('c1'), approved(), failed]);
    expect(drafts.find('c1')).toMatchObject({ failure: expect.any(String) });
    expect(drafts.find('c1')).not.toHaveProperty('approval');
    const unknown = ledger([draft('c1'), approved(), erased('send_failed')]).drafts;
    expect(unknown.closed('c1')).toEqual({ how: 'dismissed', seq: 3 });
  });

  it('takes an erased dismissal for one of every draft that waited', () => {
    const { drafts } = ledger([draft('c1'), approved(), draft('c2'), erased('compose_dismissed')]);
    expect(drafts.open.map(({ composeId }) => composeId)).toEqual(['c1']);
    expect(drafts.closed('c2')).toEqual({ how: 'dismissed', seq: 4 });
  });

  it('is archived, or open again, also when that was erased', () => {
    const archived = [working, erased('session_archived')];
    expect(ledger(archived).archived).toBe(true);
    expect(ledger([...archived, erased('session_reopened')]).archived).toBe(false);
  });
});

describe('the ledger of a journal', () => {
  it('is read once, and then only what is new', async () => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([working, received('m1')]);
    const read: unknown[] = [];
    const watched = {
      id: journal.id,
      facts: (range?: Parameters<typeof journal.facts>[0]) => {
        read.push(range);
        return journal.facts(range);
      },
    };
    const first = await ledgerOf(watched);
    await journal.append([inputRequired]);
    const second = await ledgerOf(watched);
    expect([first.head, first.status]).toEqual([2, 'working']);
    expect([second.head, second.status]).toEqual([3, 'input-required']);
    expect(read).toMatchObject([{ from: 1 }, { from: 2, known: { seq: 2 } }]);
  });

  it('begins anew when the journal is another one under the same id', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'j');
    await journal.append([working, received('m1')]);
    const first = await ledgerOf(journal);
    await store.delete('j');
    await journal.append([received('m2'), asleep, asleep]);
    const second = await ledgerOf(journal);
    expect(second).not.toBe(first);
    expect([second.status, second.hasMessage('m1'), second.hasMessage('m2')]).toEqual([
      undefined,
      false,
      true,
    ]);
  });

  it('is that of a journal of its own where nobody can say where it began', async () => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([draft('c1'), approved()]);
    const { id } = journal;
    const unknown = await ledgerOf({ id, facts: (range) => journal.facts(range) });
    expect(unknown.drafts.find('c1')?.approval).toEqual({ seq: 2, by: 'ann' });
    const fork = await journal.fork(2, 'copy');
    expect((await ledgerOf(fork)).drafts.find('c1')).not.toHaveProperty('approval');
  });
});
