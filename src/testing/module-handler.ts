import { foldFact } from '../harness/module/module-fold.ts';
import { momentOf } from '../harness/module/module-moment.ts';
import type { At, PlannerModule } from '../harness/module/planner-module.ts';
import type { CommandCall } from '../harness/module/view-block.ts';
import type { Fact, ProposedFact } from '../journal/fact.ts';
import type { Handler } from '../kernel/handler.ts';

/** What a module is tested with besides facts. */
export interface ModuleSetting {
  /** Its setup; default: what its schema parses from `{}`, if that is valid. */
  readonly config?: unknown;
  readonly loaded?: unknown;
  /** Who runs the commands. */
  readonly by?: string;
}

/** A module after some facts, for trying its commands. */
export interface ModuleHandler extends Handler<CommandCall, ProposedFact> {
  readonly state: unknown;
  /** The moment, as the functions of the module take it. */
  readonly at: At;
}

const EPOCH = '2026-01-01T00:00:00.000Z';

/** Folds facts into a module at that moment, whose commands can be tried. */
export function moduleHandler(
  module: PlannerModule,
  { config = module.config.safeParse({}).data, loaded, by = 'tester' }: ModuleSetting = {},
): (facts: readonly ProposedFact[]) => ModuleHandler {
  return (facts) => {
    let head = 0;
    let state = module.state.initial;
    const take = (proposed: readonly ProposedFact[]): void => {
      for (const fact of proposed) state = foldFact(module, state, factAt(++head, fact));
    };
    take(facts);
    const at = () => momentOf(module, { state, config, loaded, head, nativeFrom: 1 });
    return {
      get state() {
        return state;
      },
      get at() {
        return at();
      },
      process({ type, ...input }) {
        const command = Object.hasOwn(module.commands, type) ? module.commands[type] : undefined;
        if (command === undefined) throw new TypeError(`${module.id} has no command ${type}`);
        let ids = 0;
        const newId = (prefix = 'id') => `${prefix}-${++ids}`;
        const decided = command.decide(at(), command.input.parse(input), { by, now: EPOCH, newId });
        take(decided);
        return [...decided];
      },
    };
  };
}

/** A fact as a journal would store it. */
export function factAt(seq: number, fact: ProposedFact): Fact {
  return { id: `f-${seq}`, ts: EPOCH, v: 1, ...fact, seq };
}
