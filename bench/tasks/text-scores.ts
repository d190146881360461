import { z } from 'zod';

const Wanted = z.object({
  /** Words that have to stand in the task's description. */
  match: z.array(z.string()),
  kind: z.enum(['tool', 'question', 'work']).optional(),
  command: z.string().optional(),
  done: z.boolean().optional(),
  /** Tasks, counted from 0, that have to be done before. */
  after: z.array(z.int()).optional(),
  /** Tasks that may sensibly be done before, though the text does not say so. */
  mayAfter: z.array(z.int()).optional(),
});

const Phrases = z.array(z.array(z.string()));

/** A text as somebody wrote it, and what a careful reader would make of it. */
export const TextCase = z.object({
  id: z.string(),
  text: z.string(),
  tasks: z.array(Wanted),
  /** Whole lists of tasks that are equally right. */
  alt: z.array(z.array(Wanted)).optional(),
  rules: Phrases,
  objective: z.array(z.string()).optional(),
  background: Phrases,
  acceptance: Phrases,
});
export type TextCase = z.infer<typeof TextCase>;
type Wanted = z.infer<typeof Wanted>;

/** What is looked at of a plan that was read from a text. */
export interface ReadPlan {
  readonly tasks: readonly {
    readonly description: string;
    readonly kind: string;
    readonly done?: true;
    readonly dependsOn?: readonly number[];
  }[];
  readonly brief: {
    readonly objective?: string;
    readonly constraints: readonly string[];
    readonly background: readonly string[];
    readonly acceptance: readonly string[];
  };
}
type ReadTask = ReadPlan['tasks'][number];

/** How one text was read. */
export interface TextScore {
  readonly id: string;
  readonly tasks: boolean;
  readonly rules: boolean;
  readonly order: boolean;
  readonly background: boolean;
  readonly acceptance: boolean;
  readonly objective: boolean;
  /** Items that are done and would be carried out again. */
  readonly repeated: number;
  /** Work that would count as completed although nobody did it. */
  readonly falseSuccess: number;
  /** What the text asks to be done, and how much of it was found. */
  readonly wantedTasks: number;
  readonly foundTasks: number;
  readonly surplusTasks: number;
  readonly surplusRules: number;
  readonly misses: readonly string[];
}

/** The texts of a file with one JSON object a line. */
export function textCases(lines: string): TextCase[] {
  return lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [TextCase.parse(JSON.parse(line))]));
}

/** Compares what was read with what was wanted. Of several right task lists the nearest counts. */
export function scoreOf(wanted: TextCase, read: ReadPlan): TextScore {
  const compared = [wanted.tasks, ...(wanted.alt ?? [])].map((list) => comparedWith(list, read.tasks));
  const best = compared.reduce((one, other) => (nearnessOf(other) > nearnessOf(one) ? other : one));
  const missing = (from: readonly string[], phrases: TextCase['rules']) =>
    phrases.filter((words) => !from.some((entry) => hasAll(entry, words)));
  const { brief } = read;
  const rules = missing(brief.constraints, wanted.rules);
  const background = missing(brief.background, wanted.background);
  const acceptance = missing(brief.acceptance, wanted.acceptance);
  const objective = wanted.objective ? missing([brief.objective ?? ''], [wanted.objective]) : [];
  return {
    id: wanted.id,
    tasks: best.isRight,
    order: best.orderMisses.length === 0,
    rules: rules.length === 0,
    background: background.length === 0,
    acceptance: acceptance.length === 0,
    objective: objective.length === 0,
    repeated: best.repeated,
    falseSuccess: best.falseSuccess,
    wantedTasks: best.wanted,
    foundTasks: best.found,
    surplusTasks: read.tasks.length - best.found,
    surplusRules: Math.max(0, brief.constraints.length - wanted.rules.length),
    misses: [
      ...best.taskMisses,
      ...best.orderMisses,
      ...rules.map((words) => `rule missing: ${words.join(' + ')}`),
      ...background.map((words) => `background missing: ${words.join(' + ')}`),
      ...acceptance.map((words) => `acceptance missing: ${words.join(' + ')}`),
      ...objective.map((words) => `objective missing: ${words.join(' + ')}`),
      ...(best.repeated > 0 ? [`done and carried out: ${best.repeated}`] : []),
      ...(best.falseSuccess > 0 ? [`false success: ${best.falseSuccess}`] : []),
    ],
  };
}

interface Compared {
  readonly isRight: boolean;
  readonly wanted: number;
  readonly found: number;
  readonly taskMisses: readonly string[];
  readonly orderMisses: readonly string[];
  readonly repeated: number;
  readonly falseSuccess: number;
}

function nearnessOf({ isRight, found, taskMisses, orderMisses }: Compared): number {
  return (isRight ? 1000 : 0) + (orderMisses.length === 0 ? 100 : 0) + found - taskMisses.length;
}

function comparedWith(list: readonly Wanted[], tasks: readonly ReadTask[]): Compared {
  const partner = partnersOf(list, tasks);
  const used = new Set(partner);
  const missing = list.filter((_, at) => partner[at] === undefined);
  const surplus = tasks.filter((_, at) => !used.has(at));
  const taskMisses = [
    ...missing.map(({ match }) => `task missing: ${match.join(' + ')}`),
    ...surplus.map(({ description, kind }) => `task too many: ${description.slice(0, 90)} [${kind}]`),
  ];
  return {
    isRight: taskMisses.length === 0,
    wanted: list.length,
    found: list.length - missing.length,
    taskMisses,
    orderMisses: orderMisses(list, tasks, partner),
    repeated: list.filter((want) => want.done && surplus.some((task) => !task.done && hasWords(task, want)))
      .length,
    // Work that another task stands for is done by that one, whatever is asked about it besides.
    falseSuccess: missing.filter(
      (want) =>
        !want.done &&
        want.kind !== 'question' &&
        surplus.some((task) => isTakenForDone(task) && hasWords(task, want)),
    ).length,
  };
}

/** An answer completes a question, and what is done is never begun. */
function isTakenForDone({ kind, done }: ReadTask): boolean {
  return done === true || kind === 'Clarification';
}

const KINDS = { tool: 'ToolCall', question: 'Clarification' } as const;

function isMatch(task: ReadTask, want: Wanted): boolean {
  if ((task.done === true) !== (want.done === true)) return false;
  if (!task.done && want.kind !== 'question' && task.kind === 'Clarification' && !asksPeople(task))
    return false;
  if (want.kind !== undefined && want.kind !== 'work' && task.kind !== KINDS[want.kind]) return false;
  if (want.command !== undefined && !task.description.includes(want.command)) return false;
  return hasWords(task, want);
}

/** To ask somebody is work for a person, and the answer is what comes of it. */
function asksPeople({ description }: ReadTask): boolean {
  return !/\?\s*$/.test(description);
}

function hasWords({ description }: ReadTask, { match }: Wanted): boolean {
  return hasAll(description, match);
}

function hasAll(text: string, words: readonly string[]): boolean {
  const plain = text.toLowerCase();
  return words.every((word) => plain.includes(word.toLowerCase()));
}

/** For each wanted task the index of the task that stands for it: as many as can be, each once. */
function partnersOf(list: readonly Wanted[], tasks: readonly ReadTask[]): (number | undefined)[] {
  const wantedBy = new Map<number, number>();
  const fits = list.map((want) => tasks.flatMap((task, at) => (isMatch(task, want) ? [at] : [])));
  const place = (index: number, seen: Set<number>): boolean => {
    const nearest = (fits[index] ?? []).toSorted((a, b) => Math.abs(a - index) - Math.abs(b - index));
    for (const at of nearest) {
      if (seen.has(at)) continue;
      seen.add(at);
      const holder = wantedBy.get(at);
      if (holder === undefined || place(holder, seen)) {
        wantedBy.set(at, index);
        return true;
      }
    }
    return false;
  };
  for (const index of list.keys()) place(index, new Set());
  const partners: (number | undefined)[] = new Array(list.length).fill(undefined);
  for (const [at, index] of wantedBy) partners[index] = at;
  return partners;
}

function orderMisses(
  list: readonly Wanted[],
  tasks: readonly ReadTask[],
  partner: readonly (number | undefined)[],
): string[] {
  const demanded = list.map(({ after = [] }) => after);
  const allowed = closureOf(list.map(({ after = [], mayAfter = [] }) => [...after, ...mayAfter]));
  const waits = closureOf(tasks.map(({ dependsOn = [] }) => dependsOn.map((id) => id - 1)));
  return list.flatMap((want, later) =>
    list.flatMap((_, earlier) => {
      if (later === earlier) return [];
      const [a, b] = [partner[later], partner[earlier]];
      const isDemanded = demanded[later]?.includes(earlier) === true;
      const isThere = a !== undefined && b !== undefined && waits[a]?.has(b) === true;
      const name = `${later} (${want.match[0]}) after ${earlier}`;
      if (isDemanded && !isThere) return [`order missing: ${name}`];
      return isThere && allowed[later]?.has(earlier) !== true ? [`order too many: ${name}`] : [];
    }),
  );
}

function closureOf(direct: readonly (readonly number[])[]): ReadonlySet<number>[] {
  return direct.map((_, from) => {
    const reached = new Set<number>();
    const queue = [...(direct[from] ?? [])];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      queue.push(...(direct[next] ?? []));
    }
    return reached;
  });
}
