import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  journalOf,
  planAttempted,
  planFailed,
  planProposed,
  planRequested,
  TWO_STEPS,
} from '../../../test/commits-journal.ts';
import { factText, foldFact } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import type { At } from '../../harness/module/planner-module.ts';
import { CommitsDialogue } from '../../host/dialogue/commits-dialogue.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { CommitsFold } from '../../server/api/commits-view.ts';
import { kindOf } from '../../server/api/fact-kind.ts';
import { commitsModule } from './module.ts';
import { planDigest } from './plan-decision.ts';

const module = commitsModule();

const ids = fc.constantFrom('r1', 'r2', 'r3');
const words = fc.constantFrom('accept', 'no', 'reject: too much', 'Make it faster', 'ok', '');
const digestOf = (requestId: string) => planDigest(requestId, TWO_STEPS);
const tasks = [{ description: 'Measure', kind: 'Processing', attachments: [] }];

const facts: fc.Arbitrary<ProposedFact> = fc.oneof(
  ids.map((id) => planRequested(id)),
  ids.map((id) => planRequested(id)),
  fc.tuple(ids, fc.constantFrom('ok' as const, 'failed' as const)).map(([id, s]) => planAttempted(id, 1, s)),
  ids.map((id) => planProposed(id)),
  ids.map((id) => ({ ...planProposed(id), mood: 'a field of a newer version' })),
  ids.map(planFailed),
  ids.map((requestId) => ({ type: 'plan_accepted', requestId, digest: digestOf(requestId), by: 'b', tasks })),
  ids.map((requestId) => ({
    type: 'plan_rejected',
    requestId,
    digest: digestOf(requestId),
    by: 'b',
    reason: 'x',
  })),
  fc
    .tuple(ids, fc.constantFrom('succeeded', 'failed'))
    .map(([requestId, outcome]) => ({ type: 'plan_concluded', requestId, outcome, note: 'n' })),
  words.map((text) => ({ type: 'user_input', text })),
  words.map((text) => ({ type: 'user_answer', qid: 'q', text })),
  fc.constantFrom(
    { type: 'work_cancelled' },
    { type: 'status_changed', a2a: 'working' },
    { type: 'session_renamed', title: 'Another' },
    { type: 'redacted', redactedType: 'plan_proposed', redactedAt: '2026-01-01T00:00:00.000Z' },
    { type: 'sleep' },
    { type: 'commit_card_added', commitHash: 'c', parentCommitHash: null, subject: '', changeSummary: '' },
  ),
);

const json = (value: unknown) => JSON.parse(JSON.stringify(value));

/** The facts that words lead to by the module, as a session appends them. */
function meant(at: At, said: { readonly text: string; readonly data?: unknown; readonly by: string }) {
  const meaning = module.understand?.(said, at);
  if (meaning === undefined || 'say' in meaning)
    return [{ type: 'user_input', text: meaning?.say ?? said.text }];
  const { type, ...input } = Object(meaning);
  const command = module.commands[type];
  return command?.decide(at, command.input.parse(input), {
    by: said.by,
    now: '2026-01-01T00:00:00.000Z',
    newId: () => 'x',
  });
}

function outcomeOf<T>(run: () => T): unknown {
  try {
    return run();
  } catch (error) {
    return { code: Object(error).code };
  }
}

/** How the old dialogue stands, in the words of a module. */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  working: ['working'],
  asks: ['idle', 'waiting'],
  failed: ['failed', 'canceled'],
  completed: ['completed'],
};

function oldStatus(dialogue: CommitsDialogue): readonly string[] | undefined {
  const state = dialogue.state();
  return STATUSES[state.type === 'ended' ? state.as : state.type];
}

test('the module agrees with the dialogue and the view of the server after every fact', () => {
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 30 }), (proposed) => {
      const dialogue = new CommitsDialogue();
      const fold = new CommitsFold();
      let state: unknown = module.state.initial;
      for (const fact of journalOf(proposed)) {
        const before = state;
        state = foldFact(module, state, fact);
        dialogue.accept(fact);
        fold.accept(fact);
        const at = momentOf(module, {
          state,
          config: undefined,
          loaded: undefined,
          head: fact.seq,
          nativeFrom: 1,
        });
        expect(factText(module, fact, { before, after: state })).toBe(dialogue.told());
        expect(json(module.data(at))).toEqual(json(fold.view()));
        expect(json(module.waiting(at).map(({ seq, data }) => ({ ...data, seq })))).toEqual(
          json(dialogue.waiting()),
        );
        expect(json(module.artifacts(at))).toEqual(json(dialogue.made()));
        expect(oldStatus(dialogue)).toContain(module.status(at));
        expect(module.done(at)).toBe(fold.isDone());
        expectSameKind(fact);
        for (const said of [
          { text: 'accept', by: 'b' },
          { text: 'rejected: too much', by: 'b' },
          { text: 'Use less memory', by: 'b' },
          { text: '', data: { accept: digestOf('r1') }, by: 'b' },
          { text: '', data: { reject: digestOf('r2'), reason: 'x' }, by: 'b' },
        ]) {
          expect(outcomeOf(() => meant(at, said))).toEqual(outcomeOf(() => dialogue.meaningOf(said)));
        }
      }
    }),
    { numRuns: 300 },
  );
});

function expectSameKind(fact: Fact): void {
  const own = module.facts[fact.type];
  if (own === undefined) return;
  expect(typeof own.kind === 'string' ? own.kind : own.kind(fact)).toBe(kindOf(fact));
}
