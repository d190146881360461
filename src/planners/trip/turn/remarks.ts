import type { Advisory } from '../planner-state.ts';
import type { Understanding } from '../understand/understand.ts';

const MAX_QUOTED = 5;
const MAX_QUOTE_LENGTH = 100;

/** Remarks on how a text was interpreted: what was not understood, and what was ambiguous. */
export function remarksOn({
  notUnderstood,
  assumed,
}: Pick<Understanding, 'notUnderstood' | 'assumed'>): Advisory[] {
  const some = notUnderstood.slice(0, MAX_QUOTED).map((words) => `"${shortened(words)}"`);
  const quoted = [...some, ...(notUnderstood.length > MAX_QUOTED ? ['and more'] : [])].join(', ');
  return [
    ...(quoted === '' ? [] : [remark('NOT_UNDERSTOOD', `I did not understand ${quoted}.`)]),
    ...assumed.map((description) => remark('ASSUMED', description)),
  ];
}

/** The remark that a model failed to read the text. */
export const READ_BY_RULES: Advisory = remark(
  'READ_BY_RULES',
  'The model gave no reading that fits these words, so they were read by rules.',
);

/** Remarks on requests that could not be fulfilled. */
export function notDone(sentences: readonly string[]): Advisory[] {
  return sentences.map((description) => remark('NOT_DONE', description));
}

/** Answers to questions. */
export function answers(sentences: readonly string[]): Advisory[] {
  return sentences.map((description) => remark('ANSWER', description));
}

const REMARKS: ReadonlySet<Advisory['type']> = new Set([
  'NOT_UNDERSTOOD',
  'ASSUMED',
  'NOT_DONE',
  'ANSWER',
  'READ_BY_RULES',
]);

/** Whether an advisory is about the last message, and disappears with the next one. */
export function isRemark({ type }: Advisory): boolean {
  return REMARKS.has(type);
}

function shortened(words: string): string {
  const characters = [...words];
  return characters.length <= MAX_QUOTE_LENGTH ? words : `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…`;
}

function remark(type: Advisory['type'], description: string): Advisory {
  return { type, target: {}, description };
}
