import type { StepLimits, TaskStep } from './task-plan.ts';

/** More parts would be a plan of its own, which somebody has to think about. */
const MAX_PARTS = 50;

/**
 * Splits a step into a sequence. The last part keeps the id, so that dependent steps need not change; the first
 * part takes over the dependencies. `undefined` if the text cannot be split, or only into too many parts.
 */
export function splitStep(
  step: TaskStep,
  limits: StepLimits,
  used: ReadonlySet<string>,
): TaskStep[] | undefined {
  const parts = partsOf(step, limits);
  if (parts === undefined) return undefined;
  const ids = parts.map((_, at) =>
    at === parts.length - 1 ? step.id : freeId(`${step.id}.${at + 1}`, used),
  );
  return parts.map((part, at) => {
    const before = ids[at - 1];
    const { details: _details, minutes: _minutes, ...kept } = step;
    return {
      ...kept,
      ...part,
      id: ids[at] ?? step.id,
      dependsOn: before === undefined ? step.dependsOn : [before],
    };
  });
}

type Part = Pick<TaskStep, 'title' | 'details' | 'minutes'>;

function partsOf(step: TaskStep, limits: StepLimits): Part[] | undefined {
  const { title, details, minutes } = step;
  if (title.length > limits.characters) return undefined;
  const texts = details === undefined ? [] : portions(details, limits.characters - title.length - 20);
  if (texts === undefined) return undefined;
  const count = Math.max(texts.length, minutes === undefined ? 1 : Math.ceil(minutes / limits.minutes));
  if (count < 2 || count > MAX_PARTS) return undefined;
  return Array.from({ length: count }, (_, at) => ({
    title: `${title} (${at + 1} of ${count})`,
    ...(texts[at] !== undefined && { details: texts[at] }),
    ...(minutes !== undefined && { minutes: share(minutes, at, count) }),
  }));
}

function share(minutes: number, at: number, count: number): number {
  return Math.floor((minutes * (at + 1)) / count) - Math.floor((minutes * at) / count);
}

/** The text in pieces of at most `most` characters, split between lines or sentences; `undefined` if one is longer. */
function portions(text: string, most: number): string[] | undefined {
  const pieces = text.split(/(?<=\n)(?!\n)|(?<=[.!?] )/);
  if (pieces.some((piece) => piece.trimEnd().length > most)) return undefined;
  const filled: string[] = [];
  for (const piece of pieces) {
    const last = filled.at(-1);
    if (last !== undefined && `${last}${piece}`.trimEnd().length <= most) {
      filled[filled.length - 1] = `${last}${piece}`;
    } else {
      filled.push(piece);
    }
  }
  return filled.map((portion) => portion.trimEnd()).filter((portion) => portion !== '');
}

function freeId(wanted: string, used: ReadonlySet<string>): string {
  let id = wanted;
  for (let count = 2; used.has(id); count++) id = `${wanted}-${count}`;
  return id;
}
