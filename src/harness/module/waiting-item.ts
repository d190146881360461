import type { OpenQuestion } from '../conversation/ledger.ts';
import type { CommandCall } from './view-block.ts';

/** One of the answers that a waiting item offers. */
export interface WaitingOption<Call = CommandCall> {
  /** Stable, for programs that choose; the label is for people. */
  readonly id?: string | undefined;
  readonly label: string;
  /** What choosing it does. */
  readonly command: Call;
  /** The fields that a person may fill in or change first, where there is a form; the command is whole without. */
  readonly edit?: readonly string[] | undefined;
}

/** Something that waits for a person. */
export interface WaitingItem<Call = CommandCall, Form = CommandCall> {
  /** Unique among what waits in the session, and the same as long as it waits. */
  readonly id: string;
  /** What is asked, in a sentence or two. */
  readonly text: string;
  /** More about it, as Markdown. */
  readonly details?: string | undefined;
  /** Where the fact stands that made it wait. */
  readonly seq?: number | undefined;
  readonly options?: readonly WaitingOption<Call>[] | undefined;
  /** A command with fields left out, which the person fills in. `answer` fills its one text field. */
  readonly form?: Form | undefined;
  /** The same as plain data, for programs; its `type` tells what kind of item it is. */
  readonly data?: { readonly type: string; readonly [field: string]: unknown } | undefined;
}

/** A question to a person that has no answer yet, as something that waits. */
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
    // The planner is told that there is no answer, and goes on without.
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
