import type { TaskAttachment, TaskKind } from '../facts.ts';
import { attachmentsIn, distinct, linksIn } from './attachments.ts';
import { classify } from './classify.ts';
import { type Context, inContext } from './context.ts';
import { outlineOf } from './outline.ts';
import { stepText } from './step-text.ts';
import { type DraftStep, stepsOf } from './steps.ts';

/** Punctuation alone is no step; a sign such as 🚀 may be. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{S}]/u;

/** A step of a plan as the text asks for it; whoever keeps the plan numbers it. */
export interface ParsedTask {
  readonly description: string;
  readonly kind: TaskKind;
  readonly attachments: readonly TaskAttachment[];
}

/**
 * Reads the steps of a plan from a text. The same text gives the same steps, and no model or clock is asked. The
 * caller's attachments go to the first step. A text with no step in it gives none.
 */
export function parseTasks(userInput: string, attachments: readonly TaskAttachment[] = []): ParsedTask[] {
  const mentioned = mentionsOfContexts();
  const tasks = stepsOf(outlineOf(userInput)).flatMap((step) => taskOf(step, mentioned));
  const [first, ...others] = tasks;
  if (first === undefined) return [];
  return [{ ...first, attachments: distinct([...attachments, ...first.attachments]) }, ...others];
}

function taskOf(
  { context, text, fence, options }: DraftStep,
  mentionedIn: (context: Context) => TaskAttachment[],
): ParsedTask[] {
  const words = stepText(text, fence !== undefined);
  if (fence === undefined && !SAYS_SOMETHING.test(words)) return [];
  const choices = options.length === 0 ? '' : ` (${options.map((option) => stepText(option)).join('; ')})`;
  const own = words + choices;
  const line = own === '' ? context : inContext(context, own);
  const attachments = [...mentionedIn(context), ...attachmentsIn(own), ...(fence ? linksIn(fence.code) : [])];
  return [
    {
      description: [line, fence?.source ?? ''].filter((part) => part !== '').join('\n'),
      kind: classify(words, fence),
      attachments: distinct(attachments),
    },
  ];
}

/** Steps share their context, which is read once and not for each of them. */
function mentionsOfContexts(): (context: Context) => TaskAttachment[] {
  const known = new Map<Context, TaskAttachment[]>([['', []]]);
  return (context) => {
    const mentioned = known.get(context) ?? attachmentsIn(context);
    known.set(context, mentioned);
    return mentioned;
  };
}
