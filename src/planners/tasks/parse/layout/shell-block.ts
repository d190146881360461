import { isCommand, isCommandFence, isTypedCommand } from '../sentences/commands.ts';
import type { Fence } from './outline.ts';

/** The content of a fenced block: commands to run one by one, a log of commands with their output, or other code. */
export type BlockContent =
  | { readonly type: 'commands'; readonly lines: readonly string[] }
  | { readonly type: 'transcript' }
  | { readonly type: 'code' };

const PROMPT = /^(?:\$|PS>|>|%|❯|[\w.-]+@[\w.-]+[:~/\w.-]*[$#])\s+(?=\S)/;
/** Commands that span several lines are run as a whole block. */
const SPANS_LINES =
  /<<-?\s*['"]?\w|(?:^|\s)(?:do|then|else|\{)\s*$|^\s*(?:if|for|while|until|case|function)\b/m;

/** Parses a block. Lines with a prompt are commands; with output in between they are a log, which is not to be run. */
export function contentOf({ language, code }: Pick<Fence, 'language' | 'code'>): BlockContent {
  const lines = joined(code).filter((line) => line.trim() !== '');
  const prompted = lines.filter((line) => PROMPT.test(line));
  if (prompted.length > 0 && isShell(language)) {
    const output = lines.filter((line) => !PROMPT.test(line) && !/^\s*#/.test(line));
    if (output.length > 0) return { type: 'transcript' };
    return { type: 'commands', lines: prompted.map((line) => line.replace(PROMPT, '').trim()) };
  }
  if (!isCommandFence(language, code) || SPANS_LINES.test(code)) return { type: 'code' };
  const commands = lines.map((line) => line.trim()).filter((line) => !line.startsWith('#'));
  const isTrusted = language !== '' || commands.every((line) => isCommand(line) || isTypedCommand(line));
  return isTrusted && commands.length > 0 ? { type: 'commands', lines: commands } : { type: 'code' };
}

function isShell(language: string): boolean {
  return language === '' || isCommandFence(language, '');
}

/** The lines, with backslash continuations joined. */
function joined(code: string): string[] {
  return code.replace(/\\\n\s*/g, ' ').split('\n');
}

/** A command as inline code in the text of a task. */
export function asCode(command: string): string {
  return command.includes('`') ? `\`\` ${command} \`\`` : `\`${command}\``;
}
