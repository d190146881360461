import type { Conversation } from '../../../harness/conversation/conversation.ts';
import { conversationFact } from '../../../harness/facts.ts';
import { commandForText, decideCommand, type UserMessage } from '../../../harness/module/decide-command.ts';
import { runModule } from '../../../harness/module/module-failure.ts';
import { momentOf } from '../../../harness/module/module-moment.ts';
import type { At, PlannerModule } from '../../../harness/module/planner-module.ts';
import { isWayfoldError } from '../../../journal/error.ts';
import type { Fact } from '../../../journal/fact.ts';

/** The author of commands that come from outside. */
export const A2A_CALLER = 'a2a';

/**
 * The command's own reply to the last message of a caller; `undefined` if it was no command, or has no reply. It is
 * recomputed from what the message meant when it arrived, so that any process can reply and nothing more is
 * recorded.
 */
export function givenCommandReply(
  module: PlannerModule,
  {
    lastAnswer,
    facts,
    at,
  }: { readonly lastAnswer: Conversation; readonly facts: readonly Fact[]; readonly at: At },
): string | undefined {
  const asked = facts.findLastIndex(({ type }) => type === 'remote_received');
  const message = facts[asked] && conversationFact(facts[asked]);
  if (message?.type !== 'remote_received') return undefined;
  let before = lastAnswer;
  for (const fact of facts.slice(0, asked)) before = before.accept(fact);
  const { plannerState: state, head, nativeFrom, ledger } = before;
  const then = momentOf(module, { state, config: at.config, loaded: at.loaded, head, nativeFrom });
  const author = { by: A2A_CALLER, key: message.messageId };
  for (const words of wordsOf(message.text)) {
    try {
      const call = commandForText({ module, at: then, ledger }, words, author);
      if (call === undefined) continue;
      const decided = decideCommand({ module, at: then }, call, author);
      const done = facts.slice(asked + 1, asked + 1 + decided.length);
      if (decided.some(({ type }, i) => done[i]?.type !== type)) continue;
      const { type, ...fields } = call;
      const command = Object.hasOwn(module.commands, type) ? module.commands[type] : undefined;
      return runModule(module, `commands.${type}.reply`, () =>
        command?.reply?.(at, command.input.parse(fields), { facts: done }),
      );
    } catch (error) {
      // It did not mean that then either.
      if (!isWayfoldError(error) || error.code === 'planner-failed') throw error;
    }
  }
  return undefined;
}

/** A message in its possible forms: data is in its text as JSON. */
function wordsOf(text: string): readonly UserMessage[] {
  const data = text.split('\n\n').flatMap((piece) => parsed(piece) ?? []);
  const words = { text, numbered: true };
  return [...(data.length === 1 ? [{ ...words, data: data[0] }] : []), words];
}

function parsed(text: string): object | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
