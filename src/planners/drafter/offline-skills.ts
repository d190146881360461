import { z } from 'zod';
import { valuesIn } from '../../model/answers/data-block.ts';
import type { LlmRequest } from '../../model/llm.ts';
import { OFFLINE_LABEL, quoted } from '../../model/offline/reply.ts';
import type { OfflineSkill } from '../../model/offline/skill.ts';
import { wordCount } from './draft-check.ts';
import { DRAFTER_ROLE, NOTHING_TO_ADD } from './prompt.ts';

const Messages = z.array(z.object({ from: z.enum(['me', 'other']), text: z.string() }));
/** Its text stays private. */
const Guidance = z.array(z.object({ latest: z.boolean() }));

const MAX_MESSAGES = 4;
const GOODBYE = 'Goodbye.';

/** Skills with which the offline model holds a conversation of a few turns as the drafter, and ends it. */
export const offlineSkills: readonly OfflineSkill[] = [
  {
    name: 'drafter',
    answers({ system = '', messages }) {
      if (!system.startsWith(DRAFTER_ROLE)) return undefined;
      const prompt = messages[0]?.text ?? '';
      const conversation = Messages.parse(valuesIn(prompt, 'conversation'));
      const isGuided = Guidance.parse(valuesIn(prompt, 'guidance')).some(({ latest }) => latest);
      const text = reply(conversation, isGuided, valuesIn(prompt, 'rejected').length);
      return text === undefined ? NOTHING_TO_ADD : sized(`${OFFLINE_LABEL} ${text}`, targetOf(system));
    },
  },
];

function reply(messages: z.infer<typeof Messages>, isGuided: boolean, rejected: number): string | undefined {
  const own = messages.filter(({ from }) => from === 'me');
  const last = messages.at(-1);
  const again = rejected > 0 ? ` (another wording, number ${rejected + 1})` : '';
  if (last === undefined) return `Hello${again}. I would like to talk. What should we settle first?`;
  if (saysGoodbye(own.at(-1)?.text) && !isGuided) return undefined;
  if (saysGoodbye(last.text) || own.length >= MAX_MESSAGES - 1)
    return `Thank you, that is all from my side${again}. ${GOODBYE}`;
  return `Thank you for message ${messages.length}${again}. ${answerTo(last.text)} What else should I know?`;
}

function answerTo(text: string): string {
  const plain = text.replaceAll(OFFLINE_LABEL, '').trim();
  const question = /(?<![^.!?\n])[^.!?\n]*\?/.exec(plain)?.[0].trim();
  return question === undefined
    ? `I have noted: ${sentence(quoted(plain))}`
    : `You ask: ${quoted(question)} A demo cannot know, so take this for a yes.`;
}

function saysGoodbye(text: string | undefined): boolean {
  return text !== undefined && /\b(?:goodbye|good bye|bye)\b/i.test(text);
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function targetOf(system: NonNullable<LlmRequest['system']>): number {
  return Number(/^The message should have about (\d+) words\.$/m.exec(system)?.[1] ?? 0);
}

/** About the requested number of words: cut after a word, or padded with a sentence that says so. */
function sized(text: string, target: number): string {
  if (target === 0) return text;
  const pieces = text.split(' ');
  const farewell = text.endsWith(GOODBYE) ? ` ${GOODBYE}` : '';
  if (wordCount(text) > target * 2) return `${pieces.slice(0, target).join(' ')} …${farewell}`;
  const filler = ` This sentence only fills the ${target} words that are wanted.`;
  const missing = Math.max(0, target - wordCount(text));
  return text + filler.repeat(Math.floor(missing / wordCount(filler)));
}
