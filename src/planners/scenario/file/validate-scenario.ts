import type { z } from 'zod';
import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { ScenarioError, type ScenarioProblem } from '../error.ts';
import { CORE_TOOL_NAMES } from '../turn/core-tools.ts';
import { inputSchemaProblems } from './input-schema.ts';
import { Scenario } from './scenario.ts';
import { scenarioWarnings } from './scenario-warnings.ts';

/** A scenario, or everything that is wrong with it. */
export type ScenarioCheck =
  | { readonly ok: true; readonly scenario: Scenario; readonly warnings: readonly ScenarioProblem[] }
  | { readonly ok: false; readonly errors: readonly ScenarioProblem[] };

/** The maximum size of a scenario file. */
export const MAX_SCENARIO_BYTES = 1_500_000;

const MAX_PROBLEMS = 500;
const DEEPEST = 64;

/**
 * Validates any value as a scenario, and reports every error with its path. A scenario may be nested in a `config`,
 * and may have unknown fields, which are kept and reported as warnings.
 */
export function validateScenario(given: unknown): ScenarioCheck {
  const value = isPlainObject(given) && isPlainObject(given.config) && !given.agents ? given.config : given;
  if (isDeeperThan(DEEPEST, value))
    return { ok: false, errors: [{ path: '', message: `is more than ${DEEPEST} levels deep` }] };
  const { data, error } = Scenario.safeParse(value, { reportInput: true });
  const errors = [...(error?.issues ?? []).flatMap(problemsOf), ...contradictions(value)];
  if (data !== undefined && errors.length === 0)
    return { ok: true, scenario: data, warnings: scenarioWarnings(value) };
  const more = errors.length - MAX_PROBLEMS;
  return {
    ok: false,
    errors:
      more > 0
        ? [...errors.slice(0, MAX_PROBLEMS), { path: '', message: `and ${more} more errors` }]
        : errors,
  };
}

/** The scenario in a file. Throws a {@link ScenarioError} with a list of all problems. */
export function parseScenario(file: string | Uint8Array): Scenario {
  const size = typeof file === 'string' ? new TextEncoder().encode(file).length : file.length;
  if (size > MAX_SCENARIO_BYTES) {
    throw new ScenarioError('scenario-too-large', {
      expected: `a scenario of at most ${MAX_SCENARIO_BYTES} bytes`,
      actual: `${size} bytes`,
      fix: 'Shorten what its agents know.',
    });
  }
  const checked = validateScenario(jsonOf(file));
  if (checked.ok) return checked.scenario;
  throw invalid(checked.errors);
}

function jsonOf(file: string | Uint8Array): unknown {
  try {
    const text = typeof file === 'string' ? file : new TextDecoder('utf-8', { fatal: true }).decode(file);
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw invalid([{ path: '', message: `is no JSON: ${error instanceof Error ? error.message : error}` }]);
  }
}

const MAX_SHOWN = 5;

function invalid(problems: readonly ScenarioProblem[]): ScenarioError {
  const shown = problems
    .slice(0, MAX_SHOWN)
    .map(({ path, message }) => `${path === '' ? 'the file' : path} ${message}`);
  const more = problems.length - shown.length;
  return new ScenarioError('scenario-invalid', {
    summary: `The scenario is not valid: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
    fix: 'Correct the file. SCENARIO_SCHEMA describes what it may contain.',
    problems,
  });
}

/** Level by level, so that deep nesting cannot overflow the stack; nothing is visited twice. */
function isDeeperThan(limit: number, value: unknown): boolean {
  const seen = new Set<object>();
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    const objects = level.filter(
      (each): each is object => typeof each === 'object' && each !== null && !seen.has(each),
    );
    for (const each of objects) seen.add(each);
    level = objects.flatMap((each) => Object.values(each));
  }
  return false;
}

/** For a union, the problems with the closest alternative. */
function problemsOf(issue: z.core.$ZodIssue): ScenarioProblem[] {
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nearest = issue.errors.reduce((best, each) => (each.length < best.length ? each : best));
    return nearest.flatMap((inner) => problemsOf({ ...inner, path: [...issue.path, ...inner.path] }));
  }
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return [{ path: pathOf(issue.path), message: isMissing ? 'is missing' : issue.message }];
}

function pathOf(steps: readonly PropertyKey[]): string {
  return steps.reduce<string>(
    (path, step) =>
      typeof step === 'number' ? `${path}[${step}]` : path === '' ? String(step) : `${path}.${String(step)}`,
    '',
  );
}

/** What a schema cannot express. Reads the valid parts of a value, so that one error does not hide another. */
function contradictions(value: unknown): ScenarioProblem[] {
  const agents = listOf(value, 'agents');
  return [
    ...repeated(agents, 'agentId', 'agents'),
    ...agents.flatMap((agent, at) => {
      const path = `agents[${at}].tools`;
      const tools = listOf(agent, 'tools');
      return [
        ...repeated(listOf(agent, 'terms'), 'name', `agents[${at}].terms`),
        ...repeated(tools, 'toolName', path),
        ...tools.flatMap((tool, number) => toolProblems(tool, `${path}[${number}]`)),
      ];
    }),
  ];
}

function toolProblems(tool: unknown, path: string): ScenarioProblem[] {
  if (!isPlainObject(tool)) return [];
  const { toolName, inputSchema } = tool;
  const problems: ScenarioProblem[] = [];
  if (CORE_TOOL_NAMES.some((name) => name === toolName))
    problems.push({ path: `${path}.toolName`, message: `is the name of a built-in tool` });
  return isPlainObject(inputSchema)
    ? [...problems, ...inputSchemaProblems(inputSchema, `${path}.inputSchema`)]
    : problems;
}

function repeated(items: readonly unknown[], key: string, path: string): ScenarioProblem[] {
  const first = new Map<unknown, number>();
  return items.flatMap((item, at) => {
    const name = isPlainObject(item) ? item[key] : undefined;
    const before = first.get(name);
    if (name === undefined) return [];
    if (before === undefined) first.set(name, at);
    return before === undefined
      ? []
      : [{ path: `${path}[${at}].${key}`, message: `is the same as in ${path}[${before}]` }];
  });
}

function listOf(value: unknown, key: string): readonly unknown[] {
  const list = isPlainObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
}
