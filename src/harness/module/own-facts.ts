import { JournalError } from '../../journal/error.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { isBookkeeping } from '../../kernel/facts.ts';
import type { Reactor } from '../../kernel/work/reactor.ts';
import { conversationFacts } from '../facts.ts';
import { isFromOutside, isNotForPlanners } from '../pass/visible-facts.ts';
import { ModuleFailure } from './module-failure.ts';
import type { PlannerModule } from './planner-module.ts';

/** The source of proposed facts: a function of a module, possibly on behalf of the author of a command. */
export interface Proposer {
  readonly module: Pick<PlannerModule, 'title' | 'facts'>;
  /** The function that proposes them, such as `commands.pin.decide`. */
  readonly member: string;
  /** The author of the command, and which session facts a command may append in that name. */
  readonly inNameOf?: { readonly by: string; readonly types: readonly string[] } | undefined;
}

/**
 * Returns the facts if all are the module's own or allowed for planners. Others belong to people, the other side
 * and the host: a {@link ModuleFailure} names the type.
 */
export function checkProposed(proposer: Proposer, facts: readonly ProposedFact[]): readonly ProposedFact[] {
  const problem = problemOf(proposer, facts) ?? misfitOf(proposer, facts);
  if (problem === undefined) return facts;
  throw new ModuleFailure(problem);
}

/** A fact of the module's own that its schema refuses: not a mistake of the command's author. */
function misfitOf(
  { module, member }: Proposer,
  facts: readonly ProposedFact[],
): { readonly summary: string; readonly fix: string } | undefined {
  for (const { type, ...payload } of facts) {
    const schema = Object.hasOwn(module.facts, type) ? module.facts[type]?.schema : undefined;
    const [issue] = schema?.safeParse(payload).error?.issues ?? [];
    if (issue)
      return {
        summary: `${module.title} proposed a ${type} in its ${member} that does not match its schema: ${[issue.path.join('.'), issue.message].filter(Boolean).join(': ')}.`,
        fix: 'Nothing was appended. Correct the module, or the schema of the fact.',
      };
  }
  return undefined;
}

/**
 * The same reactor, with its outcome checked. Work with a forbidden outcome ends as failed: acting again would
 * repeat the effect.
 */
export function checkedReactor(module: Proposer['module'], reactor: Reactor): Reactor {
  const member = `reactors (${reactor.name ?? reactor.reactsTo.join(' ')})`;
  return {
    ...(reactor.name !== undefined && { name: reactor.name }),
    reactsTo: reactor.reactsTo,
    ...(reactor.concerns && { concerns: (fact) => reactor.concerns?.(fact) ?? true }),
    ...(reactor.notBefore && { notBefore: (fact) => reactor.notBefore?.(fact) }),
    async act(fact, context) {
      const outcome = await reactor.act(fact, context);
      return async (head) => {
        const facts = typeof outcome === 'function' ? await outcome(head) : outcome;
        const problem = problemOf({ module, member }, facts);
        if (problem) throw new JournalError('invalid-fact', problem);
        return facts;
      };
    },
  };
}

function problemOf(
  { module, member, inNameOf }: Proposer,
  facts: readonly ProposedFact[],
): { readonly summary: string; readonly fix: string } | undefined {
  const refused = facts.find((fact) => !mayPropose(module, fact, inNameOf));
  if (refused === undefined) return undefined;
  return {
    summary: `${module.title} proposed a ${refused.type} in its ${member}, which it may not write.`,
    fix: 'Nothing was appended. Correct the module: it may propose its own facts, and those that any planner may propose.',
  };
}

function mayPropose(
  { facts }: Proposer['module'],
  fact: ProposedFact,
  inNameOf: Proposer['inNameOf'],
): boolean {
  const { type, by } = fact;
  const isOfEverySession = Object.hasOwn(conversationFacts, type);
  if (Object.hasOwn(facts, type) && !isOfEverySession) return true;
  if (inNameOf?.types.includes(type)) return by === inNameOf.by;
  if (isNotForPlanners(type) || isBookkeeping({ type })) return false;
  if (type === 'attachment_added' && isFromOutside(fact)) return false;
  return !isOfEverySession || by === undefined || by === inNameOf?.by;
}
