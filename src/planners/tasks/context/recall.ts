import type { TaskEvent, TaskStatus } from '../facts.ts';

/** A finished task found by words, even if compaction has removed it from the plan. */
export interface RecalledTask {
  readonly task: number;
  readonly description: string;
  readonly status: TaskStatus;
  /** The matching part of the result. */
  readonly excerpt: string;
  /** The relevance, for comparing only. */
  readonly score: number;
}

interface Entry {
  readonly description: string;
  status: TaskStatus;
  result: string;
  answers: string[];
}

const MAX_EXCERPT_LENGTH = 600;
const MAX_FOUND = 10;

/**
 * Searches the results of a plan's tasks in the events of its journal, so that nothing is lost to a summary. The best
 * matches come first; rare words count more.
 */
export function recalled(
  events: readonly TaskEvent[],
  words: string,
  { limit = MAX_FOUND }: { readonly limit?: number } = {},
): readonly RecalledTask[] {
  const wanted = [...new Set(wordsOf(words))];
  const entries = [...entriesOf(events)].map(([task, entry]) => ({ task, entry, text: textOf(entry) }));
  const known = entries.map(({ text }) => new Set(wordsOf(text)));
  const weights = new Map(
    wanted.map((word) => {
      const count = known.filter((own) => has(own, word)).length;
      return [word, Math.log(1 + entries.length / (count || 1))] as const;
    }),
  );
  return entries
    .map(({ task, entry, text }, at) => {
      const own = known[at] ?? new Set<string>();
      const score = wanted.reduce((sum, word) => sum + (has(own, word) ? (weights.get(word) ?? 0) : 0), 0);
      return { task, description: entry.description, status: entry.status, text, score };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.task - a.task)
    .slice(0, limit)
    .map(({ text, ...rest }) => ({ ...rest, excerpt: excerptOf(text, wanted) }));
}

function entriesOf(events: readonly TaskEvent[]): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  for (const event of events) {
    switch (event.type) {
      case 'TasksPlanned':
        for (const { id, description, done } of event.tasks)
          entries.set(id, { description, status: done ? 'Completed' : 'Planned', result: '', answers: [] });
        break;
      case 'TasksRevised':
        for (const { id, description } of event.tasks)
          entries.set(id, { description, status: 'Planned', result: '', answers: [] });
        break;
      case 'TaskStatusUpdated': {
        const entry = entries.get(event.taskId);
        if (entry) Object.assign(entry, { status: event.status, result: event.result ?? entry.result });
        break;
      }
      case 'ClarificationReceived':
        entries.get(event.taskId)?.answers.push(event.answer);
        break;
      default:
    }
  }
  return entries;
}

function textOf({ description, result, answers }: Entry): string {
  return [description, ...answers, result].filter((part) => part !== '').join('\n');
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** `migration` matches `migrations`, and vice versa. */
function has(own: ReadonlySet<string>, word: string): boolean {
  return own.has(word) || own.has(`${word}s`) || (word.endsWith('s') && own.has(word.slice(0, -1)));
}

/** The lines around the first line with the most matches. */
function excerptOf(text: string, wanted: readonly string[]): string {
  if (text.length <= MAX_EXCERPT_LENGTH) return text;
  const lines = text.split('\n');
  const counts = lines.map((line) => {
    const own = new Set(wordsOf(line));
    return wanted.filter((word) => has(own, word)).length;
  });
  const best = counts.indexOf(Math.max(...counts));
  const around = lines.slice(Math.max(0, best - 1), best + 4).join('\n');
  if (around.length <= MAX_EXCERPT_LENGTH) return around;
  const line = lines[best] ?? '';
  const lower = line.toLowerCase();
  const at = Math.max(0, ...wanted.map((word) => lower.indexOf(word)));
  const from = Math.max(0, at - MAX_EXCERPT_LENGTH / 3);
  return line.slice(from, from + MAX_EXCERPT_LENGTH).toWellFormed();
}

/** The matches as text for a person or a model. */
export function recalledText(found: readonly RecalledTask[]): string {
  return found
    .map(({ task, status, excerpt }) => `#${task} (${status.toLowerCase()})\n${excerpt}`)
    .join('\n\n');
}
