import type { Envelope } from '../../../journal/fact.ts';
import { type Following, follow } from '../../../kernel/projection/follow.ts';
import type { Projection } from '../../../kernel/projection/projection.ts';
import type { Reactor, ReactorContext } from '../../../kernel/work/reactor.ts';
import { applyFact, type CommitsState, NO_PLANS } from '../session-fold.ts';
import { afterProposed, nextSteps } from './next-steps.ts';

const projection: Projection<CommitsState> = { initial: () => NO_PLANS, apply: applyFact };

const followed = new WeakMap<object, Following<CommitsState>>();

/** The current plans and evolutions of a journal. Every fact is read once, however often this is called. */
export async function stateOf(journal: ReactorContext['journal']): Promise<CommitsState> {
  const known = followed.get(journal) ?? follow(journal, projection);
  followed.set(journal, known);
  return await known.catchUp();
}

/** Wraps a reactor so that its outcome is recorded together with the next steps of evolutions. */
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
