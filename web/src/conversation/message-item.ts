import type { Message, Waiting } from '../api/contracts.ts';

/** An item of a conversation, ready to be displayed. */
export type MessageItem =
  | {
      readonly look: 'message';
      readonly seq: number;
      readonly ts: string;
      /** Who said it: the other side, this side to the other, a person here, or the planner. */
      readonly from: 'remote' | 'sent' | 'person' | 'planner';
      readonly text: string;
      /** Whether a planner worded it, perhaps about a person's action. */
      readonly isMarkdown: boolean;
      /** Whether the other side never sees it. */
      readonly isPrivate: boolean;
      readonly label: string;
      /** Whether the session that this one was forked from sent it. */
      readonly isCopied: boolean;
      readonly attachments: readonly ShownFile[];
      readonly by?: string;
    }
  | {
      readonly look: 'tool';
      readonly seq: number;
      readonly ts: string;
      readonly name: string;
      readonly why: string | undefined;
      readonly args: unknown;
      readonly outcome: { readonly ok: boolean; readonly value: unknown } | undefined;
      /** Whether a person is asked before it is carried out. */
      readonly isAsked: boolean;
    }
  | {
      readonly look: 'failure';
      readonly seq: number;
      readonly ts: string;
      readonly text: string;
      readonly code: string | undefined;
    }
  /** Where a fork begins to be a session of its own. */
  | { readonly look: 'fork'; readonly seq: number; readonly text: string }
  /** A rejected draft. */
  | {
      readonly look: 'dismissed';
      readonly seq: number;
      readonly ts: string;
      readonly text: string;
      readonly label: string;
    }
  /** A file that a person added without a message. */
  | { readonly look: 'file'; readonly seq: number; readonly file: ShownFile }
  | { readonly look: 'note'; readonly seq: number; readonly ts: string; readonly text: string };

/** A file that goes with a message. */
export interface ShownFile {
  readonly name: string;
  readonly mimeType?: string;
  readonly sha256?: string;
  readonly size?: number;
}

/** Where a session was forked from another one. */
interface ForkNote {
  readonly at: number;
  readonly title: string;
  /** Whether the moment on display is after the fork. */
  readonly isReached: boolean;
}

/**
 * The facts of a conversation as items. Files that came with a message are shown with it, and the result of a tool with
 * its call.
 */
export function messageItems(
  messages: readonly Message[],
  files: readonly (ShownFile & { readonly seq: number })[] = [],
  fork?: ForkNote | undefined,
): readonly MessageItem[] {
  const results = new Map(
    messages.filter(({ type }) => type === 'tool_result').map((fact) => [textOf(fact.callId), fact]),
  );
  const asked = new Set(
    messages.filter(({ type }) => type === 'agent_question').map(({ callId }) => textOf(callId)),
  );
  const received = new Set(
    messages.filter(({ type }) => type === 'remote_received').flatMap((fact) => filesOf(fact).map(idOfFile)),
  );
  const added = files
    .filter((file) => !received.has(idOfFile(file)))
    .map(({ seq, ...file }) => ({ look: 'file' as const, seq, file }));
  const items = [...messages.flatMap((fact) => itemOf(fact, results, asked)), ...added].toSorted(
    (a, b) => a.seq - b.seq,
  );
  return fork === undefined ? items : withFork(items, fork);
}

/** Leaves out what a card asks: if a message ends with its question, the rest stays. */
export function withoutAsked(
  items: readonly MessageItem[],
  waiting: readonly Pick<Waiting, 'type' | 'seq' | 'text' | 'options'>[],
): readonly MessageItem[] {
  return items.flatMap((item) => {
    if (item.look !== 'message' || item.from !== 'planner') return [item];
    if (waiting.some(({ type, seq }) => type === 'question' && seq === item.seq)) return [];
    const ending = waiting
      .filter(({ seq }) => seq <= item.seq)
      .flatMap(({ text, options = [] }) => [
        [text, ...options.map(({ label }, at) => `${at + 1}. ${label}`)].join('\n'),
        text,
      ])
      .find((asked) => item.text.endsWith(asked));
    if (ending === undefined) return [item];
    const text = item.text.slice(0, item.text.length - ending.length).trimEnd();
    return text === '' ? [] : [{ ...item, text }];
  });
}

/** Items before a fork belong to another session, which sent them. */
function withFork(items: readonly MessageItem[], { at, title, isReached }: ForkNote): readonly MessageItem[] {
  const copied = items.filter(({ seq }) => seq <= at);
  const note = { look: 'fork', seq: at + 0.5, text: `Forked here from ${title}` } as const;
  return [
    ...copied.map((item) =>
      item.look === 'message' && item.from === 'sent'
        ? { ...item, isCopied: true, label: `Sent by ${title}` }
        : item,
    ),
    ...(isReached ? [note] : []),
    ...items.slice(copied.length),
  ];
}

/**
 * The reason why a draft was rejected: guidance withdrew it, a person wrote another, a new one was requested, or somebody
 * dismissed it.
 */
function dismissalLabel({ by, regenerate, edited }: Message): string {
  if (edited === true) return `Draft replaced by ${textOf(by) || 'somebody'}`;
  if (regenerate === true) return `Draft sent back by ${textOf(by) || 'somebody'}`;
  return typeof by === 'string' ? `Draft dismissed by ${by}` : 'Draft withdrawn';
}

function itemOf(
  fact: Message,
  results: ReadonlyMap<string, Message>,
  asked: ReadonlySet<string>,
): readonly MessageItem[] {
  const { seq, ts, type } = fact;
  switch (type) {
    case 'remote_received':
      return [message(fact, 'remote', 'Other side')];
    case 'remote_sent':
      return [message(fact, 'sent', 'Sent')];
    case 'user_input':
      return [message(fact, 'person', 'You', textOf(fact.text) || choiceIn(fact))];
    case 'user_guidance':
      return [message(fact, 'person', 'Whisper')];
    case 'user_answer':
      return [message(fact, 'person', 'Your answer', textOf(fact.text) || 'Skipped')];
    case 'agent_question':
      return [message(fact, 'planner', 'Question', textOf(fact.prompt))];
    case 'planner_said':
      return [
        typeof fact.by === 'string' ? message(fact, 'person', 'You') : message(fact, 'planner', 'Planner'),
      ];
    case 'tool_call': {
      const callId = textOf(fact.callId);
      const result = results.get(callId);
      const outcome = result && {
        ok: result.ok === true,
        value: result.ok === true ? result.result : result.error,
      };
      const why = textOf(fact.why) || undefined;
      const name = textOf(fact.name);
      return [{ look: 'tool', seq, ts, name, why, args: fact.args, outcome, isAsked: asked.has(callId) }];
    }
    case 'planner_error':
      return [{ look: 'failure', seq, ts, text: textOf(fact.message), code: textOf(fact.code) }];
    case 'send_failed':
      return [{ look: 'failure', seq, ts, text: `Not sent: ${textOf(fact.error)}`, code: undefined }];
    case 'draft_dismissed':
      return [{ look: 'dismissed', seq, ts, text: textOf(fact.text), label: dismissalLabel(fact) }];
    case 'sleep':
      return [{ look: 'note', seq, ts, text: textOf(fact.reason) || 'Nothing to say right now.' }];
    default:
      return [];
  }
}

function message(
  fact: Message,
  from: Extract<MessageItem, { look: 'message' }>['from'],
  label: string,
  text = textOf(fact.text),
): MessageItem {
  const { seq, ts, by } = fact;
  return {
    look: 'message',
    seq,
    ts,
    from,
    text,
    label,
    isCopied: false,
    isMarkdown: from === 'planner' || fact.type === 'planner_said',
    isPrivate: from === 'person' || from === 'planner',
    attachments: filesOf(fact),
    // What came over the network has no such name: somebody entered it here.
    ...(typeof by === 'string' && { by: from === 'remote' ? `entered by ${by}` : by }),
  };
}

function choiceIn({ chosen, choose }: Message): string {
  return textOf(chosen) || `Chose ${textOf(choose)}`;
}

function filesOf({ attachments }: Message): readonly ShownFile[] {
  return Array.isArray(attachments) ? (attachments as readonly ShownFile[]) : [];
}

function idOfFile({ name, sha256 }: ShownFile): string {
  return sha256 ?? name;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
