import { z } from 'zod';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { shown } from '../../journal/error.ts';
import { ModuleError } from './error.ts';

const TALKS = ['person', 'agent', 'nobody'];
const MEMBER_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

type Unchecked = { readonly [Member in keyof PlannerModule]?: unknown };

interface Checked {
  readonly source: string;
  /** The module's own fact types. */
  readonly factTypes: readonly string[];
  /** The fact types of every session. */
  readonly sessionTypes: readonly string[];
}

/** Throws a {@link ModuleError} if anything besides the names, facts and commands of a module could not work. */
export function checkMembers(module: Unchecked, checked: Checked): void {
  const { source } = checked;
  if (typeof module.description !== 'string')
    throw invalid(source, 'it has no description', 'Say in one sentence what it does.');
  if (!TALKS.some((talks) => talks === module.talks))
    throw invalid(source, `it talks to ${shown(module.talks)}`, `Choose one of ${TALKS.join(', ')}.`);
  if (!isObject(module.state) || !('initial' in module.state) || typeof module.state.apply !== 'function')
    throw invalid(source, 'its state lacks initial or apply', 'Declare state: { initial, apply() { … } }.');
  if (module.plan !== undefined && typeof module.plan !== 'function')
    throw invalid(source, 'its plan is not a function', 'Write plan() { … }, or leave it out.');
  checkConfig(module, source);
  checkTypes(module, checked);
  checkQueries(module.queries, source);
  checkExports(module.exports, source);
}

/** Throws a {@link ModuleError} if JSON Schema cannot express a schema: no surface could publish it. */
export function checkInput(
  schema: unknown,
  { source, of }: { readonly source: string; readonly of: string },
): void {
  try {
    // Anything that is not a schema fails like one that cannot be expressed.
    z.toJSONSchema(schema as z.ZodType, { io: 'input' });
  } catch (error) {
    throw invalid(
      source,
      `${of} cannot be written as JSON Schema (${error instanceof Error ? error.message : shown(error)})`,
      'Use a type that JSON has and transform it, such as z.iso.datetime().transform((text) => new Date(text)).',
    );
  }
}

function checkConfig({ config, load }: Unchecked, source: string): void {
  if (!isSchema(config) || !isObject(config.shape))
    throw invalid(source, 'its config is not an object schema', 'Make it a z.strictObject({ … }).');
  checkInput(config, { source, of: 'its config' });
  if (load === undefined) return;
  if (!isObject(load) || typeof load.load !== 'function')
    throw invalid(
      source,
      'its load lacks a function load',
      "Declare load: { field: '…', as: '…', load() { … } }.",
    );
  if (typeof load.field !== 'string' || !Object.hasOwn(config.shape, load.field))
    throw invalid(
      source,
      `its load names ${shown(load.field)}, which is not a field of its config`,
      'Name a field of its config.',
    );
  if (typeof load.as !== 'string' || Object.hasOwn(config.shape, load.as))
    throw invalid(
      source,
      `what it loads would be recorded as ${shown(load.as)}`,
      'Choose a name that no field of its config has.',
    );
}

/** A type that never occurs would never trigger it, without any explanation. */
function checkTypes({ wakes, ends, keeps }: Unchecked, { source, factTypes, sessionTypes }: Checked): void {
  for (const wake of listOf(wakes)) {
    const on = isObject(wake) ? wake.on : wake;
    if (![...factTypes, ...sessionTypes].some((type) => type === on))
      throw invalid(source, `it wakes on ${shown(on)}, which no session of it has`, 'Name one of its facts.');
  }
  for (const type of [...listOf(ends), ...listOf(keeps)]) {
    if (!factTypes.some((own) => own === type))
      throw invalid(
        source,
        `${shown(type)} is not one of its facts`,
        'Name its own facts in ends and keeps.',
      );
  }
}

function checkQueries(queries: unknown, source: string): void {
  for (const [name, query] of membersOf(queries ?? {}, { source, member: 'queries' })) {
    checkName(name, { source, of: 'query' });
    if (!isObject(query) || !isSchema(query.input) || typeof query.run !== 'function')
      throw invalid(
        source,
        `the query ${name} lacks an input schema or a function run`,
        `Declare it as ${name}: { title: '…', input: z.strictObject({ … }), async run() { … } }.`,
      );
    checkInput(query.input, { source, of: `the input of the query ${name}` });
  }
}

function checkExports(exports: unknown, source: string): void {
  for (const [format, file] of membersOf(exports ?? {}, { source, member: 'exports' })) {
    checkName(format, { source, of: 'format' });
    if (!isObject(file) || typeof file.mediaType !== 'string' || typeof file.write !== 'function')
      throw invalid(
        source,
        `the export ${format} lacks a mediaType or a function write`,
        `Declare it as ${format}: { mediaType: 'text/csv', write() { … } }.`,
      );
    if (file.input !== undefined) checkInput(file.input, { source, of: `the input of the export ${format}` });
  }
}

function checkName(name: string, { source, of }: { readonly source: string; readonly of: string }): void {
  if (MEMBER_NAME.test(name)) return;
  const fix = 'Choose a name of up to 40 letters, digits, hyphens and underscores, the first a letter.';
  throw invalid(source, `a ${of} cannot be called ${shown(name)}`, fix);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of an object that a module has to have. */
export function membersOf(
  value: unknown,
  { source, member }: { readonly source: string; readonly member: string },
): [string, unknown][] {
  if (isObject(value) && !Array.isArray(value)) return Object.entries(value);
  throw invalid(source, `${member} is not an object`, 'Make the module with definePlanner({ … }).');
}

/** The error for a module that could not work. */
export function invalid(source: string, problem: string, fix: string): ModuleError {
  return new ModuleError('module-invalid', { source, summary: `${source}: ${problem}.`, fix });
}

/** Whether a value is a schema, of any library. */
export function isSchema(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && isObject(value['~standard']);
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
