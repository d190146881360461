import { isFinal } from '../../../harness/conversation/task-status.ts';
import type { Draft } from '../../../harness/drafts/draft-fold.ts';
import {
  A2aStatus,
  type ConversationFact,
  conversationFact,
  type MessageAttachment,
} from '../../../harness/facts.ts';
import type { Envelope } from '../../../journal/fact.ts';
import type { Journal } from '../../../journal/journal.ts';
import { isBookkeeping } from '../../../kernel/facts.ts';
import type { PendingInput } from './input/terminal-input.ts';
import type { Output, Span } from './output.ts';
import { onOneLine } from './text/printable.ts';

/** Options of {@link TranscriptPrinter}. */
export interface TranscriptOptions {
  readonly output: Output;
  readonly me: string;
  /** The name of the planner, who uses tools and asks questions. Default: `me`. */
  readonly planner?: string;
  /** The name of the other side; without it, its messages are not printed, because another printer does that. */
  readonly other?: string;
  /** Whether to print our own messages; a person who typed one has seen it. */
  readonly tellsOwn: boolean;
  /** Whether to print drafts; in auto mode they are messages a moment later. */
  readonly tellsDrafts: boolean;
  /** The session named in every JSON line, if there are several journals. */
  readonly session?: string;
  /** Shared with the printer of the other side, if there is one. */
  readonly order?: MessageOrder;
}

const MAX_ARGUMENTS_LENGTH = 120;

/** Keeps the output of two printers in order: a received message is printed after the sent one. */
export class MessageOrder {
  readonly #printed = new Map<string, PromiseWithResolvers<void>>();

  tell(messageId: string): void {
    this.#of(messageId).resolve();
  }

  printed(messageId: string): Promise<void> {
    return this.#of(messageId).promise;
  }

  #of(messageId: string): PromiseWithResolvers<void> {
    const known = this.#printed.get(messageId) ?? Promise.withResolvers<void>();
    this.#printed.set(messageId, known);
    return known;
  }
}

/** Prints a conversation live: facts as JSON lines for a program, messages for a person. */
export class TranscriptPrinter {
  readonly #journal: Journal<Envelope>;
  readonly #options: TranscriptOptions;
  readonly #headAtStart: number;
  readonly #unsubscribe: () => void;
  /** The calls that wait for an answer, which the printed question covers. */
  readonly #asked = new Set<string>();
  #printedTo = 0;
  #sent = 0;
  #changed = Promise.withResolvers<void>();
  #failure: { readonly error: unknown } | undefined;

  private constructor(journal: Journal<Envelope>, headAtStart: number, options: TranscriptOptions) {
    this.#journal = journal;
    this.#options = options;
    this.#headAtStart = headAtStart;
    this.#unsubscribe = journal.subscribe(
      { onError: (error, retrying) => retrying || this.#fail(error) },
      async (facts) => {
        for (const fact of facts) {
          const known = conversationFact(fact);
          if (known?.type === 'agent_question' && known.callId) this.#asked.add(known.callId);
        }
        for (const fact of facts) await this.#tell(fact);
        this.#printedTo = facts.at(-1)?.seq ?? this.#printedTo;
        this.#wake();
      },
    );
  }

  static async of(journal: Journal<Envelope>, options: TranscriptOptions): Promise<TranscriptPrinter> {
    return new TranscriptPrinter(journal, await journal.head(), options);
  }

  /** The number of our messages printed so far. */
  get sent(): number {
    return this.#sent;
  }

  /** Resolves when more was printed. Rejects when the journal is deleted or the output closed. */
  async change(): Promise<void> {
    this.#check();
    await this.#changed.promise;
    this.#check();
  }

  /** Resolves when everything so far has been printed. */
  async upToDate(): Promise<void> {
    const head = await this.#journal.head();
    while (this.#printedTo < head) await this.change();
  }

  /** Prints an open question that is older than the printer. */
  async remind(pending: PendingInput): Promise<void> {
    if (this.#options.output.json) return;
    if (pending.type === 'decision' && pending.draft.seq <= this.#headAtStart)
      await this.#draft(pending.draft);
    if (pending.type === 'answer' && pending.question.seq <= this.#headAtStart)
      await this.#say(pending.question);
  }

  close(): void {
    this.#unsubscribe();
  }

  #check(): void {
    if (this.#failure) throw this.#failure.error;
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  async #tell(fact: Envelope): Promise<void> {
    const { order } = this.#options;
    const known = conversationFact(fact);
    if (known?.type === 'remote_received') await order?.printed(known.messageId);
    await this.#tellOne(fact, known);
    if (known?.type !== 'remote_sent') return;
    this.#sent += 1;
    order?.tell(known.messageId);
  }

  async #tellOne(fact: Envelope, known: ConversationFact | undefined): Promise<void> {
    const { output, session } = this.#options;
    if (output.json) {
      if (!isBookkeeping(fact)) await output.value({ ...(session && { session }), ...fact });
      return;
    }
    if (known === undefined) return;
    // Of earlier facts, only messages are printed.
    if (fact.seq <= this.#headAtStart && known.type !== 'remote_received' && known.type !== 'remote_sent')
      return;
    await this.#say(known);
  }

  async #say(fact: ConversationFact): Promise<void> {
    const { output, me, other, tellsDrafts, planner = me } = this.#options;
    switch (fact.type) {
      case 'remote_received':
        if (other !== undefined) await this.#message(other, fact);
        return;
      case 'remote_sent':
        if (this.#options.tellsOwn || fact.seq <= this.#headAtStart) await this.#message(me, fact);
        return;
      case 'compose_intent':
        if (tellsDrafts) await this.#draft(fact);
        return;
      case 'agent_question':
        await this.#message(`${planner} asks you`, { text: fact.prompt }, 'yellow');
        return;
      case 'tool_call':
        if (this.#asked.has(fact.callId)) return;
        await output.line([
          { text: `  ${planner} uses ${fact.name} ${argumentsText(fact.args)}`, style: 'dim' },
        ]);
        return;
      case 'tool_result':
        if (!fact.ok && !this.#asked.has(fact.callId))
          await output.line([{ text: `  which fails: ${fact.error ?? ''}`, style: 'dim' }]);
        return;
      case 'sleep':
        if (fact.reason) await output.line([{ text: `  ${planner} waits: ${fact.reason}`, style: 'dim' }]);
        return;
      case 'send_failed':
        output.note(onOneLine(`Not sent: ${fact.error}`));
        return;
      case 'planner_error':
        output.note(onOneLine(`${planner} failed (${fact.code}): ${fact.message}`));
        return;
      case 'status_changed':
        if (isFinal(fact.a2a) && other !== undefined)
          await output.line([{ text: `The task is ${fact.a2a}.`, style: 'dim' }]);
        if (fact.a2a === 'unknown') output.note(`${other ?? 'The other side'} no longer knows the task.`);
        if (fact.a2a === 'auth-required')
          output.note(`${other ?? 'The other side'} asks you to sign in; see its message.`);
        return;
      default:
        return;
    }
  }

  async #draft({
    nextStateHint,
    ...draft
  }: Pick<Draft, 'text' | 'attachments' | 'nextStateHint'>): Promise<void> {
    const { output, me } = this.#options;
    await this.#message(`${me} (draft)`, draft, 'yellow');
    if (isFinal(A2aStatus.safeParse(nextStateHint).data))
      await output.line([{ text: `  This ends the conversation (${nextStateHint}).`, style: 'yellow' }]);
  }

  async #message(
    who: string,
    {
      text,
      attachments = [],
    }: { readonly text: string; readonly attachments?: readonly MessageAttachment[] | undefined },
    style: Span['style'] = 'bold',
  ): Promise<void> {
    const { output } = this.#options;
    const [first = '', ...rest] = text.split('\n');
    await output.line([{ text: `${who}:`, ...(style && { style }) }, { text: ` ${first}` }]);
    for (const line of rest) await output.line(`  ${line}`);
    for (const { name } of attachments) await output.line([{ text: `  + ${name}`, style: 'dim' }]);
  }
}

function argumentsText(args: unknown): string {
  const text = JSON.stringify(args) ?? '';
  return text.length > MAX_ARGUMENTS_LENGTH ? `${text.slice(0, MAX_ARGUMENTS_LENGTH)}…` : text;
}
