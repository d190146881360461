import type { Advisory } from '../planner-state.ts';
import type { Understanding } from '../understand/understand.ts';

const MOST_QUOTED = 5;
const LONGEST_QUOTE = 100;

/** What there is to say about how a text was taken: what was not understood, and what was read one way of several. */
export function remarksOn({
  notUnderstood,
  assumed,
}: Pick<Understanding, 'notUnderstood' | 'assumed'>): Advisory[] {
  const some = notUnderstood.slice(0, MOST_QUOTED).map((words) => `"${shortened(words)}"`);
  const quoted = [...some, ...(notUnderstood.length > MOST_QUOTED ? ['and more'] : [])].join(', ');
  return [
    ...(quoted === '' ? [] : [remark('NOT_UNDERSTOOD', `I did not understand ${quoted}.`)]),
    ...assumed.map((description) => remark('ASSUMED', description)),
  ];
}

/** Said where a model was to read something and did not. */
export const READ_BY_RULES: Advisory = remark(
  'READ_BY_RULES',
  'The model gave no reading that fits these words, so they were read by rules.',
);

/** What was asked for and could not be done. */
export function notDone(sentences: readonly string[]): Advisory[] {
  return sentences.map((description) => remark('NOT_DONE', description));
}

/** What answers a question. */
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

/** Whether an advisory is about the last thing said, and so stays until something else is. */
export function isRemark({ type }: Advisory): boolean {
  return REMARKS.has(type);
}

function shortened(words: string): string {
  const characters = [...words];
  return characters.length <= LONGEST_QUOTE ? words : `${characters.slice(0, LONGEST_QUOTE).join('')}…`;
}

function remark(type: Advisory['type'], description: string): Advisory {
  return { type, target: {}, description };
}
