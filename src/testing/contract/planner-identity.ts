import assert from 'node:assert/strict';
import { FACT_KINDS } from '../../harness/module/fact-kind.ts';
import { factText } from '../../harness/module/module-fold.ts';
import { isPlannerModule } from '../../harness/module/planner-module.ts';
import { checkModule } from '../../host/modules/check-module.ts';
import { inputSchemaOf } from '../../sessions/commands/command-schema.ts';
import { kindOf } from '../../sessions/view/fact-kind.ts';
import { configOf, frozen, isPlainJson, type PlannerSamples, sameTwice, stepsOf } from './planner-samples.ts';
import type { TestRunner } from './suite.ts';

/** The names and parts of a module. */
export function plannerIdentityContract(samples: PlannerSamples, { describe, it }: TestRunner): void {
  const { module } = samples;

  describe('the module', () => {
    it('has the brand, and unreserved, well-formed names', async () => {
      assert.ok(isPlannerModule(module));
      checkModule(module, { source: `the planner ${module.id}`, others: [] });
    });

    it('has a title and a description for people, also for each command', async () => {
      const { title, description, commands, queries } = module;
      for (const text of [title, description]) assert.notEqual(text.trim(), '');
      for (const [name, command] of Object.entries({ ...commands, ...queries }))
        assert.notEqual(command.title.trim(), '', `${name} has no title`);
    });

    it('has inputs that JSON Schema can express', async () => {
      const inputs = Object.values({ ...module.commands, ...module.queries, ...module.exports });
      for (const schema of [module.config, ...inputs.map(({ input }) => input)])
        if (schema !== undefined) assert.ok(isPlainJson(inputSchemaOf(schema)));
    });

    it('names only facts of its own as the ends of a pass and as what stays after a rewind', async () => {
      for (const type of [...(module.ends ?? []), ...module.keeps])
        assert.ok(Object.hasOwn(module.facts, type), `${type} is not one of its facts`);
    });

    it('rates how well a text fits it from 0 to 1', async () => {
      for (const text of ['', ...(samples.texts ?? []), ...module.examples.map((example) => example.text)]) {
        const fit = module.fits?.(text) ?? 0;
        assert.ok(fit >= 0 && fit <= 1, `${fit} for ${JSON.stringify(text)}`);
      }
    });
  });

  describe('its config', () => {
    it('is plain JSON, and parsed again it stays the same', async () => {
      const config = configOf(samples);
      if (config === undefined) return;
      assert.ok(isPlainJson(config));
      assert.deepEqual(module.config.parse(frozen(config)), config);
    });

    it('is valid in each example', async () => {
      for (const { title, config = {} } of module.examples) {
        const { success } = module.config.safeParse({ ...Object(configOf(samples)), ...Object(config) });
        assert.ok(success, `the setup of "${title}" does not fit`);
      }
    });
  });

  describe('its facts', () => {
    it('match their schemas in the sample journals', async () => {
      for (const { where, fact } of stepsOf(samples)) {
        const { seq: _seq, id: _id, ts: _ts, type, v: _v, ...payload } = fact;
        const schema = Object.hasOwn(module.facts, type) ? module.facts[type]?.schema : undefined;
        assert.ok(schema?.safeParse(payload).success ?? true, `${where}: ${type} does not fit`);
      }
    });

    it('have a kind of the closed list, and a text or none', async () => {
      for (const { where, fact, before, after } of stepsOf(samples)) {
        const kind = sameTwice(() => kindOf(fact, module), where);
        assert.ok(FACT_KINDS.includes(kind), `${where}: ${kind} is no kind`);
        const text = sameTwice(() => factText(module, fact, { before, after }), where);
        assert.ok(text === undefined || typeof text === 'string', `${where}: the text is a ${typeof text}`);
      }
    });
  });
}
