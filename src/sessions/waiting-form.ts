import type { PlannerModule } from '../harness/module/planner-module.ts';
import type { CommandCall } from '../harness/module/view-block.ts';
import type { JsonSchema } from '../plan-tools/json-schema.ts';
import { openSchemaOf, textFieldOf } from './command-schema.ts';
import { SESSION_COMMANDS } from './commands.ts';
import type { Waiting } from './waiting.ts';

/** A command that is given in part, and what is left to fill in. */
export interface CommandForm {
  readonly command: CommandCall;
  /** The one text field that is left, if there is one: `answer` fills it. */
  readonly field?: string;
  /** The JSON Schema of what is left. */
  readonly input: JsonSchema;
}

/** Something that waits, as plain JSON for programs: what its kind has of its own, and what every kind has. */
export interface WaitingJson {
  readonly type: string;
  readonly seq: number;
  readonly id: string;
  readonly text: string;
  readonly details?: string;
  readonly options?: readonly {
    readonly id?: string;
    readonly label: string;
    readonly command: CommandCall;
    /** The fields that a person may fill in or change first. */
    readonly edit?: readonly string[];
  }[];
  readonly form?: CommandForm;
  readonly [field: string]: unknown;
}

const known = new WeakMap<Waiting, WaitingJson>();

/**
 * Something that waits, as plain JSON. Of a draft, `text` is what would be sent. Without a module, forms of the planner's
 * own commands are not known.
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

/** What is left to fill in of a command that is given in part. */
function formOf(module: PlannerModule | undefined, command: CommandCall): CommandForm {
  const { type, ...given } = command;
  const own = module && Object.hasOwn(module.commands, type) ? module.commands[type]?.input : undefined;
  const schema = own ?? Object.entries(SESSION_COMMANDS).find(([name]) => name === type)?.[1];
  if (schema === undefined) throw new TypeError(`${module?.id} has no command ${type}`);
  const field = textFieldOf(schema, given);
  return { command, ...(field !== undefined && { field }), input: openSchemaOf(schema, given) };
}
