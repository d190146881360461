import type { Envelope } from '../../../journal/fact.ts';
import { type Following, follow } from '../../../kernel/projection/follow.ts';
import type { Projection } from '../../../kernel/projection/projection.ts';
import type { Reactor, ReactorContext } from '../../../kernel/work/reactor.ts';
import { applyFact, type CommitsState, NO_PLANS } from '../session-fold.ts';
import { afterProposed, nextSteps } from './next-steps.ts';

const projection: Projection<CommitsState> = { initial: () => NO_PLANS, apply: applyFact };

const followed = new WeakMap<object, Following<CommitsState>>();

/** The plans and evolutions of a journal as they stand now. Every fact is read once, however often somebody asks. */
export async function stateOf(journal: ReactorContext['journal']): Promise<CommitsState> {
  const known = followed.get(journal) ?? follow(journal, projection);
  followed.set(journal, known);
  return await known.catchUp();
}

/** A reactor whose outcome is recorded along with what is to be done next in evolutions, in one batch. */
export function advancing(reactor: Reactor<Envelope>): Reactor<Envelope> {
  return {
    ...reactor,
    async act(fact, context) {
      const outcome = await reactor.act(fact, context);
      return async (head) => {
        const facts = typeof outcome === 'function' ? await outcome(head) : outcome;
        const before = await stateOf(context.journal);
        const after = facts.reduce(
          (state, proposed, at) => afterProposed(state, proposed, head + at + 1),
          before,
        );
        return [...facts, ...nextSteps(after, head + facts.length)];
      };
    },
  };
}
