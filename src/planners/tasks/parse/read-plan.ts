import type { Brief, TaskAttachment, TaskKind } from '../facts.ts';
import { DoneLines } from './done/done-lines.ts';
import { settled, settledWhole } from './done/settled-entries.ts';
import { briefOf } from './entries/brief.ts';
import { type Context, inContext } from './entries/context.ts';
import { readEntries } from './entries/entries.ts';
import type { Entry } from './entries/entry.ts';
import { stepText } from './entries/step-text.ts';
import { unitEntries } from './entries/unit-entries.ts';
import { withAskedLists } from './layout/asked-lists.ts';
import { withBareHeadings } from './layout/bare-headings.ts';
import { borderedTables } from './layout/bordered-tables.ts';
import { type Block, outlineOf } from './layout/outline.ts';
import { type Leads, layoutOf } from './layout/passages.ts';
import { typedText } from './layout/spoken-text.ts';
import { joinedStories } from './layout/stories.ts';
import { withTranscripts } from './layout/transcripts.ts';
import { orderOf } from './order/order.ts';
import { learnedFrom, type Reader } from './reader/reader.ts';
import { classify } from './sentences/classify.ts';
import { isToLookInto } from './sentences/embedded-requests.ts';
import { withoutPleasantries } from './sentences/pleasantries.ts';
import { attachmentsIn, distinct, linksIn } from './spans/attachments.ts';
import { mentions } from './spans/mentioned-links.ts';

/** Punctuation alone is not a step; a symbol such as 🚀 may be. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{S}]/u;

/** A step that the text requests, not yet numbered. */
export interface ParsedTask {
  readonly description: string;
  readonly kind: TaskKind;
  readonly attachments: readonly TaskAttachment[];
  /** The steps it depends on, counted from 1. */
  readonly dependsOn?: readonly number[];
  /** The text marks it as done. */
  readonly done?: true;
}

/** The parsed plan: its steps and its brief. */
export interface ParsedPlan {
  readonly tasks: readonly ParsedTask[];
  readonly brief: Brief;
}

/** The layout of a text, which its pieces are read from. */
export function blocksOf(userInput: string): Block[] {
  const outline = withTranscripts(outlineOf(borderedTables(typedText(userInput))));
  return withBareHeadings(withAskedLists(joinedStories(withoutPleasantries(outline))));
}

/** By how much the trained model must fit better to overrule the rules; chosen by cross-validation. */
const MARGIN = 1;

/** Nobody writes a longer text by hand; generated text is read by rules only. */
const MAX_LENGTH_LEARNED = 100_000;

/** Reads a plan by rules, and with the trained model where it fits better by more than a margin. */
export function readPlanWith(
  reader: Reader | undefined,
  userInput: string,
  attachments: readonly TaskAttachment[] = [],
  margin = MARGIN,
): ParsedPlan {
  const blocks = blocksOf(userInput);
  const { passages, leads } = layoutOf(blocks);
  const ruled = settled(readEntries(passages));
  const isRead = reader !== undefined && userInput.length <= MAX_LENGTH_LEARNED;
  const learned = isRead ? learnedFrom(reader, passages, ruled) : undefined;
  const isLearned = learned !== undefined && learned.margin > margin;
  const entries = isLearned ? settledWhole(unitEntries(learned.units, learned.roles)) : ruled;
  return planOf(entries, { attachments, leads, done: new DoneLines(blocks) });
}

interface Given {
  readonly leads: Leads;
  readonly attachments: readonly TaskAttachment[];
  readonly done: DoneLines;
}

function planOf(read: readonly Entry[], { attachments, leads, done }: Given): ParsedPlan {
  const entries = read
    .filter((entry) => entry.type !== 'task' || isTask(entry))
    .map((entry) => (entry.type === 'task' && done.has(entry) ? { ...entry, isDone: true } : entry));
  const order = orderOf(entries, leads);
  const mentioned = mentionsOfContexts();
  const tasks = entries
    .filter(({ type }) => type === 'task')
    .map((entry, at) => taskOf(entry, order[at] ?? [], mentioned));
  const first = tasks.findIndex(({ done }) => !done);
  const given = tasks.map((task, at) =>
    at === Math.max(first, 0)
      ? { ...task, attachments: distinct([...attachments, ...task.attachments]) }
      : task,
  );
  return { tasks: given, brief: briefOf(entries) };
}

function isTask({ text, fence }: Entry): boolean {
  return fence !== undefined || SAYS_SOMETHING.test(stepText(text));
}

function taskOf(
  { context, text, fence, options, isDone, isQuestion }: Entry,
  dependsOn: readonly number[],
  mentionedIn: (context: Context) => TaskAttachment[],
): ParsedTask {
  const words = stepText(text, fence !== undefined);
  const choices = options.length === 0 ? '' : ` (${options.map((option) => stepText(option)).join('; ')})`;
  const own = words + choices;
  const line = own === '' ? context : inContext(context, own);
  const attachments = [
    ...mentionedIn(context),
    ...mentions(own, attachmentsIn(own)),
    ...(fence ? linksIn(fence.code) : []),
  ];
  return {
    description: [line, fence?.source ?? ''].filter((part) => part !== '').join('\n'),
    kind: classify(words, fence, isToLookInto(context) ? false : isQuestion),
    attachments: distinct(attachments),
    ...(dependsOn.length > 0 && { dependsOn: dependsOn.map((index) => index + 1) }),
    ...(isDone && { done: true as const }),
  };
}

/** Steps share their context, which is parsed only once. */
function mentionsOfContexts(): (context: Context) => TaskAttachment[] {
  const known = new Map<Context, TaskAttachment[]>([['', []]]);
  return (context) => {
    const mentioned = known.get(context) ?? mentions(context, attachmentsIn(context));
    known.set(context, mentioned);
    return mentioned;
  };
}
