import { Validator } from '@cfworker/json-schema';
import type { ScenarioProblem } from '../error.ts';
import { patternProblem } from './safe-pattern.ts';

type Schema = Readonly<Record<string, unknown>>;

const DEEPEST = 32;
/** A schema of a few lines can expand to millions of checks through nested references. */
const MAX_CHECKS = 5000;
const MAX_SHOWN = 8;

/** What is wrong with the arguments of a call, for a model; `undefined` if nothing. */
export function argumentProblem(inputSchema: Schema, args: unknown): string | undefined {
  const { valid, errors } = new Validator(inputSchema, draftOf(inputSchema), false).validate(args);
  if (valid) return undefined;
  // An error that only says that something inside is invalid adds nothing.
  const exact = errors.filter(({ keyword }) => !CONTAINERS.has(keyword));
  const lines = (exact.length > 0 ? exact : errors).map(
    ({ instanceLocation, error }) => `${placeOf(instanceLocation)}: ${error}`,
  );
  return [...new Set(lines)].slice(0, MAX_SHOWN).join(' ');
}

const CONTAINERS = new Set(['properties', 'items', 'prefixItems', '$ref', 'allOf', 'additionalProperties']);

function draftOf({ $schema }: Schema): '7' | '2020-12' {
  return /draft-0[467]/.test(String($schema)) ? '7' : '2020-12';
}

function placeOf(instanceLocation: string): string {
  const steps = instanceLocation.split('/').slice(1);
  return steps.length === 0 ? 'the arguments' : steps.map(unescaped).join('.');
}

function unescaped(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/**
 * Everything that makes a schema unusable for arguments: it does not describe an object, a reference is missing,
 * external or circular, or validation could take forever. Schemas come with scenarios, from anywhere.
 */
export function inputSchemaProblems(inputSchema: Schema, path: string): ScenarioProblem[] {
  if (inputSchema.type !== 'object')
    return [{ path: `${path}.type`, message: 'must be "object": arguments have names' }];
  const walk: Walk = { root: inputSchema, path, problems: [], checks: 0, following: [] };
  visit(inputSchema, path, 0, walk);
  if (walk.checks > MAX_CHECKS)
    walk.problems.push({ path, message: `stands for more than ${MAX_CHECKS} checks` });
  if (walk.problems.length > 0) return walk.problems;
  try {
    argumentProblem(inputSchema, {});
    return [];
  } catch (error) {
    return [{ path, message: `cannot be used: ${error instanceof Error ? error.message : String(error)}` }];
  }
}

interface Walk {
  readonly root: Schema;
  readonly path: string;
  readonly problems: ScenarioProblem[];
  checks: number;
  /** The references on the current path. */
  readonly following: string[];
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['const', 'default', 'enum', 'examples', 'required', 'description', 'title']);
/** Keywords whose values are schemas by name: what looks like a keyword there is a name. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

function visit(node: unknown, path: string, depth: number, walk: Walk): void {
  if (!enters(node, path, depth, walk)) return;
  if (Array.isArray(node)) {
    node.forEach((inner, at) => {
      visit(inner, `${path}[${at}]`, depth + 1, walk);
    });
    return;
  }
  for (const [keyword, value] of Object.entries(node)) {
    const inner = `${path}.${keyword}`;
    if (keyword === '$ref') follow(value, inner, depth, walk);
    else if (keyword === 'pattern') notePattern(value, inner, walk);
    else if (REFUSED.has(keyword))
      walk.problems.push({ path: inner, message: 'is not taken in the schema of a tool' });
    else if (MAPS.has(keyword)) visitMap(value, inner, depth + 1, walk);
    else if (!DATA.has(keyword)) visit(value, inner, depth + 1, walk);
  }
}

function visitMap(node: unknown, path: string, depth: number, walk: Walk): void {
  if (!enters(node, path, depth, walk)) return;
  for (const [name, schema] of Object.entries(node)) {
    if (path.endsWith('.patternProperties')) notePattern(name, `${path}.${name}`, walk);
    visit(schema, `${path}.${name}`, depth + 1, walk);
  }
}

/** Counts a part of the schema. Once there are too many, or they are too deep, the walk ends. */
function enters(node: unknown, path: string, depth: number, walk: Walk): node is object {
  walk.checks += 1;
  if (depth > DEEPEST && walk.checks <= MAX_CHECKS) {
    walk.problems.push({ path, message: `is more than ${DEEPEST} levels deep` });
    walk.checks = MAX_CHECKS;
  }
  return walk.checks <= MAX_CHECKS && depth <= DEEPEST && typeof node === 'object' && node !== null;
}

/** They change the meaning of references. */
const REFUSED = new Set(['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef']);

function follow(reference: unknown, path: string, depth: number, walk: Walk): void {
  const problem = (message: string) => walk.problems.push({ path, message });
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) {
    problem('must stay within the schema: #/$defs/…');
  } else if (walk.following.includes(reference)) {
    problem('leads back to itself');
  } else {
    const target = lookUp(walk.root, reference);
    if (target === undefined) problem('leads nowhere');
    walk.following.push(reference);
    visit(target, path, depth + 1, walk);
    walk.following.pop();
  }
}

function lookUp(root: Schema, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .map(unescaped)
    .reduce<unknown>(
      (node, step) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, step)
          ? Reflect.get(node, step)
          : undefined,
      root,
    );
}

function notePattern(pattern: unknown, path: string, walk: Walk): void {
  const message = typeof pattern === 'string' ? patternProblem(pattern) : 'must be text';
  if (message !== undefined) walk.problems.push({ path, message });
}
