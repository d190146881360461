import { type Ledger, ledgerOf, type OpenQuestion } from '../../../../harness/conversation/ledger.ts';
import { isUnderWay } from '../../../../harness/conversation/task-status.ts';
import { approve, dismiss, edit } from '../../../../harness/drafts/decisions.ts';
import { digestOf } from '../../../../harness/drafts/digest.ts';
import type { Draft } from '../../../../harness/drafts/draft-fold.ts';
import type { MessageAttachment } from '../../../../harness/facts.ts';
import { localUser } from '../../../../host/local-user.ts';
import { randomIds } from '../../../../journal/clock.ts';
import type { Envelope } from '../../../../journal/fact.ts';
import type { Journal } from '../../../../journal/journal.ts';
import { ConflictError } from '../../../../kernel/error.ts';

/** The input that a conversation needs from the person at the terminal. */
export type PendingInput =
  | { readonly type: 'decision'; readonly draft: Draft }
  | { readonly type: 'wording'; readonly draft: Draft }
  | { readonly type: 'answer'; readonly question: OpenQuestion }
  | { readonly type: 'message' }
  | { readonly type: 'nothing' };

/** Turns a person's lines into facts: messages, decisions on drafts, answers, and hints to a planner. */
export class TerminalInput {
  readonly #journal: Journal<Envelope>;
  readonly #hasPlanner: boolean;
  readonly #auto: boolean;
  readonly #by: string;
  readonly #files: MessageAttachment[] = [];
  /** The draft that is being rewritten. */
  #editing: string | undefined;

  /** `auto`: drafts are approved automatically, and only one that failed to send needs a decision. */
  constructor(
    journal: Journal<Envelope>,
    {
      hasPlanner,
      auto = false,
      by = localUser(),
    }: { readonly hasPlanner: boolean; readonly auto?: boolean | undefined; readonly by?: string },
  ) {
    this.#journal = journal;
    this.#hasPlanner = hasPlanner;
    this.#auto = auto;
    this.#by = by;
  }

  async pending(): Promise<PendingInput> {
    const ledger = await ledgerOf(this.#journal);
    const draft = ledger.drafts.open.find(
      ({ approval, failure }) => approval === undefined && (!this.#auto || failure !== undefined),
    );
    if (draft) return { type: draft.composeId === this.#editing ? 'wording' : 'decision', draft };
    const [question] = ledger.openQuestions;
    if (question) return { type: 'answer', question };
    return { type: this.#hasPlanner || !isOurTurn(ledger) ? 'nothing' : 'message' };
  }

  /** Handles a line. Resolves to a message for the person, if any. */
  async take(line: string, pending: PendingInput): Promise<string | undefined> {
    try {
      return await this.#take(line, pending);
    } catch (error) {
      // Somebody else decided first.
      if (error instanceof ConflictError) return 'Somebody has already decided.';
      throw error;
    }
  }

  /** Attaches a file to the next message. */
  async attach(name: string, mimeType: string, bytes: Uint8Array): Promise<void> {
    const { sha256, size } = await this.#journal.attachments.put(bytes);
    await this.#journal.append([
      { type: 'attachment_added', name, mimeType, sha256, size, origin: 'user', by: this.#by },
    ]);
    this.#files.push({ name, mimeType, sha256, size });
  }

  async #take(line: string, pending: PendingInput): Promise<string | undefined> {
    switch (pending.type) {
      case 'decision':
        return await this.#decide(line.trim(), pending.draft);
      case 'wording':
        this.#editing = undefined;
        if (line.trim() === '') return 'The draft is unchanged.';
        await this.#sendInstead(pending.draft, line);
        return undefined;
      case 'answer':
        if (pending.question.required && line.trim() === '') return 'It needs an answer.';
        await this.#journal.append([
          { type: 'user_answer', qid: pending.question.qid, text: line, by: this.#by },
        ]);
        return undefined;
      case 'message':
        if (line.trim() === '' && this.#files.length === 0) return undefined;
        await this.#send(line);
        return undefined;
      case 'nothing':
        if (line.trim() === '') return undefined;
        await this.#journal.append([
          { type: 'user_guidance', gid: randomIds('g'), text: line, by: this.#by },
        ]);
        return undefined;
    }
  }

  async #decide(line: string, draft: Draft): Promise<string | undefined> {
    const { composeId, digest } = draft;
    const [, letter = '', rest = ''] =
      /^(a|approve|e|edit|d|dismiss|r|regenerate)(?:\s+(.*))?$/i.exec(line) ?? [];
    switch (letter.charAt(0).toLowerCase()) {
      case 'a':
        await approve(this.#journal, { composeId, digest, by: this.#by });
        return undefined;
      case 'e':
        if (rest !== '') await this.#sendInstead(draft, rest);
        else this.#editing = composeId;
        return undefined;
      case 'd':
        await dismiss(this.#journal, { composeId, by: this.#by });
        return undefined;
      case 'r':
        await dismiss(this.#journal, { composeId, regenerate: true, by: this.#by });
        return undefined;
      default:
        if (line === '') return 'Write a, e, d or r.';
        // The feedback makes the planner withdraw the draft and write another one.
        await this.#journal.append([
          { type: 'user_guidance', gid: randomIds('g'), text: line, by: this.#by },
        ]);
        return undefined;
    }
  }

  /** A person's own text counts as approved. */
  async #sendInstead({ composeId }: Draft, text: string): Promise<void> {
    const by = this.#by;
    const edited = await edit(this.#journal, { composeId, text, by });
    await approve(this.#journal, { ...edited, by });
  }

  async #send(text: string): Promise<void> {
    const attachments = this.#files.splice(0);
    const content = { composeId: randomIds('compose'), text, ...(attachments.length > 0 && { attachments }) };
    const digest = digestOf(content);
    await this.#journal.append([
      { type: 'compose_intent', ...content, digest },
      { type: 'compose_approved', composeId: content.composeId, digest, by: this.#by },
    ]);
  }
}

/** Whether a message from us now would interfere neither with the other side nor with a message of ours. */
function isOurTurn({ status, drafts, latestPublic, lastAnchor }: Ledger): boolean {
  // The other side has not yet confirmed our message.
  const isPending = latestPublic?.type === 'remote_sent' && latestPublic.seq === lastAnchor;
  return drafts.open.length === 0 && !isPending && (status === undefined || !isUnderWay(status));
}
