import type { PlanReader } from '../facts.ts';

/** A line about what read the text, with its notes. */
export function readerText({ reader, model = 'a language model', notes = [] }: PlanReader): string {
  const who = reader === 'model' ? `Read by ${model}.` : 'Read by rules, without a language model.';
  return [who, ...notes].join('\n');
}
