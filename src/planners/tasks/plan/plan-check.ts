import { parsePlan } from '../parse/parse-tasks.ts';
import { isProgramName, isTypedCommand } from '../parse/sentences/commands.ts';
import { wordAt } from '../parse/sentences/connectors.ts';
import { isToolVerb } from '../parse/sentences/tool-verbs.ts';
import { attachmentsIn } from '../parse/spans/attachments.ts';
import { codeSpans } from '../parse/spans/code-spans.ts';
import type { ModelPlan } from './model-plan.ts';
import { TextSource } from './text-source.ts';

/** A problem of a model's plan, with its location. */
export interface PlanProblem {
  readonly path: readonly (string | number)[];
  /** The message for the model. */
  readonly message: string;
}

export type ModelTask = ModelPlan['tasks'][number];
type ParsedPlan = ReturnType<typeof parsePlan>;

const MAX_TASKS = 200;
const MAX_DESCRIPTION_LENGTH = 2000;
/** The share of a task's words that must occur in the text. */
const SAME_WORDS = 0.6;
/** The share of a sentence's words that must occur in the plan. */
const KEPT_WORDS = 0.5;

/** The parts of a plan that its text does not support, and the parts of the text that it omits. */
export function planProblems(plan: ModelPlan, text: string): readonly PlanProblem[] {
  const source = new TextSource(text);
  const read = parsePlan(text);
  return [
    ...countProblems(plan),
    ...plan.tasks.flatMap((task, at) =>
      taskProblems(task, source).map(({ path, message }) => ({ path: ['tasks', at, ...path], message })),
    ),
    ...inventedIn(plan.brief, source),
    ...repeatedTasks(plan, read),
    ...omissions(plan, read),
  ];
}

/** Problems with the ids and the number of tasks. */
export function countProblems({ tasks }: ModelPlan): readonly PlanProblem[] {
  const ids = tasks.map(({ id }) => id);
  const isSound = ids.every((id) => Number.isSafeInteger(id) && id > 0) && new Set(ids).size === ids.length;
  return [
    ...(isSound ? [] : [{ path: ['tasks'], message: 'every task has a unique id: 1, 2, 3 …' }]),
    ...(ids.length > MAX_TASKS ? [{ path: ['tasks'], message: `at most ${MAX_TASKS} tasks` }] : []),
  ];
}

/** The parts of a task that its text does not support, by field. */
export function taskProblems({ quote, description, done }: ModelTask, source: TextSource) {
  const problems: { readonly path: readonly [keyof ModelTask]; readonly message: string }[] = [];
  const about = (field: keyof ModelTask, message: string) => problems.push({ path: [field], message });
  if (!source.has(quote)) about('quote', 'it does not stand in the text; copy the passage letter by letter');
  if (description.trim() === '') about('description', 'it says nothing');
  if (description.length > MAX_DESCRIPTION_LENGTH)
    about('description', `at most ${MAX_DESCRIPTION_LENGTH} characters`);
  for (const invented of inventedNames(description, source))
    about(
      'description',
      `${JSON.stringify(invented)} does not stand in the text; nothing may be added to it`,
    );
  if (source.shareOf(description) < SAME_WORDS) about('description', 'say it in the words of the text');
  if (done && source.isOpenBox(quote)) about('done', 'its box is not ticked in the text');
  if (done && !source.tellsOfDone) about('done', 'nothing in the text is said to be done');
  return problems;
}

/** Commands, links, files and numbers of a task that its text does not contain. */
function inventedNames(description: string, source: TextSource): readonly string[] {
  const codes = codeSpans(description).map(({ content }) => content.replace(/^`{2,}\w*/, '').trim());
  const named = attachmentsIn(description).map(({ kind }) => kind.value);
  const numbers = description.match(/\d[\d.,:]*\d|\d/g) ?? [];
  const typed = typedCommand(description);
  return [
    ...[...codes, ...(typed === undefined ? [] : [typed])].filter((each) => !source.hasExactly(each)),
    ...[...named, ...numbers].filter((each) => !source.hasInAnyCase(each)),
  ];
}

/** The command that a shell would run for text without backticks. */
function typedCommand(description: string): string | undefined {
  const verb = wordAt(description, 0);
  const rest = isToolVerb(verb) ? description.slice(verb.length).trim() : description.trim();
  return isTypedCommand(rest) || isProgramName(wordAt(rest, 0)) ? rest.replace(/[.!]+$/, '') : undefined;
}

/** The parts of the brief that the text does not support. */
function inventedIn(brief: ModelPlan['brief'], source: TextSource): readonly PlanProblem[] {
  const { objective, ...lists } = brief;
  const message = 'the text does not say so; say it in its words, or leave it out';
  return [
    ...(objective !== null && isInvented(objective, source)
      ? [{ path: ['brief', 'objective'], message }]
      : []),
    ...Object.entries(lists).flatMap(([field, entries]) =>
      entries.flatMap((words, at) =>
        isInvented(words, source) ? [{ path: ['brief', field, at], message }] : [],
      ),
    ),
  ];
}

/** Whether the text does not contain these words. */
export function isInvented(words: string, source: TextSource): boolean {
  return words.trim() !== '' && source.shareOf(words) < SAME_WORDS;
}

/** The done tasks, according to the parser, that the plan repeats. */
export function repeatedTasks({ tasks }: ModelPlan, read: ParsedPlan): readonly PlanProblem[] {
  const open = tasks
    .filter(({ done, kind }) => !done && kind !== 'Clarification')
    .map(({ description }) => new TextSource(description));
  const done = read.tasks.filter((each) => each.done);
  return done
    .filter(({ description }) => open.some((task) => task.shareOf(description) === 1))
    .map(({ description }) => ({
      path: ['tasks'],
      message: `does the text not say that ${JSON.stringify(description)} is done? Then done is true`,
    }));
}

/** The tasks, rules and criteria that the parser finds and the plan omits. */
export function leftOut({ tasks, brief }: ModelPlan, read: ParsedPlan) {
  const { objective, constraints, background, acceptance } = brief;
  const source = new TextSource(
    [
      ...tasks.flatMap(({ quote, description }) => [quote, description]),
      ...[objective ?? '', ...constraints, ...background, ...acceptance],
    ].join('\n'),
  );
  const isMissing = (words: string) =>
    Math.max(source.shareOf(words), source.shareOf(ownWords(words))) < KEPT_WORDS;
  return {
    tasks: read.tasks.map(({ description }) => description).filter(isMissing),
    constraints: read.brief.constraints.filter(isMissing),
    acceptance: read.brief.acceptance.filter(isMissing),
  };
}

function omissions(plan: ModelPlan, read: ParsedPlan): readonly PlanProblem[] {
  return Object.values(leftOut(plan, read))
    .flat()
    .map((words) => ({
      path: [],
      message: `the text also says ${JSON.stringify(words)}: put it where it belongs`,
    }));
}

/** A task without the heading that the parser put before it. */
function ownWords(words: string): string {
  return words.slice(words.indexOf(': ') + 1);
}
