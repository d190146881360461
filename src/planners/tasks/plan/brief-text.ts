import type { Brief } from '../facts.ts';
import { EMPTY_BRIEF } from './merge-brief.ts';

const MAX_LENGTH = 8000;
const MAX_PER_LIST = 100;

const LISTS = [
  ['Rules that hold for every task', 'constraints'],
  ['Background', 'background'],
  ['All of it is done when', 'acceptance'],
] as const;

/** The brief of a plan as plain text for executors; `''` if it is empty. */
export function briefText(brief: Brief = EMPTY_BRIEF): string {
  const parts = [
    ...(brief.objective === undefined ? [] : [`Objective: ${brief.objective}`]),
    ...LISTS.flatMap(([title, field]) =>
      brief[field].length === 0 ? [] : [`${title}:\n${listed(brief[field])}`],
    ),
  ];
  const text = parts.join('\n\n');
  return text.length <= MAX_LENGTH
    ? text
    : `${text.slice(0, MAX_LENGTH).toWellFormed()}\n[the rest was left out]`;
}

function listed(sentences: readonly string[]): string {
  const rest = sentences.length - MAX_PER_LIST;
  return [
    ...sentences.slice(0, MAX_PER_LIST).map((sentence) => `- ${sentence}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join('\n');
}
