import { goalCell } from './goal.ts';
import type { Machine } from './machine.ts';
import type { Answer, Suite } from './suite.ts';
import { markdownTable } from './table.ts';

export interface Section {
  readonly suite: Suite;
  readonly answers: readonly Answer[];
}

/** The page of a whole run. */
export function benchmarksPage(sections: readonly Section[], machine: Machine, date: string): string {
  return `${[
    '<!-- Written by `npm run bench`. Do not edit. -->',
    '# Benchmarks',
    'Wayfold compared with its peers and with the limits of the database, measured in one run on one machine. Compare the figures with each other: on another machine all of them differ.',
    `Measured on ${date}:`,
    markdownTable({ columns: ['', 'here'], rows: machine }),
    '## How to read it, and how to run it',
    [
      '- Contenders take turns in short blocks, in a new order every round, so that noise affects all of them. A figure is the median of the blocks; `p10 to p90` is their spread.',
      '- Every writer waits for the disk: SQLite with a write-ahead log and `synchronous=FULL`, PostgreSQL with `fsync` and `synchronous_commit` on.',
      '- Ratios are ratios of medians. Goals are from the project\'s specification; "missed" means missed in this run.',
    ].join('\n'),
    [
      '```sh',
      'npm run bench                       # everything; writes this page',
      'npm run bench -- journal            # one suite; prints',
      'npm run bench -- journal --check    # and fails if a goal is missed',
      'npm run bench -- plan-tools --only hookTime --update    # one question; updates its answer on this page',
      'npm run bench -- --quick            # checks that it runs, not how fast',
      '```',
    ].join('\n'),
    ...sections.flatMap(({ suite, answers }) => [`## ${suite.title}`, ...answers.map(answerText)]),
  ].join('\n\n')}\n`;
}

/** The page with these answers in place of those it had to the same questions. Each says when it was measured. */
export function withAnswers(page: string, { suite, answers }: Section, note: string): string {
  return answers.reduce((text, answer) => {
    const heading = `\n### ${answer.question}\n`;
    const dated = `\n${answerText({ ...answer, notes: [...answer.notes, note] })}\n`;
    const at = text.indexOf(heading);
    if (at >= 0) {
      const rest = text.slice(endOf(text, at + 1, /^###? /m));
      return `${text.slice(0, at)}${dated}${rest === '' ? '' : '\n'}${rest}`;
    }
    const title = text.indexOf(`\n## ${suite.title}\n`);
    const end = endOf(text, title + 1, /^## /m);
    return text.slice(0, end) + dated.trimStart() + (end < text.length ? '\n' : '') + text.slice(end);
  }, page);
}

/** Where what begins with a heading at a place ends: at the next one, or with the text. */
function endOf(text: string, from: number, next: RegExp): number {
  const below = text.indexOf('\n', from) + 1;
  const found = text.slice(below).search(next);
  return found < 0 ? text.length : below + found;
}

/** Where the plots of a whole run lie, seen from the page. */
export const PLOTS = 'images/benchmarks';

export function answerText({ question, method, table, plot, notes }: Answer): string {
  const [what, ...details] = method;
  return [
    `### ${question}`,
    what,
    ...(details.length > 0 ? [details.join('\n')] : []),
    markdownTable(table),
    ...(plot ? [`![${question}](${PLOTS}/${plot.name}.svg)`] : []),
    ...(notes.length > 0 ? [`To be fair:\n\n${notes.map((note) => `- ${note}`).join('\n')}`] : []),
  ].join('\n\n');
}

/** The goals of a run that were missed, a line each. */
export function missedGoals(answers: readonly Answer[]): string[] {
  return answers
    .flatMap(({ goals }) => goals)
    .filter(({ met }) => !met)
    .map(
      (goal) => `${goal.about.replaceAll('*', '')}: ${goal.measured} (${goalCell(goal).replaceAll('*', '')})`,
    );
}
