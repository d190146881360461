import type { Brief, TaskAttachment, TaskKind } from '../facts.ts';
import { attachmentsIn, distinct, linksIn } from './attachments.ts';
import { withBareHeadings } from './bare-headings.ts';
import { briefOf } from './brief.ts';
import { classify } from './classify.ts';
import { type Context, inContext } from './context.ts';
import { readEntries } from './entries.ts';
import type { Entry } from './entry.ts';
import { mentions } from './mentioned-links.ts';
import { orderOf } from './order.ts';
import { outlineOf } from './outline.ts';
import { withoutPleasantries } from './pleasantries.ts';
import { forgetRemembered } from './remembered.ts';
import { settled } from './settled-entries.ts';
import { typedText } from './spoken-text.ts';
import { stepText } from './step-text.ts';
import { joinedStories } from './stories.ts';
import { withTranscripts } from './transcripts.ts';

/** Punctuation alone is no step; a sign such as 🚀 may be. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{S}]/u;

/** A step of a plan as the text asks for it; whoever keeps the plan numbers it. */
export interface ParsedTask {
  readonly description: string;
  readonly kind: TaskKind;
  readonly attachments: readonly TaskAttachment[];
  /** The steps that must be done before, counted from 1. */
  readonly dependsOn?: readonly number[];
  /** The text says that it is done. */
  readonly done?: true;
}

/** What a text becomes: what is to be done, and what else it says. */
export interface ParsedPlan {
  readonly tasks: readonly ParsedTask[];
  readonly brief: Brief;
}

/**
 * Reads a plan from a text: the steps, their order, and the brief. The same text gives the same plan, and no model or
 * clock is asked. The caller's attachments go to the first step that is not done. A text that asks for nothing gives none.
 */
export function parsePlan(userInput: string, attachments: readonly TaskAttachment[] = []): ParsedPlan {
  try {
    return readPlan(userInput, attachments);
  } finally {
    forgetRemembered();
  }
}

function readPlan(userInput: string, attachments: readonly TaskAttachment[]): ParsedPlan {
  const outline = withTranscripts(outlineOf(typedText(userInput)));
  const blocks = withBareHeadings(joinedStories(withoutPleasantries(outline)));
  const { entries: read, frame } = readEntries(blocks);
  const entries = settled(read).filter((entry) => entry.type !== 'task' || isTask(entry));
  const order = orderOf(entries, frame);
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

/** The steps of {@link parsePlan} alone. */
export function parseTasks(
  userInput: string,
  attachments: readonly TaskAttachment[] = [],
): readonly ParsedTask[] {
  return parsePlan(userInput, attachments).tasks;
}

function isTask({ text, fence }: Entry): boolean {
  return fence !== undefined || SAYS_SOMETHING.test(stepText(text));
}

function taskOf(
  { context, text, fence, options, isDone }: Entry,
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
    kind: classify(words, fence),
    attachments: distinct(attachments),
    ...(dependsOn.length > 0 && { dependsOn: dependsOn.map((index) => index + 1) }),
    ...(isDone && { done: true as const }),
  };
}

/** Steps share their context, which is read once and not for each of them. */
function mentionsOfContexts(): (context: Context) => TaskAttachment[] {
  const known = new Map<Context, TaskAttachment[]>([['', []]]);
  return (context) => {
    const mentioned = known.get(context) ?? mentions(context, attachmentsIn(context));
    known.set(context, mentioned);
    return mentioned;
  };
}
