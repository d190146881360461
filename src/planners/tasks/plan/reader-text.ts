import type { PlanReader } from '../facts.ts';

/** A line about what read the text, with its notes. */
export function readerText({ reader, model = 'a language model', notes = [] }: PlanReader): string {
  // A model at an address of its own is no link.
  const name = model.includes('://') ? `\`${model}\`` : model;
  const who = reader === 'model' ? `Read by ${name}.` : 'Read by rules, without a language model.';
  return [who, ...notes].join('\n');
}
