import { contentOf } from '../layout/shell-block.ts';
import type { UnitRole } from '../reader/linear-model.ts';
import { readCondition } from '../sentences/conditions.ts';
import { withoutMark } from '../sentences/embedded-requests.ts';
import { refersBack } from '../sentences/refers-back.ts';
import { separateCommands } from '../sentences/separate-commands.ts';
import { addCommands, entryBefore } from './command-entries.ts';
import { contextUnder } from './context.ts';
import { type Entry, type EntryType, entryOf } from './entry.ts';
import { stepText } from './step-text.ts';
import type { Unit } from './units.ts';

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

/** The entries for the pieces of a text, by their roles. */
export function unitEntries(units: readonly Unit[], roles: readonly UnitRole[]): Entry[] {
  const entries: Entry[] = [];
  for (const [at, unit] of units.entries()) {
    const role = roles[at] ?? 'background';
    if (unit.fence) addCode(unit, role);
    else if (unit.kind === 'columns') continue;
    else if (role === 'heading' && unit.kind === 'lead') addLead(unit);
    else if (TYPES[role] === 'task') addTask(unit, role);
    else entries.push(readAs(TYPES[role], unit));
  }
  return entries;

  function addLead(unit: Unit): void {
    if (unit.isRepeated !== true) entries.push(readAs('background', unit));
  }

  function addTask(unit: Unit, role: UnitRole): void {
    const isQuestion = role === 'question';
    const isDone = role === 'done';
    const reading = readCondition(unit.text, unit.place.joint);
    const words = isDone
      ? unit.text.replaceAll('~~', '')
      : isQuestion
        ? unit.text
        : withoutMark(reading.text);
    for (const [nth, { text, joint }] of separateCommands({
      text: words,
      joint: unit.place.joint,
    }).entries()) {
      entries.push({
        ...readAs('task', unit, { isDone, isQuestion, options: unit.options }),
        place: { ...unit.place, joint },
        context: isDone ? unit.context : contextOf(unit, text),
        text,
        source: nth === 0 ? unit.text : text,
      });
    }
  }

  /** The problem as context for its fix: a task that refers to "it" needs both. */
  function contextOf({ place, context }: Unit, text: string): string {
    if (!refersBack(text) && place.joint === 'first') return context;
    const sentences: string[] = [];
    for (let at = entries.length - 1; at >= 0 && sentences.length < 3; at -= 1) {
      const before = entries[at];
      if (before?.type !== 'background' || before.place.block !== place.block) break;
      if (before.place.sentence !== place.sentence && !refersBack(text)) break;
      sentences.unshift(stepText(before.source));
    }
    return sentences.length === 0 ? context : contextUnder(context, sentences.join('. ')).context;
  }

  function addCode(unit: Unit, role: UnitRole): void {
    const { fence, lead, context, place } = unit;
    if (fence === undefined) return;
    const before = entryBefore(entries, place);
    const content = contentOf(fence);
    const isToDo = role === 'command' || role === 'task';
    if (isToDo && content.type === 'commands') {
      const announced = before?.type === 'task' && !before.isDone ? before : undefined;
      addCommands(entries, content.lines, { place, context, announced, lead });
    } else if (before && ATTACHED.has(before.type)) before.fence = fence;
    else entries.push(readAs(isToDo ? 'task' : 'background', unit, { fence, source: lead }));
  }
}

const ATTACHED: ReadonlySet<EntryType> = new Set(['task', 'background', 'acceptance']);

function readAs(type: EntryType, unit: Unit, more: Partial<Entry> = {}): Entry {
  const context = type === 'task' ? unit.context : '';
  return entryOf(type, unit.place, unit.text, { context, ...more });
}
