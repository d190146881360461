import type { Command } from 'commander';
import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import type { PlannerRegistry } from '../../../../host/registry.ts';
import {
  type CommandDescription,
  describeAllCommands,
  describeSessionCommands,
} from '../../../../sessions/commands/command-descriptions.ts';
import { inputSchemaOf } from '../../../../sessions/commands/command-schema.ts';
import { addFlags, type Flag, flagsOf, inputFromFlags } from '../../schema-flags.ts';

/** The options of `wayfold run` besides those of a setup. */
export interface RunFlags {
  readonly session?: string;
  /** Whether to continue as a conversation. */
  readonly chat?: boolean;
  readonly model?: string;
  readonly title?: string;
  /** Whether a setup may load from addresses of this machine and of private networks. */
  readonly allowPrivate?: boolean;
}

/** A command derived from the schema of a planner's setup or command. */
export interface SchemaCommand {
  readonly command: Command;
  /** The input from the parsed options. */
  input(): Record<string, unknown>;
  /** The options of required fields missing in the input. */
  missingIn(input: Readonly<Record<string, unknown>>): readonly string[];
}

/**
 * `wayfold run PLANNER`, with the options of its setup. If the setup has a title or a model, those options belong to
 * it.
 */
export function runCommandOf(run: Command, module: PlannerModule): SchemaCommand {
  const command = commandBelow(run, module.id).description(module.description);
  command.argument('[text]', 'text to send, or - for stdin');
  command.option('--session <id>', 'continue this session, or start one with this id');
  const reserved = [...globalFlags(run), 'session', 'allow-private'];
  if (module.load) command.option('--allow-private', ALLOW_PRIVATE);
  if (module.talks === 'person') {
    command.option('--chat', 'continue with what you type, line by line, until /quit');
    reserved.push('chat');
  }
  const flags = flagsOf(inputSchemaOf(module.config), { reserved });
  const isOwn = (name: string) => flags.some((flag) => flag.name === name);
  if (!isOwn('title')) command.option('--title <text>', 'title of the session');
  if (!isOwn('model')) command.option('--model <name>', 'language model, such as openai/gpt-5 or offline');
  addFlags(command, flags);
  return attached(run, command, flags);
}

const ALLOW_PRIVATE = 'let it reach addresses of this machine and of private networks';
/** Commands that fetch from an address. */
const REACHES_OUT: ReadonlySet<string> = new Set(['configure', 'connect']);

/** `wayfold do SESSION COMMAND`, with the options of the command's input. */
export function doCommandOf(
  parent: Command,
  { type, title, description, input, confirm }: CommandDescription,
): SchemaCommand {
  const command = commandBelow(parent, type).description(description ?? title);
  const flags = flagsOf(input, { reserved: [...globalFlags(parent), ...(confirm ? ['yes'] : [])] });
  addFlags(command, flags);
  if (REACHES_OUT.has(type)) command.option('--allow-private', ALLOW_PRIVATE);
  if (confirm) command.option('--yes', 'do it without asking');
  return attached(parent, command, flags);
}

/** All commands of a planner's sessions; those that appear only in options come last. */
export function commandsFor(module: PlannerModule): readonly CommandDescription[] {
  const own = describeAllCommands(module);
  return [
    ...own.filter(({ hidden }) => !hidden),
    ...describeSessionCommands(module),
    ...own.filter(({ hidden }) => hidden),
  ];
}

/** Adds a subcommand for each planner to `run`, and one for each command to `do`, for completion. */
export function addSchemaCommands(program: Command, { entries }: PlannerRegistry): void {
  const [run, doing] = ['run', 'do'].map((name) => program.commands.find((each) => each.name() === name));
  if (run) for (const { module } of entries) runCommandOf(run, module);
  if (doing === undefined) return;
  const byType = new Map(
    entries.flatMap(({ module }) => commandsFor(module).map((each) => [each.type, each] as const)),
  );
  for (const each of byType.values()) doCommandOf(doing, each);
}

/** A subcommand with the settings of its parent, which leaves its help to subcommands. */
function commandBelow(parent: Command, name: string): Command {
  return parent.createCommand(name).copyInheritedSettings(parent).helpOption('-h, --help', 'show this help');
}

function attached(parent: Command, command: Command, flags: readonly Flag[]): SchemaCommand {
  // Once added, it knows its full name and the global options.
  parent.addCommand(command);
  return {
    command,
    input() {
      const { set = [], ...values } = command.opts<{ set?: readonly string[] }>();
      return inputFromFlags(flags, values, set);
    },
    missingIn: (input) =>
      flags
        .filter(({ key, required, default: usual }) => required && usual === undefined && !(key in input))
        .map(({ name, key }) => (name === undefined ? `--set ${key}=…` : `--${name}`)),
  };
}

/** The options that every command takes. */
function globalFlags(command: Command): readonly string[] {
  if (command.parent !== null) return globalFlags(command.parent);
  return command.options.flatMap(({ long }) => long?.replace(/^--/, '') ?? []);
}
