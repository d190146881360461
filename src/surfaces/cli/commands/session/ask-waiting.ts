import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import type { CommandCall } from '../../../../harness/module/view-block.ts';
import type { WaitingItem } from '../../../../harness/module/waiting-item.ts';
import { inputSchemaOf } from '../../../../sessions/commands/command-schema.ts';
import { flagsOf, inputFromFlags } from '../../schema-flags.ts';
import { optionCommand, textCommand } from './waiting-command.ts';

/** A decision at the terminal: a command, or a message to the planner. */
export type Decision = CommandCall | { readonly say: string };

/** Asks for a line. Undefined if stdin has ended. */
export type AskLine = (question: string) => Promise<string | undefined>;

/** Asks the person to decide on a waiting item. Returns nothing for a blank line, which postpones it. */
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

/** Asks for the fields one by one if one text cannot fill them; the first is already given. */
async function fillIn(
  form: CommandCall,
  module: Pick<PlannerModule, 'commands'>,
  ask: AskLine,
  first: string,
): Promise<Decision | undefined> {
  const input = module.commands[form.type]?.input;
  if (input === undefined) return { say: first };
  const flags = flagsOf(inputSchemaOf(input), { reserved: [] });
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
