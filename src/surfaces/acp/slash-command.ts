import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import {
  type CommandDescription,
  describeCommands,
  describeSessionCommands,
} from '../../sessions/commands/command-descriptions.ts';
import { inputSchemaOf } from '../../sessions/commands/command-schema.ts';
import { type SchemaField, schemaFields } from '../../sessions/commands/schema-field.ts';
import { SessionsError } from '../../sessions/error.ts';
import { UNDERSTOOD_WORDS } from './aliases/understood-words.ts';

/** The common session commands that make sense in a conversation. */
const SESSION_COMMANDS: ReadonlySet<string> = new Set([
  'receive',
  'cancel',
  'retry',
  'pause',
  'resume',
  'rename',
]);

const CONFIGURE = 'configure';

/** The slash commands of a planner's sessions. */
export function availableCommands(module: PlannerModule): AvailableCommand[] {
  const commands = slashCommands(module).map(({ type, title, description = title, input }) => {
    const hint = hintOf(schemaFields(input));
    return { name: type, description, ...(hint !== '' && { input: { hint } }) };
  });
  return [...commands, ...(UNDERSTOOD_WORDS[module.id] ?? [])];
}

/**
 * The command of a prompt like `/pin 3`; undefined if it is text for the planner. The input follows as JSON, or as its
 * field values in order, the required ones first. Throws if there are too many.
 */
export function slashCommand(module: PlannerModule, prompt: string): CommandCall | undefined {
  const [, name, text = ''] = /^\/([a-z][a-z0-9-]*)(?:\s+([\s\S]*))?$/.exec(prompt) ?? [];
  const command = slashCommands(module).find(({ type }) => type === name);
  if (command === undefined) return undefined;
  const { type, input } = command;
  const values = inputFrom(type, schemaFields(input), text.trim());
  return type === CONFIGURE ? { type, values } : { ...values, type };
}

/** The answer to an unknown slash command; undefined if the prompt does not start with one. */
export function unknownCommandAnswer(module: PlannerModule, prompt: string): string | undefined {
  const name = /^\/([a-z][a-z0-9-]*)(?:\s|$)/.exec(prompt)?.[1];
  const available = availableCommands(module);
  if (name === undefined || available.some((command) => command.name === name)) return undefined;
  const lines = available.map(({ name, description }) => `- /${name}: ${description}`);
  return [`There is no command /${name} here. There are:`, lines.join('\n')].join('\n\n');
}

/** The setup command takes the fields of the setup form instead of the JSON that programs send. */
function slashCommands(module: PlannerModule): readonly CommandDescription[] {
  const common = describeSessionCommands(module);
  const setUp = common.filter(
    ({ type }) => type === CONFIGURE && Object.keys(module.config.shape).length > 0,
  );
  return [
    ...describeCommands(module),
    ...setUp.map(({ type }) => ({
      type,
      title: 'Set up the planner',
      input: inputSchemaOf(module.config),
    })),
    ...common.filter(({ type }) => SESSION_COMMANDS.has(type)),
  ];
}

/** With more optional fields than this, values must name their field. */
const MAX_OPTIONAL = 2;

/** The fields accepted by position: the required ones, then the optional ones if there are few. */
function positional(fields: readonly SchemaField[]): readonly SchemaField[] {
  const optional = fields.filter(({ required }) => !required);
  return [...fields.filter(({ required }) => required), ...(optional.length <= MAX_OPTIONAL ? optional : [])];
}

function hintOf(fields: readonly SchemaField[]): string {
  const row = positional(fields);
  if (row.length === 0 && fields.length > 0) return `{ ${fields.map(({ key }) => key).join(', ')} }`;
  return row
    .map(({ key, title, choices, required }) => {
      const name = choices?.join('|') ?? title?.toLowerCase() ?? key;
      return required ? name : `[${name}]`;
    })
    .join(' ');
}

function inputFrom(
  name: string,
  fields: readonly SchemaField[],
  text: string,
): Readonly<Record<string, unknown>> {
  const whole = text.startsWith('{') ? json(text) : undefined;
  if (typeof whole === 'object' && whole !== null) return { ...whole };
  const input: Record<string, unknown> = {};
  let rest = text;
  const row = positional(fields);
  for (const [at, field] of row.entries()) {
    if (rest === '') break;
    const isLast = row.slice(at + 1).every(({ required }) => !required);
    const value = textForField(field, rest, isLast);
    input[field.key] = fieldValue(field, value);
    rest = rest.slice(value.length).trim();
  }
  if (rest === '') return input;
  const hint = hintOf(fields);
  throw new SessionsError('invalid-command', {
    summary: `/${name} does not take "${rest}".`,
    fix: hint === '' ? 'Send it without anything else.' : `Send it like /${name} ${hint}, or with JSON.`,
  });
}

/** The part of a text that a field takes: a choice, the whole text, or one word. */
function textForField({ kind, repeats, choices }: SchemaField, text: string, isLast: boolean): string {
  const choice = choices
    ?.map(String)
    .toSorted((a, b) => b.length - a.length)
    .find((each) => text === each || (text.startsWith(each) && /\s/.test(text.charAt(each.length))));
  if (choice !== undefined) return choice;
  if (repeats || kind === 'json' || (kind === 'text' && choices === undefined && isLast)) return text;
  return /^"(?:[^"\\]|\\.)*"|^\S+/.exec(text)?.[0] ?? text;
}

function fieldValue({ kind, repeats, choices }: SchemaField, text: string): unknown {
  if (repeats) {
    const list = json(text);
    return Array.isArray(list) ? list : text.split('\n').map((line) => plainValue(kind, line.trim()));
  }
  return choices?.find((choice) => String(choice) === text) ?? plainValue(kind, text);
}

/** Returns text that does not parse unchanged, so that the schema can report it. */
function plainValue(kind: SchemaField['kind'], text: string): unknown {
  const value = json(text);
  if (kind === 'text') return text.startsWith('"') && typeof value === 'string' ? value : text;
  return value ?? text;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
