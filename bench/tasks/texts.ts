import { readFileSync } from 'node:fs';
import { parsePlan } from '../../src/planners/tasks/parse/parse-tasks.ts';
import { atLeast, atMost, type Goal, goalCell } from '../harness/goal.ts';
import type { Answer } from '../harness/suite.ts';
import { scoreOf, type TextCase, type TextScore, textCases } from './text-scores.ts';

/** The half that developers look at, and the half that is only scored. */
export type Half = 'open' | 'held';

/** How many of the texts of a half were read right, by what was looked at. */
export interface HalfScore {
  readonly texts: number;
  readonly tasks: number;
  readonly rules: number;
  readonly order: number;
  readonly background: number;
  readonly acceptance: number;
  readonly objective: number;
  /** Items that are done and would be carried out again, in all texts. */
  readonly repeated: number;
  /** Work that would count as completed although nobody did it, in all texts. */
  readonly falseSuccess: number;
}

const WANTED = 0.95;
const SHARES = ['tasks', 'rules', 'order', 'background', 'acceptance', 'objective'] as const;

/** The texts of a half. */
export function casesOf(half: Half): TextCase[] {
  return textCases(readFileSync(new URL(`corpus/${half}.jsonl`, import.meta.url), 'utf8'));
}

/** Scores the texts of a half one by one. */
export function scoresOf(half: Half): TextScore[] {
  return casesOf(half).map((text) => scoreOf(text, parsePlan(text.text)));
}

/** The scores of a half, added up. */
export function totalOf(scores: readonly TextScore[]): HalfScore {
  const right = (what: (typeof SHARES)[number]) => scores.filter((score) => score[what]).length;
  const sum = (what: 'repeated' | 'falseSuccess') => scores.reduce((all, score) => all + score[what], 0);
  return {
    texts: scores.length,
    tasks: right('tasks'),
    rules: right('rules'),
    order: right('order'),
    background: right('background'),
    acceptance: right('acceptance'),
    objective: right('objective'),
    repeated: sum('repeated'),
    falseSuccess: sum('falseSuccess'),
  };
}

/** How much of what people write becomes the plan that they mean. */
export async function texts(): Promise<Answer> {
  const [open, held] = [totalOf(scoresOf('open')), totalOf(scoresOf('held'))];
  const goals = goalsOf(held);
  return {
    question: 'Does a text become the plan that its writer means?',
    method: [
      'Issue reports, chat messages, checklists and tickets that were written without a look at the parser, each with what should come of it. A text counts as right when all of it is: every task and no other, every rule, every order that it demands and none that it does not allow. The held half is only scored: nobody looks at its texts.',
    ],
    table: {
      columns: ['', 'open half', 'held half', 'goal for the held half'],
      rows: [
        ...SHARES.map((what, at) => [
          what,
          share(open[what] / open.texts),
          share(held[what] / held.texts),
          cellOf(goals[at]),
        ]),
        ['done and carried out again', `${open.repeated}`, `${held.repeated}`, cellOf(goals[6])],
        ['false success', `${open.falseSuccess}`, `${held.falseSuccess}`, cellOf(goals[7])],
      ],
    },
    goals: goals.filter((goal) => goal !== undefined),
    notes: [
      'Here the parser reads, as it does without a language model. How well a language model does, whose answers are checked and mended, is measured with `node bench/tasks/read-texts.ts`.',
      `${open.texts} and ${held.texts} texts. The rules were written with the open half, and the reader learned from it, so only the held half says how they do on texts nobody has seen.`,
    ],
  };
}

function goalsOf(held: HalfScore): (Goal | undefined)[] {
  const reached = (what: 'tasks' | 'rules' | 'order') =>
    atLeast(`texts of the held half with all ${what} right`, held[what] / held.texts, WANTED, share);
  const none = (about: string, count: number) => atMost(about, count, 0, String);
  return [
    reached('tasks'),
    reached('rules'),
    reached('order'),
    undefined,
    undefined,
    undefined,
    none('done items of the held half carried out again', held.repeated),
    none('false successes in the held half', held.falseSuccess),
  ];
}

function share(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

function cellOf(goal: Goal | undefined): string {
  return goal === undefined ? '' : goalCell(goal);
}

function print(): void {
  for (const { id, misses } of scoresOf('open')) {
    if (misses.length > 0) console.log(`${id}\n${misses.map((miss) => `  ${miss}`).join('\n')}`);
  }
  for (const half of ['open', 'held'] as const) console.log(half, totalOf(scoresOf(half)));
}

if (import.meta.main) print();
