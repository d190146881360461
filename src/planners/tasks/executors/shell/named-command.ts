import { isCommand, isCommandFence } from '../../parse/sentences/commands.ts';
import { wordAt } from '../../parse/sentences/connectors.ts';
import { isToolVerb } from '../../parse/sentences/tool-verbs.ts';
import type { ExecutableTask } from '../executor.ts';
import { lastAnswer } from '../last-answer.ts';
import { codeIn, type TaskCode } from '../task-code.ts';

/** The command of a task, or the question to ask first. */
export type NamedCommand =
  | { readonly type: 'command'; readonly line: string }
  | { readonly type: 'unclear'; readonly question: string };

const ANNOUNCES = /(?:^|\s)(?:run|execute|call|start|command|script|via|using|with)(?:\s+the\s+\w+)?:?$/i;
const PLEASE = /^(?:please|kindly)[\s,]+/i;
/** Words that occur in sentences but hardly in commands. */
const SENTENCE_WORD =
  /^(?:a|an|the|and|or|then|to|in|on|of|for|from|with|at|by|it|its|is|are|was|if|when|until|so|please|again|that|this|these|those|which|because|everything|once)$/i;

/**
 * Finds the command of a task: the answer to an earlier question, code in backticks or in a block, or plain text that
 * starts with an allowed program, possibly after a verb such as "run". Asks about text that may be a sentence.
 */
export function namedCommand(task: ExecutableTask, allow: ReadonlySet<string>): NamedCommand {
  const answer = lastAnswer(task);
  const answered = answer === undefined ? undefined : commandInAnswer(answer, allow);
  if (answered !== undefined) return { type: 'command', line: answered };
  const codes = codeIn(task.description);
  const commands = codes.filter((code) => standsAsCommand(code, allow));
  const [only, ...others] = commands;
  if (only !== undefined && others.length === 0) return { type: 'command', line: only.code };
  if (only !== undefined) return unclear('It names several commands; each is a task of its own.', commands);
  if (codes.length > 0) return unclear('None of its code is clearly a command.', codes);
  const words = commandWords(task.description, allow);
  if (words === undefined) return unclear('It names no command.');
  return readsAsSentence(words)
    ? unclear(`\`${words}\` may be more than a command.`)
    : { type: 'command', line: words };
}

function commandInAnswer(answer: string, allow: ReadonlySet<string>): string | undefined {
  const [code] = codeIn(answer);
  return code?.code ?? (allow.has(firstWord(answer)) ? answer : undefined);
}

function standsAsCommand({ code, before, language }: TaskCode, allow: ReadonlySet<string>): boolean {
  if (allow.has(firstWord(code)) || before === '') return true;
  return language === undefined ? isCommand(code) || ANNOUNCES.test(before) : isCommandFence(language, code);
}

function commandWords(description: string, allow: ReadonlySet<string>): string | undefined {
  const order = description.trim().replace(PLEASE, '');
  if (allow.has(firstWord(order))) return order;
  const verb = wordAt(order, 0);
  if (!isToolVerb(verb)) return undefined;
  const rest = order.slice(verb.length).trim();
  return allow.has(firstWord(rest)) ? rest : undefined;
}

function readsAsSentence(words: string): boolean {
  const [, ...rest] = words.split(/\s+/);
  return rest.some((word) => SENTENCE_WORD.test(word) || /[\p{L}\p{N}][.,;:!?]$/u.test(word));
}

function firstWord(text: string): string {
  return /^\S*/.exec(text.trim())?.[0] ?? '';
}

function unclear(problem: string, codes: readonly TaskCode[] = []): NamedCommand {
  const listed = codes.length === 0 ? '' : ` (${codes.map(({ code }) => `\`${code}\``).join(', ')})`;
  return {
    type: 'unclear',
    question: `Which command should be run? ${problem}${listed} Answer with the command in backticks, such as \`npm test\`.`,
  };
}
