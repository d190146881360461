import { readObjects } from '../../../machine/agents/output-reading.ts';
import { type Evaluation, readEvaluation } from './evaluation-shape.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Parses the evaluation in an evaluator's output: the last JSON object that is not a log line, or metrics one by one,
 * each as `{ name, value }`. Undefined if there is none; throws if it is invalid.
 */
export async function evaluationInOutput(stdout: string): Promise<Evaluation | undefined> {
  const all = await readObjects(withQuotedNumbers(stdout));
  const objects = withoutLogs(all);
  const last = objects.at(-1) ?? all.at(-1);
  if (last === undefined) return undefined;
  return readEvaluation(isMetric(last) ? objects.filter(isMetric) : last, 'the output of the evaluator');
}

/**
 * Python and others print NaN and Infinity, which JSON lacks. They are quoted, so that they are reported and not
 * skipped.
 */
function withQuotedNumbers(text: string): string {
  if (!/NaN|Infinity/.test(text)) return text;
  return text
    .split('\n')
    .map((line) =>
      isJson(line) ? line : line.replace(/([:[,]\s*)(-?(?:NaN|Infinity))(?=\s*(?:[,}\]]|$))/g, '$1"$2"'),
    )
    .join('\n');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withoutLogs(objects: readonly Json[]): readonly Json[] {
  const logged = new Set<unknown>();
  for (const object of objects) if (isLogLine(object)) addAllIn(object, logged);
  return objects.filter((object) => !logged.has(object));
}

/** Fields that JSON loggers print. */
function isLogLine(object: Json): boolean {
  const { msg, message, level, severity, metrics } = object;
  return (
    metrics === undefined &&
    (typeof msg === 'string' ||
      typeof message === 'string' ||
      typeof level === 'string' ||
      typeof severity === 'string')
  );
}

function addAllIn(value: unknown, all: Set<unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  all.add(value);
  for (const held of Object.values(value)) addAllIn(held, all);
}

function isMetric({ name, value }: Json): boolean {
  return typeof name === 'string' && value !== undefined;
}
