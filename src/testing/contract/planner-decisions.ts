import assert from 'node:assert/strict';
import { conversationFacts } from '../../harness/facts.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import { isWayfoldError } from '../../journal/error.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { sequentialIds } from '../sequential-ids.ts';
import { offeredCalls } from './planner-display.ts';
import { isPlainJson, momentsOf, type PlannerSamples, type SampleMoment } from './planner-samples.ts';
import type { TestRunner } from './suite.ts';

/** The facts that a command leads to, or the reason for its refusal. */
type DecisionOutcome = { readonly facts: readonly ProposedFact[] } | { readonly refusal: string };

/** What a module's commands decide, and how it interprets text. */
export function plannerDecisionsContract(samples: PlannerSamples, { describe, it }: TestRunner): void {
  const { module, commands = [], texts = [] } = samples;

  describe('its commands', () => {
    it('are deterministic, and lead to valid facts or a refusal', async () => {
      for (const moment of momentsOf(samples)) {
        for (const call of commands) {
          const decided = decidedAt(module, moment, call);
          const again = decidedAt(module, moment, call);
          assert.deepEqual(again, decided, `${moment.where}: ${call.type} is decided in another way`);
        }
      }
    });

    it('are not refused where they are offered', async () => {
      for (const moment of momentsOf(samples)) {
        for (const { command } of offeredCalls(module, moment)) {
          if (!Object.hasOwn(module.commands, command.type)) continue;
          const decided = decidedAt(module, moment, command);
          assert.ok('facts' in decided, `${moment.where}: ${JSON.stringify(command)} is offered and refused`);
        }
      }
    });

    it('cancel current work with valid facts', async () => {
      for (const { at, where } of momentsOf(samples)) {
        const given = { by: 'tester', now: NOW, newId: sequentialIds(), reason: 'no reason' };
        const decided = outcomeOf(() => module.cancel?.(at, given) ?? []);
        if ('facts' in decided) assertFit(module, decided.facts, where);
      }
    });
  });

  describe('words', () => {
    it('mean one of its commands, input, or nothing special', async () => {
      for (const { at, where } of momentsOf(samples)) {
        for (const text of texts) {
          const outcome = () => outcomeOf(() => module.understand?.({ text, by: 'tester' }, at));
          const meaning = outcome();
          assert.deepEqual(outcome(), meaning, `${where}: ${JSON.stringify(text)} means something else`);
          assertMeaning(module, meaning, `${where}: ${JSON.stringify(text)}`);
        }
      }
    });
  });
}

const NOW = '2026-01-01T00:00:00.000Z';

function decidedAt(module: PlannerModule, { at, where }: SampleMoment, call: CommandCall): DecisionOutcome {
  const { type, ...fields } = call;
  const command = Object.hasOwn(module.commands, type) ? module.commands[type] : undefined;
  assert.ok(command, `${module.id} has no command ${type}`);
  const { data, error } = command.input.safeParse(fields);
  if (error) return { refusal: 'invalid-command' };
  const decided = outcomeOf(() =>
    command.decide(at, data, { by: 'tester', now: NOW, newId: sequentialIds() }),
  );
  if ('facts' in decided) assertFit(module, decided.facts, `${where}: ${type}`);
  return decided;
}

/** The result of a function, or the code of its refusal. Any other exception is a bug. */
function outcomeOf<Result>(act: () => Result): { readonly facts: Result } | { readonly refusal: string } {
  try {
    return { facts: act() };
  } catch (error) {
    if (isWayfoldError(error)) return { refusal: error.code };
    throw error;
  }
}

function assertFit(module: PlannerModule, facts: readonly ProposedFact[], where: string): void {
  const general = new Map<string, unknown>(Object.entries(conversationFacts));
  for (const { type, v: _v, ...payload } of facts) {
    const own = Object.hasOwn(module.facts, type) ? module.facts[type]?.schema : undefined;
    assert.ok(own || general.has(type), `${where}: ${type} is no fact of its sessions`);
    assert.ok(isPlainJson(payload), `${where}: ${type} is no plain JSON`);
    assert.equal(own?.safeParse(payload).error?.message, undefined, `${where}: ${type} does not fit`);
  }
}

function assertMeaning(
  module: PlannerModule,
  outcome: ReturnType<typeof outcomeOf<ReturnType<NonNullable<PlannerModule['understand']>>>>,
  where: string,
): void {
  const meaning = 'facts' in outcome ? outcome.facts : undefined;
  if (meaning === undefined) return;
  if (!('type' in meaning)) {
    assert.equal(typeof meaning.say, 'string', where);
    return;
  }
  const { type, ...fields } = meaning;
  const command = Object.hasOwn(module.commands, String(type)) ? module.commands[String(type)] : undefined;
  assert.ok(command, `${where} means ${String(type)}, which is no command of the module`);
  assert.equal(command.input.safeParse(fields).error?.message, undefined, where);
}
