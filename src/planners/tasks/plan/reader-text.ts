import type { PlanReader } from '../facts.ts';

/** Who made tasks of a text, in a line, and what there is to say about it. */
export function readerText({ reader, model = 'a language model', notes = [] }: PlanReader): string {
  const who = reader === 'model' ? `Read by ${model}.` : 'Read by rules, without a language model.';
  return [who, ...notes].join('\n');
}
