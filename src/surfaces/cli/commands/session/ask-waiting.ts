import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import type { CommandCall } from '../../../../harness/module/view-block.ts';
import type { WaitingItem } from '../../../../harness/module/waiting-item.ts';
import { inputSchemaOf } from '../../../../sessions/commands/command-schema.ts';
import { flagsOf, inputFromFlags } from '../../schema-flags.ts';
import { optionCommand, textCommand } from './waiting-command.ts';

/** What somebody at a terminal decides: a command, or words for the planner. */
export type Decision = CommandCall | { readonly say: string };

/** Asks for a line. Undefined when nobody is there any more. */
export type AskLine = (question: string) => Promise<string | undefined>;

/** Asks somebody what to do about something that waits. A blank line leaves it, for which nothing is returned. */
export async function askWaiting(
  item: WaitingItem,
  module: Pick<PlannerModule, 'commands'>,
  ask: AskLine,
): Promise<Decision | undefined> {
  const { options = [], form } = item;
  const line = (await ask(hintFor(item)))?.trim() ?? '';
  if (line === '') return undefined;
  const chosen = optionCommand(item, line);
  if (chosen !== undefined) return chosen;
  const filled = textCommand(item, module, line);
  if (filled !== undefined) return filled;
  if (form !== undefined && options.length === 0) return await fillIn(form, module, ask, line);
  return { say: line };
}

function hintFor({ options = [], form }: WaitingItem): string {
  if (options.length === 0) return 'Your answer, or a blank line to leave it:';
  const numbers = options.length === 1 ? '1' : `1 to ${options.length}`;
  return `${numbers}${form ? ', your answer' : ''}, or a blank line to leave it:`;
}

/** Fields that one text cannot fill are asked for one by one; the first is what was written already. */
async function fillIn(
  form: CommandCall,
  module: Pick<PlannerModule, 'commands'>,
  ask: AskLine,
  first: string,
): Promise<Decision | undefined> {
  const input = module.commands[form.type]?.input;
  if (input === undefined) return { say: first };
  const flags = flagsOf(inputSchemaOf(input), { taken: [] });
  const open = flags.filter(({ key, required }) => required && form[key] === undefined);
  if (open.length === 0) return { say: first };
  const sets: string[] = [];
  for (const [at, { key, title, takes }] of open.entries()) {
    const text = at === 0 ? first : await ask(`${title ?? key} (${takes}):`);
    if (text === undefined || text.trim() === '') return undefined;
    sets.push(`${key}=${text}`);
  }
  return { ...form, ...inputFromFlags(flags, {}, sets) };
}
