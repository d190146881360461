import { z } from 'zod';
import { shown } from '../../../journal/error.ts';
import type { CommitMetricFields } from '../agent/planning-request.ts';
import { PlanningError } from '../error.ts';

/** The evaluation of a commit. */
export interface Evaluation {
  readonly metrics: readonly CommitMetricFields[];
  readonly summary?: string | undefined;
  readonly highlights: readonly string[];
  /** The cell of a MAP-Elites archive that the commit holds. */
  readonly cellIndex?: number | undefined;
  readonly objective?: number | undefined;
  readonly measures?: readonly number[] | Readonly<Record<string, number>> | undefined;
}

const Metric = z
  .strictObject({
    name: z.string().min(1),
    value: z.number(),
    unit: z.string().nullish(),
    higherIsBetter: z.boolean().nullish(),
    higher_is_better: z.boolean().nullish(),
    summary: z.string().nullish(),
  })
  .transform(({ higher_is_better, higherIsBetter, ...metric }) => ({
    ...metric,
    higherIsBetter: higherIsBetter ?? higher_is_better,
  }));

const Numbers = z
  .record(z.string(), z.number())
  .transform((values) => Object.entries(values).map(([name, value]) => ({ name, value })));

const Detailed = z
  .strictObject({
    metrics: z.union([z.array(Metric), Numbers]).default([]),
    summary: z.string().nullish(),
    highlights: z.array(z.string()).default([]),
    cellIndex: z.int().nullish(),
    cell_index: z.int().nullish(),
    objective: z.number().nullish(),
    measures: z.union([z.array(z.number()), z.record(z.string(), z.number())]).nullish(),
  })
  .transform(({ cell_index, cellIndex = cell_index, summary, objective, measures, ...rest }) => ({
    ...rest,
    ...(typeof summary === 'string' && { summary }),
    ...(typeof cellIndex === 'number' && { cellIndex }),
    ...(typeof objective === 'number' && { objective }),
    ...(measures && { measures }),
  }));

/**
 * Parses an evaluation: `{ metrics, summary?, highlights?, cellIndex?, objective?, measures? }`, a list of metrics, or
 * numbers by name.
 */
export function readEvaluation(json: unknown, source: string): Evaluation {
  const parsed = schemaFor(json).safeParse(json);
  if (parsed.success)
    return Array.isArray(parsed.data) ? { metrics: parsed.data, highlights: [] } : parsed.data;
  throw unreadable(source, issueTexts(parsed.error, json));
}

/** Parses evaluations by commit from JSON: `{ "<hash>": evaluation, … }`. */
export function readEvaluations(json: unknown, source: string): Readonly<Record<string, Evaluation>> {
  const byCommit = z.record(z.string(), z.unknown()).safeParse(json);
  if (!byCommit.success || Array.isArray(json))
    throw unreadable(source, Array.isArray(json) ? 'it is a list' : 'it is not an object');
  // Otherwise evaluations that belong to no commit would be ignored silently.
  const foreign = Object.keys(byCommit.data).find((key) => !/^[0-9a-f]{7,64}$/i.test(key));
  if (foreign !== undefined)
    throw unreadable(source, `${shown(foreign)} is not a commit hash of 7 characters or more`);
  return Object.fromEntries(
    Object.entries(byCommit.data).map(([hash, each]) => [hash, readEvaluation(each, `${source}, ${hash}`)]),
  );
}

/** Finds the evaluation of a commit by hash, which may be abbreviated. */
export function evaluationIn(
  evaluations: Readonly<Record<string, Evaluation>>,
): (commitHash: string) => Evaluation | undefined {
  const known = new Map(Object.entries(evaluations));
  return (commitHash) => {
    const exact = known.get(commitHash);
    if (exact !== undefined) return exact;
    const hash = [...known.keys()].find((each) => each.length >= 7 && commitHash.startsWith(each));
    return hash === undefined ? undefined : known.get(hash);
  };
}

/** Parses JSON; an error names its source. */
export function evaluationJson(text: string, source: string): unknown {
  try {
    // `trim` also removes a byte order mark, which JSON does not allow.
    return JSON.parse(text.trim());
  } catch (cause) {
    throw unreadable(source, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

const DETAILS: ReadonlySet<string> = new Set(Object.keys(Detailed.in.shape));

/** The schema is chosen by content: only a plain object of numbers has no distinguishing field. */
function schemaFor(json: unknown) {
  if (Array.isArray(json)) return z.array(Metric);
  if (typeof json !== 'object' || json === null) return Numbers;
  const isDetailed =
    Object.values(json).some((value) => typeof value !== 'number') &&
    Object.keys(json).some((key) => DETAILS.has(key));
  return isDetailed ? Detailed : Numbers;
}

function issueTexts({ issues }: z.ZodError, json: unknown): string {
  return issues
    .slice(0, 3)
    .map((issue) => toldIssue(issue, json))
    .join('; ');
}

function toldIssue(issue: z.core.$ZodIssue, json: unknown): string {
  const place = issue.path.join('.');
  if (issue.code === 'invalid_union') {
    // Reports the alternative that matches most deeply.
    const deepest = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0];
    if (deepest && deepest.path.length > 0)
      return toldIssue({ ...deepest, path: [...issue.path, ...deepest.path] }, json);
  }
  if (issue.code === 'invalid_type' && issue.expected === 'number')
    return `${place || 'the value'} is ${shown(valueAt(json, issue.path))}, which is not a number`;
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    json,
  );
}

/** The error for metrics that cannot be parsed, with the expected format. */
export function unreadable(source: string, actual: string, cause?: unknown): PlanningError {
  return new PlanningError('metrics-unreadable', {
    summary: `${source} has no readable metrics: ${actual}.`,
    fix: 'Write them like {"<commit>": {"metrics": [{"name": "speed", "value": 1.5, "higherIsBetter": true}]}}, or leave the metrics out.',
    cause,
  });
}
