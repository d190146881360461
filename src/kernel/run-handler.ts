import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { appendDecision } from './append-decision.ts';
import { Folding, type FoldOptions } from './fold-journal.ts';
import type { Handler } from './handler.ts';

/** A handler, and the command it is to process. */
export interface RunOptions<H extends Handler<Command, Event>, Command, Event, State>
  extends FoldOptions<H & Handler<Command, Event>, Event, State> {
  readonly command: NoInfer<Command>;
  /** How often to begin again when another writer came first; then a `ConflictError`. */
  readonly attempts?: number;
}

/** What became of a command. */
export interface Handled<H, Event, F> {
  /** What the command led to; none is an answer too. */
  readonly events: readonly Event[];
  /** The same as they now stand in the journal. */
  readonly facts: readonly F[];
  readonly head: number;
  /** The handler, which has processed the command. */
  readonly handler: H;
  readonly attempts: number;
}

/**
 * Runs one command: loads the handler from its newest snapshot and the facts since, lets it process the command, and
 * appends the events at exactly the seq it was loaded at. When another writer came first it begins again with what is
 * new. An error of the handler passes through, and nothing is appended.
 */
export async function runHandler<
  H extends Handler<Command, Event>,
  Command,
  Event extends { readonly type: string },
  State,
  F extends Envelope,
>(
  journal: Journal<F, NoInfer<Event>>,
  options: RunOptions<H, Command, Event, State>,
): Promise<Handled<H, Event, F>> {
  const folding = await Folding.open(journal, options);
  for await (const page of journal.facts({ from: folding.head + 1 }).pages()) folding.take(page);
  const { decision, facts, head, attempts } = await appendDecision(
    journal,
    async (news) => {
      folding.take(news);
      await folding.save();
      const handler = folding.folded();
      return { handler, append: handler.process(options.command) };
    },
    { after: folding.head, ...(options.attempts !== undefined && { attempts: options.attempts }) },
  );
  return { events: decision.append, facts, head, handler: decision.handler, attempts };
}
