import { conversationFacts } from '../../harness/facts.ts';
import { FACT_KINDS } from '../../harness/module/fact-kind.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { shown } from '../../journal/error.ts';
import { isFactType, REDACTED } from '../../journal/fact.ts';
import { kernelFacts } from '../../kernel/facts.ts';
import { a2aFacts } from '../a2a/facts.ts';
import { checkInput, checkMembers, invalid, isObject, isSchema, membersOf } from './check-members.ts';
import { ModuleError } from './error.ts';
import { inputFields, takesObject } from './input-fields.ts';

/** The commands of every session, with any planner. */
const SESSION_COMMANDS = [
  'say',
  'answer',
  'guide',
  'write',
  'receive',
  'approve',
  'edit',
  'dismiss',
  'configure',
  'archive',
  'reopen',
  'rename',
  'pause',
  'resume',
  'cancel',
  'retry',
  'publish',
  'unpublish',
  'connect',
  'disconnect',
  'start',
  'show',
  'list',
  'export',
] as const;

/** The fact types of every session, with any planner. */
const SESSION_FACT_TYPES: readonly string[] = [
  ...new Set([conversationFacts, kernelFacts, a2aFacts].flatMap((facts) => Object.keys(facts))),
  REDACTED,
];

/** What surfaces send next to the fields of a command. */
const RESERVED_FIELDS = ['type', 'session', 'expected_version'];

/** What a journal sets in every fact. */
const ENVELOPE_FIELDS = ['seq', 'id', 'ts', 'type', 'v'];

/** The rule for planner ids, in words. */
export const ID_RULE = '1 to 31 lower-case letters, digits and hyphens, the first a letter';
const PLANNER_ID = /^[a-z][a-z0-9-]{0,30}$/;

const COMMAND_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/** Whether a text can be the id of a planner. */
export function isPlannerId(id: unknown): id is string {
  return typeof id === 'string' && PLANNER_ID.test(id);
}

/** The checked parts of a module. Nothing is assumed: another version of Wayfold may have created it. */
export type UncheckedModule = { readonly [Member in keyof PlannerModule]?: unknown };

/** A planner that is already loaded. */
export interface KnownPlanner {
  readonly id: string;
  readonly factTypes: readonly string[];
  /** Its origin: a file, or words such as "Wayfold itself". */
  readonly source: string;
}

/** The origin of a module, and the planners it runs alongside. */
export interface ModulePlace {
  readonly source: string;
  readonly others: readonly KnownPlanner[];
}

/** Throws a {@link ModuleError} if a module cannot run alongside the others: its names are invalid or taken. */
export function checkModule(module: UncheckedModule, place: ModulePlace): KnownPlanner {
  const { id, title } = module;
  const { source, others } = place;
  if (!isPlannerId(id)) {
    throw invalid(source, `a planner cannot have the id ${shown(id)}`, `Choose an id of ${ID_RULE}.`);
  }
  if (typeof title !== 'string' || title === '') {
    throw invalid(
      source,
      `the planner ${id} has no title`,
      'Give it one that people read, such as "Minutes".',
    );
  }
  const twin = others.find((other) => other.id === id);
  if (twin !== undefined) {
    throw new ModuleError('module-duplicate', {
      source,
      summary: `${source}: a planner from ${twin.source} has the id ${id} too.`,
      fix: 'Change the id, or load only one of the two.',
    });
  }
  const factTypes = checkFacts(module.facts, place);
  checkCommands(module.commands, source);
  checkMembers(module, { source, factTypes, sessionTypes: SESSION_FACT_TYPES });
  return { id, factTypes, source };
}

function checkFacts(facts: unknown, { source, others }: ModulePlace): string[] {
  const entries = membersOf(facts, { source, member: 'facts' });
  for (const [type, declared] of entries) {
    if (!isFactType(type)) {
      throw invalid(
        source,
        `a fact cannot be called ${shown(type)}`,
        'Name what happened, such as line_pinned.',
      );
    }
    if (SESSION_FACT_TYPES.includes(type)) {
      throw invalid(source, `every session has facts called ${type}`, 'Choose another name for this fact.');
    }
    const owner = others.find(({ factTypes }) => factTypes.includes(type));
    if (owner !== undefined) {
      throw new ModuleError('module-duplicate', {
        source,
        summary: `${source}: the fact type ${type} belongs to the planner ${owner.id} from ${owner.source}.`,
        fix: 'Choose another name for this fact.',
      });
    }
    if (!isObject(declared) || !isSchema(declared.schema)) {
      const fix = `Declare it as ${type}: { schema: z.strictObject({ … }), kind: 'plan' }.`;
      throw invalid(source, `the fact ${type} has no schema`, fix);
    }
    const set = inputFields(declared.schema).find((field) => ENVELOPE_FIELDS.includes(field));
    if (set !== undefined) {
      const fix = 'Choose another name for this field: the journal sets this one.';
      throw invalid(source, `a field of the fact ${type} is called ${set}`, fix);
    }
    if (typeof declared.kind !== 'function' && !FACT_KINDS.some((kind) => kind === declared.kind)) {
      const fix = `Choose one of ${FACT_KINDS.join(', ')}.`;
      throw invalid(source, `the fact ${type} is of the kind ${shown(declared.kind)}`, fix);
    }
  }
  return entries.map(([type]) => type);
}

function checkCommands(commands: unknown, source: string): void {
  const tools = new Map<string, string>();
  for (const [name, command] of membersOf(commands ?? {}, { source, member: 'commands' })) {
    if (!COMMAND_NAME.test(name)) {
      const fix = 'Choose a name of up to 40 letters, digits, hyphens and underscores, the first a letter.';
      throw invalid(source, `a command cannot be called ${shown(name)}`, fix);
    }
    if (SESSION_COMMANDS.some((reserved) => reserved === name)) {
      throw invalid(source, `every session has a command ${name}`, 'Choose another name for this command.');
    }
    if (!isObject(command) || !isSchema(command.input) || typeof command.decide !== 'function') {
      const fix = `Declare it as ${name}: { title: '…', input: z.strictObject({ … }), decide() { … } }.`;
      throw invalid(source, `the command ${name} lacks an input schema or a function decide`, fix);
    }
    if (!takesObject(command.input)) {
      const fix = 'Make its input a z.strictObject({ … }).';
      throw invalid(source, `the input of the command ${name} is not an object schema`, fix);
    }
    const field = inputFields(command.input).find((key) => RESERVED_FIELDS.includes(key));
    if (field !== undefined) {
      const fix = 'Choose another name for this field.';
      throw invalid(
        source,
        `an input field of the command ${name} is called ${field}, which is reserved`,
        fix,
      );
    }
    checkInput(command.input, { source, of: `the input of the command ${name}` });
    const tool = name.replaceAll('-', '_');
    const twin = tools.get(tool);
    if (twin !== undefined) {
      const fix = 'Rename one of them.';
      throw invalid(source, `the commands ${twin} and ${name} would have tools of one name`, fix);
    }
    tools.set(tool, name);
  }
}
