import assert from 'node:assert/strict';
import { foldFact } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import { type Fact, REDACTED } from '../../journal/fact.ts';
import { factAt } from '../module-handler.ts';
import { assertDisplayed } from './planner-display.ts';
import { asJson, configOf, frozen, isPlainJson, type PlannerSamples, stepsOf } from './planner-samples.ts';
import type { TestRunner } from './suite.ts';

const UNKNOWN = 'a_fact_that_nobody_declared';

/** What the fold of a module must do. */
export function plannerFoldContract(samples: PlannerSamples, { describe, it }: TestRunner): void {
  const { module } = samples;
  const { save, restore } = module.state;
  const isSaved = save !== undefined && restore !== undefined;
  /** A state in comparable form: plain data as it is, anything else as it would be stored. */
  const comparable = (state: unknown): unknown => (isSaved ? asJson(save.call(module.state, state)) : state);
  const restored = (state: unknown): unknown => {
    const kept = asJson(comparable(state));
    return isSaved ? restore.call(module.state, kept) : kept;
  };

  describe('its state', () => {
    it('is deterministic, and never mutates the previous state', async () => {
      for (const { where, fact, before, after } of stepsOf(samples)) {
        const was = asJson(comparable(frozen(before)));
        const again = foldFact(module, before, fact);
        assert.deepEqual(comparable(again), comparable(after), `${where}: folded again it differs`);
        assert.deepEqual(asJson(comparable(before)), was, `${where}: the state before was changed`);
      }
    });

    it('is plain JSON, or can be saved and restored', async () => {
      for (const { where, after } of stepsOf(samples)) {
        assert.ok(isPlainJson(comparable(after)), `${where}: the state is no plain JSON`);
        assert.deepEqual(asJson(comparable(restored(after))), asJson(comparable(after)), where);
      }
    });

    it('is shown the same after it was restored', async () => {
      const config = configOf(samples);
      const { loaded } = samples;
      for (const { where, fact, after } of stepsOf(samples)) {
        const shown = (state: unknown) => {
          const at = momentOf(module, { state, config, loaded, head: fact.seq, nativeFrom: 1 });
          return asJson([module.view(at), module.waiting(at), module.data(at), module.status(at)]);
        };
        assert.deepEqual(shown(restored(after)), shown(after), where);
      }
    });

    it('continues from a restored state as from the original', async () => {
      for (const { where, fact, before, after } of stepsOf(samples)) {
        const next = foldFact(module, restored(before), fact);
        assert.deepEqual(asJson(comparable(next)), asJson(comparable(after)), where);
      }
    });

    it('ignores unknown facts', async () => {
      for (const { where, after } of stepsOf(samples)) {
        const next = foldFact(module, after, factAt(1_000_000, { type: UNKNOWN, text: 'x' }));
        assert.deepEqual(comparable(next), comparable(after), where);
      }
    });

    it('ignores its own unreadable facts', async () => {
      const types = Object.entries(module.facts).filter(([, { schema }]) => !schema.safeParse({}).success);
      for (const { where, after } of stepsOf(samples)) {
        for (const [type] of types) {
          const next = foldFact(module, after, factAt(1_000_000, { type }));
          assert.deepEqual(comparable(next), comparable(after), `${where}: ${type} without its fields`);
        }
      }
    });

    it('can be folded and shown with any one fact erased, and with all of them', async () => {
      const config = configOf(samples);
      for (const [journal, facts] of samples.facts.entries()) {
        for (const gone of [...facts.keys(), undefined]) {
          const where = `journal ${journal + 1} with ${gone === undefined ? 'every fact' : `fact ${gone + 1}`} erased`;
          const left = facts.map((proposed, at): Fact => {
            const fact = factAt(at + 1, proposed);
            return gone === undefined || gone === at ? erased(fact) : fact;
          });
          const state = left.reduce<unknown>(
            (before, fact) => foldFact(module, before, fact),
            module.state.initial,
          );
          const { loaded } = samples;
          const at = momentOf(module, { state, config, loaded, head: left.length, nativeFrom: 1 });
          assertDisplayed(module, { where, at });
        }
      }
    });
  });
}

function erased({ seq, id, ts, v, type }: Fact): Fact {
  return { seq, id, ts, v, type: REDACTED, redactedType: type };
}
