import { z } from 'zod';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import { openSchemaOf, textFieldOf } from '../commands/command-schema.ts';
import { SESSION_COMMANDS } from '../commands/commands.ts';
import type { Waiting } from './waiting.ts';

const Call = z.looseObject({ type: z.string() }).describe('A command, as POST …/commands takes it.');

/** A partial command, and what is left to fill in. */
const CommandForm = z.strictObject({
  command: Call,
  field: z.string().exactOptional().describe('The only remaining text field, which `answer` fills.'),
  input: z.looseObject({}).describe('The JSON Schema of what is left to fill in.'),
});

/** A waiting item as plain JSON for programs: the fields of its kind, and those of every kind. */
export const WaitingJson = z.looseObject({
  type: z.string().describe('Its kind: draft, question, budget, stopped, error, or one of a planner.'),
  seq: z.int().min(0).describe('The seq of the fact that made it wait.'),
  id: z.string().describe('Unique among the waiting items of the session.'),
  text: z.string().describe('The question; for a draft, what would be sent.'),
  details: z.string().exactOptional().describe('Markdown.'),
  options: z
    .array(
      z.strictObject({
        id: z.string().exactOptional(),
        label: z.string(),
        command: Call,
        edit: z
          .array(z.string())
          .readonly()
          .exactOptional()
          .describe('The fields that a person may fill in or change first; the command is complete without.'),
      }),
    )
    .readonly()
    .exactOptional(),
  form: CommandForm.exactOptional(),
});

/** See the schema {@link WaitingJson}. */
export type WaitingJson = Readonly<z.infer<typeof WaitingJson>>;

const known = new WeakMap<Waiting, WaitingJson>();

/**
 * A waiting item as plain JSON. For a draft, `text` is what would be sent. Without a module, forms of the planner's
 * own commands are unknown.
 */
export function waitingJson(module: PlannerModule | undefined, item: Waiting): WaitingJson {
  const before = known.get(item);
  if (before) return before;
  const { id, seq, text, details, options, form, data } = item;
  const json: WaitingJson = {
    type: 'other',
    id,
    text,
    ...(details !== undefined && data?.text !== details && { details }),
    ...data,
    ...(options && {
      options: options.map((option) => ({
        ...(option.id !== undefined && { id: option.id }),
        label: option.label,
        command: option.command,
        ...(option.edit && { edit: option.edit }),
      })),
    }),
    ...(form && { form: formOf(module, form) }),
    seq,
  };
  known.set(item, json);
  return json;
}

/** What is left to fill in of a partial command. */
function formOf(module: PlannerModule | undefined, command: CommandCall): z.infer<typeof CommandForm> {
  const { type, ...given } = command;
  const own = module && Object.hasOwn(module.commands, type) ? module.commands[type]?.input : undefined;
  const schema = own ?? Object.entries(SESSION_COMMANDS).find(([name]) => name === type)?.[1];
  if (schema === undefined) throw new TypeError(`${module?.id} has no command ${type}`);
  const field = textFieldOf(schema, given);
  return { command, ...(field !== undefined && { field }), input: openSchemaOf(schema, given) };
}
