import type { OpenQuestion } from '../conversation/ledger.ts';
import type { CommandCall } from './view-block.ts';

/** One of the options of a waiting item. */
export interface WaitingOption<Call = CommandCall> {
  /** Stable, for programs; the label is for people. */
  readonly id?: string | undefined;
  readonly label: string;
  /** The command that choosing it runs. */
  readonly command: Call;
  /** The fields that a person may fill in or change first, if there is a form; the command is complete without. */
  readonly edit?: readonly string[] | undefined;
}

/** Something that needs a person. */
export interface WaitingItem<Call = CommandCall, Form = CommandCall> {
  /** Unique among the waiting items of the session, and stable as long as it waits. */
  readonly id: string;
  /** The question, in a sentence or two. */
  readonly text: string;
  /** More about it, as Markdown. */
  readonly details?: string | undefined;
  /** The seq of the fact that made it wait. */
  readonly seq?: number | undefined;
  readonly options?: readonly WaitingOption<Call>[] | undefined;
  /** A partial command that the person completes. `answer` fills its only text field. */
  readonly form?: Form | undefined;
  /** The same as plain data, for programs; its `type` is the kind of item. */
  readonly data?: { readonly type: string; readonly [field: string]: unknown } | undefined;
}

/** An unanswered question to a person, as a waiting item. */
export function questionItem({
  seq,
  qid,
  prompt,
  required,
  placeholder,
  options = [],
}: OpenQuestion): WaitingItem & { readonly seq: number } {
  const answers: readonly WaitingOption[] = [
    ...options.map((text) => ({ id: text, label: text, command: { type: 'answer', qid, text } })),
    // The planner is told that there is no answer, and continues without one.
    ...(required === false
      ? [{ id: 'skip', label: 'Skip', command: { type: 'answer', qid, text: '' } }]
      : []),
  ];
  return {
    id: qid,
    seq,
    text: prompt,
    ...(answers.length > 0 && { options: answers }),
    form: { type: 'answer', qid },
    data: {
      type: 'question',
      qid,
      prompt,
      ...(required !== undefined && { required }),
      ...(placeholder !== undefined && { placeholder }),
    },
  };
}
