import { asCode, contentOf } from '../layout/shell-block.ts';
import type { UnitRole } from '../reader/linear-model.ts';
import { withoutMark } from '../sentences/asked-inside.ts';
import { conditioned } from '../sentences/conditions.ts';
import { separateCommands } from '../sentences/separate-commands.ts';
import { contextUnder } from './context.ts';
import type { Entry, EntryType } from './entry.ts';
import { stepText } from './step-text.ts';
import type { Unit } from './unit.ts';

const TYPES: Readonly<Record<UnitRole, EntryType>> = {
  task: 'task',
  done: 'task',
  question: 'task',
  command: 'task',
  rule: 'rule',
  background: 'background',
  acceptance: 'acceptance',
  objective: 'objective',
  heading: 'title',
  pleasantry: 'background',
  order: 'background',
  output: 'background',
};

const BACK =
  /\b(?:that|this|it|them|those|these|former|latter|first one|second one|there|both|all (?:of them|three|four)|the (?:first|second|third|last|other|others|rest))\b/i;

/** The entries for the pieces of a text, by their roles. */
export function unitEntries(units: readonly Unit[], roles: readonly UnitRole[]): Entry[] {
  const entries: Entry[] = [];
  for (const [at, unit] of units.entries()) {
    const role = roles[at] ?? 'background';
    if (unit.fence) addCode(unit, role);
    else if (unit.kind === 'columns') continue;
    else if (role === 'heading' && unit.kind === 'lead') addLead(unit);
    else if (TYPES[role] === 'task') addTask(unit, role);
    else entries.push(entryOf(unit, TYPES[role], unit.text));
  }
  return entries;

  function addLead(unit: Unit): void {
    if (!contextUnder(unit.context, stepText(unit.text)).isWhole)
      entries.push(entryOf(unit, 'background', unit.text));
  }

  function addTask(unit: Unit, role: UnitRole): void {
    const isQuestion = role === 'question';
    const isDone = role === 'done';
    const reading = conditioned(unit.text, unit.place.joint);
    const words = isDone
      ? unit.text.replaceAll('~~', '')
      : isQuestion
        ? unit.text
        : withoutMark(reading.text);
    for (const [nth, { text, joint }] of separateCommands({
      text: words,
      joint: unit.place.joint,
    }).entries()) {
      const entry = entryOf(unit, 'task', text, nth === 0 ? unit.text : text);
      entries.push({
        ...entry,
        place: { ...unit.place, joint },
        context: isDone ? unit.context : contextOf(unit, text),
        isDone,
        isQuestion,
        options: unit.options,
      });
    }
  }

  /** The problem as context for its fix: a task that refers to "it" needs both. */
  function contextOf({ place, context }: Unit, text: string): string {
    if (!BACK.test(text.slice(0, 80)) && place.joint === 'first') return context;
    const told: string[] = [];
    for (let at = entries.length - 1; at >= 0 && told.length < 3; at -= 1) {
      const before = entries[at];
      if (before?.type !== 'background' || before.place.block !== place.block) break;
      if (before.place.sentence !== place.sentence && !BACK.test(text.slice(0, 80))) break;
      told.unshift(stepText(before.source));
    }
    return told.length === 0 ? context : contextUnder(context, told.join('. ')).context;
  }

  function addCode(unit: Unit, role: UnitRole): void {
    const { fence, place } = unit;
    if (fence === undefined) return;
    const latest = entries.at(-1);
    const before = latest?.place.block === place.block - 1 ? latest : undefined;
    const content = contentOf(fence);
    const isToDo = role === 'command' || role === 'task';
    if (isToDo && content.type === 'commands') {
      addCommands(unit, content.lines, before);
      return;
    }
    if (before && (before.type === 'task' || before.type === 'background' || before.type === 'acceptance'))
      before.fence = fence;
    else entries.push({ ...entryOf(unit, isToDo ? 'task' : 'background', ''), fence, source: unit.lead });
  }

  function addCommands(unit: Unit, lines: readonly string[], before: Entry | undefined): void {
    const announced = before?.type === 'task' && !before.isDone ? before : undefined;
    const context = announced
      ? contextUnder(announced.context, stepText(announced.text)).context
      : unit.context;
    if (announced) entries.pop();
    for (const [at, line] of lines.entries()) {
      const joint = at === 0 ? (announced?.place.joint ?? 'first') : 'then';
      const text = asCode(line);
      entries.push({
        ...entryOf(
          unit,
          'task',
          text,
          at === 0 ? (announced?.source ?? `${unit.lead} ${text}`.trim()) : text,
        ),
        place: { ...(announced?.place ?? unit.place), block: unit.place.block, joint },
        context,
        isCommand: true,
      });
    }
  }
}

function entryOf(unit: Unit, type: EntryType, text: string, source = unit.text): Entry {
  return {
    type,
    place: unit.place,
    context: type === 'task' ? unit.context : '',
    text,
    source,
    fence: undefined,
    options: [],
    isDone: false,
    isCommand: false,
  };
}
