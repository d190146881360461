import { asCode } from '../layout/shell-block.ts';
import { type Context, contextUnder } from './context.ts';
import { type Entry, entryOf, type Place } from './entry.ts';
import { stepText } from './step-text.ts';

/** The entry of the text right above a block of code, unless that is a title. */
export function entryBefore(entries: readonly Entry[], { block }: Pick<Place, 'block'>): Entry | undefined {
  const latest = entries.at(-1);
  const isWords = latest?.type !== 'title' && latest?.fence === undefined && !latest?.isCommand;
  return isWords && latest?.place.block === block - 1 ? latest : undefined;
}

interface Announcement {
  readonly place: Place;
  readonly context: Context;
  /** The entry that the commands replace. */
  readonly announced: Entry | undefined;
  /** The introduction above them, if it is no entry. */
  readonly lead: string;
}

/** Adds the commands of a block as sequential tasks, which replace the entry that announces them. */
export function addCommands(
  entries: Entry[],
  lines: readonly string[],
  { place, context, announced, lead }: Announcement,
): void {
  if (announced) entries.pop();
  const under = announced ? contextUnder(announced.context, stepText(announced.text)).context : context;
  const { list, label, joint } = announced?.place ?? { ...place, list: undefined, label: undefined };
  for (const [at, line] of lines.entries()) {
    const text = asCode(line);
    const own = { ...place, list, label, joint: at === 0 ? joint : ('then' as const) };
    const source = at === 0 ? (announced?.source ?? `${lead} ${text}`.trim()) : text;
    entries.push(entryOf('task', own, text, { context: under, source, isCommand: true }));
  }
}
