import type { Brief, TaskAttachment } from '../../facts.ts';
import type { ParsedTask } from '../parse-tasks.ts';

/** A text as people write it, and the steps that a reader of it would name. */
export interface CorpusCase {
  readonly name: string;
  readonly input: string;
  readonly steps: readonly ParsedTask[];
  /** What else it says, where that is what the text is there for. */
  readonly brief?: Partial<Brief>;
}

export const work = (description: string, ...attachments: TaskAttachment[]): ParsedTask => ({
  description,
  kind: 'Processing',
  attachments,
});

export const tool = (description: string, ...attachments: TaskAttachment[]): ParsedTask => ({
  description,
  kind: 'ToolCall',
  attachments,
});

export const ask = (description: string, ...attachments: TaskAttachment[]): ParsedTask => ({
  description,
  kind: 'Clarification',
  attachments,
});

export const done = (description: string): ParsedTask => ({ ...work(description), done: true });

export const link = (value: string, label?: string): TaskAttachment => attachment('Link', value, label);
export const image = (value: string, label?: string): TaskAttachment => attachment('ImageRef', value, label);
export const file = (value: string, label?: string): TaskAttachment => attachment('FileRef', value, label);

function attachment(type: TaskAttachment['kind']['type'], value: string, label?: string): TaskAttachment {
  return { kind: { type, value }, ...(label === undefined ? {} : { label }) };
}
