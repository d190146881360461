import { bounded, onOneLine, visible } from '../../../machine/bounded-text.ts';
import { fenced } from '../agent/data-fence.ts';
import type { CommitMetric, CommitPlanningContext } from '../agent/planning-request.ts';

/** The limits on how much of a commit a prompt shows. */
const COMMIT_LIMITS = {
  hash: 64,
  subject: 200,
  changeSummary: 512,
  trajectoryLines: 48,
  trajectoryLine: 400,
  keyFiles: 20,
  keyFile: 256,
  evaluationSummary: 512,
  highlights: 8,
  highlight: 200,
  metrics: 10,
  metric: 240,
  measures: 16,
} as const;

/** One commit for the prompt, fenced, because most of it is text from the repository. */
export function commitBlock(commit: CommitPlanningContext): readonly string[] {
  const limits = COMMIT_LIMITS;
  return fenced([
    `Hash: ${line(commit.commitHash, limits.hash)}`,
    `Subject: ${line(commit.subject, limits.subject)}`,
    `Change summary: ${line(commit.changeSummary, limits.changeSummary)}`,
    ...trajectoryLines(commit.trajectory),
    ...list('Key files', commit.keyFiles, {
      most: limits.keyFiles,
      length: limits.keyFile,
      what: 'key files',
    }),
    `Evaluation summary: ${line(commit.evaluationSummary ?? 'N/A', limits.evaluationSummary)}`,
    ...list('Highlights', commit.highlights, {
      most: limits.highlights,
      length: limits.highlight,
      what: 'highlights',
    }),
    ...list('Metrics', commit.metrics.map(metricText), {
      most: limits.metrics,
      length: limits.metric,
      what: 'metrics',
    }),
    ...mapElites(commit),
  ]);
}

/** The items of a list under its label, and the number of omitted ones. */
export function list(
  label: string,
  items: readonly string[],
  { most, length, what }: { most: number; length: number; what: string },
): readonly string[] {
  if (items.length === 0) return [`${label}: none`];
  const shown = items.slice(0, most).map((item) => `- ${line(item, length)}`);
  const dropped = items.length - shown.length;
  return [`${label}:`, ...shown, ...(dropped > 0 ? [`(${dropped} more ${what} not shown)`] : [])];
}

function trajectoryLines(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const { trajectoryLines: most, trajectoryLine: length } = COMMIT_LIMITS;
  // Its head contains the length of the path, and its newest steps matter most, so the middle is dropped.
  const head = lines.length > most ? lines.slice(0, most / 4) : lines;
  const tail = lines.length > most ? lines.slice(head.length - most) : [];
  const dropped = lines.length - head.length - tail.length;
  const note = dropped > 0 ? [`(${dropped} more trajectory lines not shown)`] : [];
  const indented = (text: string) => `  ${line(text, length)}`;
  return ['Trajectory (unique vs base):', ...head.map(indented), ...note, ...tail.map(indented)];
}

function metricText({ name, value, unit, higherIsBetter, summary }: CommitMetric): string {
  const direction = higherIsBetter === undefined ? '' : ` (${higherIsBetter ? 'higher' : 'lower'} is better)`;
  return `${name} = ${value}${unit === undefined ? '' : ` ${unit}`}${direction}${summary === undefined ? '' : `: ${summary}`}`;
}

function mapElites({ cellIndex, objective, measures }: CommitPlanningContext): readonly string[] {
  const named = Array.isArray(measures)
    ? measures.map(String)
    : Object.entries(measures).map(([name, value]) => `${name} ${value}`);
  if (cellIndex === undefined && objective === undefined && named.length === 0) return [];
  const dropped = named.length - COMMIT_LIMITS.measures;
  const parts = [
    ...(cellIndex === undefined ? [] : [`cell ${cellIndex}`]),
    ...(objective === undefined ? [] : [`objective ${objective}`]),
    ...(named.length === 0 ? [] : [`measures ${named.slice(0, COMMIT_LIMITS.measures).join(', ')}`]),
    ...(dropped > 0 ? [`(${dropped} more measures not shown)`] : []),
  ];
  return [`MAP-Elites: ${line(parts.join('; '), 1024)}`];
}

/** On one line, so that text cannot start a new line inside the block. */
function line(text: string, most: number): string {
  // A long text may be mostly white space, so the first cut is far beyond the limit.
  return bounded(onOneLine(visible(text.length > most * 64 ? text.slice(0, most * 64) : text)), most);
}
