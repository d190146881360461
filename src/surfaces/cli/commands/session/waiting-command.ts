import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import type { CommandCall } from '../../../../harness/module/view-block.ts';
import type { WaitingItem } from '../../../../harness/module/waiting-item.ts';
import { textFieldOf } from '../../../../sessions/commands/command-schema.ts';

/** The command of an option, found by id, number or label. */
export function optionCommand({ options = [] }: WaitingItem, named: string): CommandCall | undefined {
  const wanted = named.trim();
  const numbered = /^\d{1,3}$/.test(wanted) ? options[Number(wanted) - 1] : undefined;
  const chosen =
    options.find(({ id }) => id === wanted) ??
    numbered ??
    options.find(({ label }) => label.toLowerCase() === wanted.toLowerCase());
  return chosen?.command;
}

/** The command for a text: an answer, or the item's form with its only text field filled in. */
export function textCommand(
  { id, form }: WaitingItem,
  module: Pick<PlannerModule, 'commands'>,
  text: string,
): CommandCall | undefined {
  if (form === undefined) return undefined;
  if (form.type === 'answer' || form.type === 'say') return { type: 'answer', qid: id, text };
  const input = module.commands[form.type]?.input;
  const field = input && textFieldOf(input, form);
  return field === undefined ? undefined : { ...form, [field]: text };
}

/** The command with additional fields, if it accepts all of them. */
export function withFields(
  command: CommandCall,
  fields: Readonly<Record<string, unknown>>,
  module: Pick<PlannerModule, 'commands'>,
): CommandCall | undefined {
  const { type, ...given } = command;
  if (Object.keys(fields).length === 0) return command;
  const input = module.commands[type]?.input;
  return input?.safeParse({ ...given, ...fields }).success ? { ...command, ...fields } : undefined;
}
