import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parsePlan } from '../../src/planners/tasks/parse/parse-tasks.ts';
import { atLeast, atMost, type Goal, goalCell } from '../harness/goal.ts';
import type { Answer } from '../harness/suite.ts';
import { casesOf, type Half, type HalfScore, SHARES, totalOf } from './halves.ts';
import { readHalf } from './read-texts.ts';
import { scoreOf, type TextCase, type TextScore, textCases } from './text-scores.ts';

const WANTED = 0.95;
const COUNTS = [
  ['done and carried out again', 'repeated'],
  ['false success', 'falseSuccess'],
] as const;

/** Scores the texts of a half one by one. */
export function scoresOf(half: Half): TextScore[] {
  return scoresIn(casesOf(half));
}

function scoresIn(cases: readonly TextCase[]): TextScore[] {
  return cases.map((text) => scoreOf(text, parsePlan(text.text)));
}

/** How much of what people write becomes the plan that they mean. */
export async function texts(): Promise<Answer> {
  const [open, held] = [totalOf(scoresOf('open')), totalOf(scoresOf('held'))];
  const model = totalOf((await readHalf('held')).map(({ score }) => score));
  const [goals, modelGoals] = [goalsOf('the parser', held), goalsOf('a language model', model)];
  return {
    question: 'Does a text become the plan that its writer means?',
    method: [
      'Issue reports, chat messages, checklists and tickets written without regard to the parser, each with its expected result. A text counts as right only if everything is: all tasks and no others, all rules, and exactly the order it requires. The held-out half is only scored: nobody looks at its texts.',
    ],
    table: {
      columns: ['', 'parser, open half', 'parser, held half', 'goal', 'language model, held half', 'goal'],
      rows: [
        ...SHARES.map((what, at) => [
          what,
          share(open[what] / open.texts),
          share(held[what] / held.texts),
          cellOf(goals[at]),
          share(model[what] / model.texts),
          cellOf(modelGoals[at]),
        ]),
        ...COUNTS.map(([about, what], at) => [
          about,
          `${open[what]}`,
          `${held[what]}`,
          cellOf(goals[SHARES.length + at]),
          `${model[what]}`,
          cellOf(modelGoals[SHARES.length + at]),
        ]),
      ],
    },
    goals: [...goals, ...modelGoals].filter((goal) => goal !== undefined),
    notes: [
      'The parser works without a language model. If one is configured, it reads the text instead; its answers are checked against the text and corrected, and the parser is the fallback.',
      'The answers of the language model were recorded (`corpus/answers`): it was given the prompts that the product sends, and no expected results. Another model may do better or worse.',
      `${open.texts} and ${held.texts} texts. The rules were written with the open half, and the classifier was trained on it, so only the held-out half shows how they perform on unseen texts.`,
    ],
  };
}

function goalsOf(reader: string, held: HalfScore): (Goal | undefined)[] {
  const reached = (what: 'tasks' | 'rules' | 'order') =>
    atLeast(
      `texts of the held half of which ${reader} reads all ${what} right`,
      held[what] / held.texts,
      WANTED,
      share,
    );
  const none = (about: string, count: number) => atMost(about, count, 0, String);
  return [
    reached('tasks'),
    reached('rules'),
    reached('order'),
    undefined,
    undefined,
    undefined,
    none(`done items of the held half carried out again, read by ${reader}`, held.repeated),
    none(`false successes in the held half, read by ${reader}`, held.falseSuccess),
  ];
}

function share(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

function cellOf(goal: Goal | undefined): string {
  return goal === undefined ? '' : goalCell(goal);
}

const USAGE = `Scores how the parser reads texts of which it is known what should come of them.
  node bench/tasks/texts.ts                        the misses of the open half, and the totals of both halves
  node bench/tasks/texts.ts --totals               the totals alone
  node bench/tasks/texts.ts --file PATH            the same for the texts of another file`;

function print(): void {
  const { values } = parseArgs({
    options: { file: { type: 'string' }, totals: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(USAGE);
    return;
  }
  const scored: readonly (readonly [string, TextScore[]])[] =
    values.file === undefined
      ? [
          ['open', scoresOf('open')],
          ['held', scoresOf('held')],
        ]
      : [[values.file, scoresIn(textCases(readFileSync(values.file, 'utf8')))]];
  for (const [name, scores] of scored) {
    const isShown = values.totals !== true && name !== 'held';
    for (const { id, misses } of isShown ? scores : [])
      if (misses.length > 0) console.log(`${id}\n${misses.map((miss) => `  ${miss}`).join('\n')}`);
  }
  for (const [name, scores] of scored) console.log(name, totalOf(scores));
}

if (import.meta.main) print();
