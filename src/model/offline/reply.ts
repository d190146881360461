import type { LlmRequest } from '../llm.ts';
import { promptContent } from './prompt-content.ts';

/** The label of every text by the offline model that a person may read. */
export const OFFLINE_LABEL = '[offline demo model]';

const MAX_QUOTE_LENGTH = 160;
const MAX_POINTS = 5;

/** A short reply in prose: the question, its points, and that no model has thought about it. */
export function replyTo(request: LlmRequest): string {
  const content = promptContent(request);
  const task = content.named.get('task');
  if (task !== undefined) return taskResult(task);
  const { question, sentences, items } = content;
  if (question === '') return `${OFFLINE_LABEL} Nothing was asked.`;
  const points = (items.length > 0 ? items : sentences)
    .slice(0, MAX_POINTS)
    .map((point) => `- ${quoted(point)}`);
  const asked = /\?\s*$/m.test(question) ? 'You asked' : 'You said';
  return [
    `${OFFLINE_LABEL} ${asked}: ${quoted(sentences.find((sentence) => sentence.endsWith('?')) ?? sentences[0] ?? question)}`,
    ...(points.length > 1 ? ['', 'What I read:', ...points] : []),
    '',
    'This is a made-up reply. Set WAYFOLD_MODEL to a real model for a real one.',
  ].join('\n');
}

function taskResult(task: string): string {
  return [
    `${OFFLINE_LABEL} What a model would be asked: ${quoted(task)}`,
    '',
    'Simulated: nothing was read, changed, run or looked up.',
  ].join('\n');
}

/** One line of limited length. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH - 1).trimEnd()}…` : line;
}
