import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { a2aFacts } from '../../src/host/a2a/facts.ts';
import { sessionRegistry } from '../../src/host/engine/session-registry.ts';
import { createHostSession } from '../../src/host/session.ts';
import { memoryStore, openJournal } from '../../src/journal/index.ts';
import { canonicalJson } from '../../src/journal/integrity/canonical-json.ts';
import { offlineModel } from '../../src/model/offline/offline-model.ts';
import { offlineSkillsOf } from '../../src/planners/built-in.ts';
import { SetupValues } from '../../src/sessions/commands/commands.ts';
import { configFromSeed, configFromValues, setupSnapshot } from '../../src/sessions/commands/setup.ts';
import { Sessions } from '../../src/sessions/sessions.ts';
import { ENTRY_POINTS } from './entry-points.ts';
import { hostileJson, mutatedJson, parsedOr } from './hostile-json.ts';
import { hostileText } from './hostile-text.ts';
import { answerOrRefusal, holdsFor } from './law.ts';
import { payloads } from './payloads.ts';

const registry = sessionRegistry(async () => undefined, {}, {});
const llm = offlineModel({ skills: offlineSkillsOf(registry.entries.map(({ module }) => module)) });

const isRecord = (value: unknown): value is { readonly type: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe.each(registry.entries.map((entry) => [entry.planner.id, entry] as const))(
  '%s',
  (plannerId, entry) => {
    // Any session may be published, which leaves facts of its own.
    const schemas = { ...a2aFacts, ...entry.facts };
    const hasSetup = entry.planner.createConfigStore !== undefined;
    const [{ names } = { names: [] }] = ENTRY_POINTS.filter(({ kind }) => kind === 'fact schema');

    it('has only fact schemas that are covered here', () => {
      const own = Object.keys(schemas).map((type) => `${plannerId} ${type}`);
      expect(names.filter((name) => name.startsWith(`${plannerId} `)).sort()).toEqual(own.sort());
    });

    it('accepts facts or refuses them completely', async () => {
      const batch = fc.array(
        mutatedJson(...payloads(schemas))
          .map(parsedOr)
          .filter(isRecord),
        { minLength: 1, maxLength: 4 },
      );
      await holdsFor(batch, async (facts) => {
        const store = memoryStore();
        await createHostSession(store, registry, { id: 's', title: 'T', plannerId });
        const journal = openJournal(store, 's', { facts: schemas });
        const before = await journal.head();
        try {
          await journal.append(facts as Parameters<typeof journal.append>[0]);
        } catch (error) {
          expect(await journal.head()).toBe(before);
          throw error;
        }
        expect((await journal.verify()).ok).toBe(true);
        const source = { store: async () => store, existing: async () => store };
        const view = await (await new Sessions({ source, registry, llm }).open('s')).view();
        return JSON.stringify([view.data, view.blocks, view.waiting, view.title, view.status]);
      });
    });

    it.runIf(hasSetup)('accepts setup values or refuses them, each with a reason', async () => {
      const setting = { llm };
      const { fields } = await setupSnapshot(entry.planner, {}, setting);
      const value = fc.oneof(
        hostileText,
        hostileJson,
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.array(hostileText, { maxLength: 3 }),
      );
      const values = fc.dictionary(
        fc.constantFrom(...fields.map(({ key }) => key), '__proto__', 'constructor'),
        value,
        { maxKeys: 4 },
      );
      await holdsFor(values, async (given) => {
        const { success, data } = SetupValues.safeParse(given);
        if (!success) return;
        // An address would be asked for its scenario.
        const { scenarioUrl: _, ...rest } = data;
        await answerOrRefusal(() => setupSnapshot(entry.planner, rest, setting));
        return await configFromValues(entry.planner, rest, setting);
      });
    });

    it.runIf(hasSetup)('accepts a setup link or refuses it', async () => {
      const store = memoryStore();
      const { fields } = await setupSnapshot(entry.planner, {}, { llm });
      const seed = Object.fromEntries(
        fields.flatMap(({ key, value }) => (key === 'scenarioUrl' ? [] : [[key, value]])),
      );
      const seeds = fc.oneof(mutatedJson(seed), hostileJson).map(parsedOr);
      await holdsFor(seeds, (given) => configFromSeed(entry.planner, given, { llm, store }));
    });
  },
);

describe('any fact', () => {
  it('is appended unchanged, or refused', async () => {
    const facts = fc
      .oneof(mutatedJson({ type: 'note_added', text: 'x', list: [{ a: 1 }] }), hostileJson)
      .map(parsedOr);
    await holdsFor(
      facts,
      async (fact) => {
        const journal = openJournal(memoryStore(), 'notes');
        const outcome = await answerOrRefusal(() => journal.append([fact as { type: string }]));
        const kept = await journal.facts();
        expect(kept).toHaveLength(outcome.type === 'result' ? 1 : 0);
        const { seq: _, id: __, ts: ___, v: ____, ...payload } = Object(kept[0]);
        const { v: _____, ...given } = Object(fact);
        if (outcome.type === 'result') expect(canonicalJson(payload)).toBe(canonicalJson(given));
      },
      { share: 1.5 },
    );
  });
});
