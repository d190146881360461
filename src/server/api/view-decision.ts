import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { appendDecision } from '../../kernel/append-decision.ts';
import { ConflictError } from '../../kernel/error.ts';
import type { CommandDone } from './run-command.ts';
import type { SessionView } from './session-view.ts';

/**
 * Appends what `choose` makes of a session, at exactly the point it was seen at. When it throws, nothing is appended. With
 * a `key`, who decides the same again gets what was appended the first time.
 */
export async function decideOn(
  { view, key }: { readonly view: SessionView; readonly key?: string | undefined },
  choose: (view: SessionView) => readonly ProposedFact[],
): Promise<CommandDone> {
  const { journal } = view.session;
  const keyed: Pick<typeof journal, 'id' | 'append' | 'facts'> = {
    id: journal.id,
    facts: (range) => journal.facts(range),
    append: (facts, options) => journal.append(facts, { ...options, ...(key !== undefined && { key }) }),
  };
  const { facts, head } = await appendDecision<Envelope, ProposedFact, { append: readonly ProposedFact[] }>(
    keyed,
    async () => {
      await view.catchUp();
      return { append: choose(view) };
    },
    { after: view.head },
  );
  return { facts, head };
}

export function conflict(
  expected: string,
  actual: string,
  fix = 'Look at the session as it is.',
): ConflictError {
  return new ConflictError({ expected, actual, fix: `${fix} Nothing was appended.` });
}
