import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { appendDecision } from './append-decision.ts';
import { eventProjection, type FoldOptions, foldedOf, followEvents } from './fold-journal.ts';
import type { Handler } from './handler.ts';

/** A handler, and the command to process. */
export interface RunOptions<H extends Handler<Command, Event>, Command, Event, State>
  extends FoldOptions<H & Handler<Command, Event>, Event, State> {
  readonly command: NoInfer<Command>;
  /** How often to start over when another writer was first, before a `ConflictError`. */
  readonly attempts?: number;
}

/** The outcome of a command. */
export interface HandlerResult<H, Event, F> {
  /** The events that the command led to; may be empty. */
  readonly events: readonly Event[];
  /** The same, as facts in the journal. */
  readonly facts: readonly F[];
  readonly head: number;
  /** The handler after the command. */
  readonly handler: H;
  readonly attempts: number;
}

/**
 * Runs one command: loads the handler from its newest snapshot and the facts since, lets it process the command,
 * and appends the events at exactly the seq it was loaded at. If another writer was first, it starts over with the
 * new facts. If the handler throws, the error is passed on and nothing is appended.
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
): Promise<HandlerResult<H, Event, F>> {
  const following = followEvents(journal, options);
  const { apply } = eventProjection(options);
  let folded = await following.catchUp();
  const { decision, facts, head, attempts } = await appendDecision(
    journal,
    (news) => {
      folded = news.reduce((before, fact) => apply(before, fact), folded);
      const handler = foldedOf(folded, options);
      return { handler, append: handler.process(options.command) };
    },
    { after: following.head, ...(options.attempts !== undefined && { attempts: options.attempts }) },
  );
  return { events: decision.append, facts, head, handler: decision.handler, attempts };
}
