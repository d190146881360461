import type { z } from 'zod';
import { isSecretName } from '../../harness/setup/secret-names.ts';
import { ConfigurationError } from './error.ts';
import { Configuration } from './schema.ts';
import {
  type Environment,
  isSet,
  nested,
  readVariable,
  SETTINGS,
  type Setting,
  valueAt,
} from './settings.ts';

const MAX_ISSUES = 5;
/** Deeper than any configuration. */
const DEEPEST = 16;

/** Prefixes of common services' keys. */
const KEY_LIKE = /^(sk-|sk_|gh[pousr]_|github_pat_|xox[abprs]-|AKIA|AIza|glpat-|hf_)[A-Za-z0-9_-]{8,}/;

/** Validated values of a configuration. `place` names a key in errors, `source` is where they come from. */
export function checkedConfiguration(
  values: unknown,
  { source, place = (key) => key }: { readonly source: string; readonly place?: (key: string) => string },
): Configuration {
  if (isDeeperThan(DEEPEST, values)) throw tooDeep(source);
  const { data, error } = Configuration.safeParse(values);
  if (data !== undefined) return data;
  const issues = error.issues.flatMap((issue) => descriptionsOf(issue, values, place));
  const more = issues.length > MAX_ISSUES ? ` (and ${issues.length - MAX_ISSUES} more)` : '';
  throw new ConfigurationError('configuration-invalid', {
    expected:
      issues
        .slice(0, MAX_ISSUES)
        .map(({ expected }) => expected)
        .join('; ') + more,
    actual: issues
      .slice(0, MAX_ISSUES)
      .map(({ actual }) => actual)
      .join('; '),
    fix: `Correct ${source}. docs/configuration.md lists every key; \`wayfold config --schema\` prints the schema.`,
  });
}

/** Validated values from environment variables. An error names the variable. */
export function checkedEnvironment(settings: readonly Setting[], env: Environment): Configuration {
  const set = settings.flatMap((setting) => {
    const text = env[setting.variable];
    return isSet(text) ? [{ ...setting, value: readVariable(setting, text) }] : [];
  });
  const place = (key: string) =>
    set.find((each) => key === each.key || key.startsWith(`${each.key}.`))?.variable ?? key;
  const values = nested(set.map(({ key, value }) => [key, value] as const));
  return checkedConfiguration(values, { source: 'the environment', place });
}

/**
 * A file can be committed, mailed and copied, so anything that looks like a secret is refused, in known and unknown
 * fields.
 */
export function refuseSecrets(values: unknown, source: string): void {
  const found = secretIn(values, []);
  if (found === undefined) return;
  throw new ConfigurationError('configuration-invalid', {
    summary: `${source} contains ${found}, which looks like a secret.`,
    fix: 'Remove it, and set it as an environment variable: keys and tokens come only from there. If it was ever shared, replace it.',
  });
}

/** Searches no deeper than a configuration may be; deeper values are refused anyway. */
function secretIn(value: unknown, path: readonly string[]): string | undefined {
  if (path.length > DEEPEST) return undefined;
  const where = path.join('.') || 'it';
  if (typeof value === 'string') {
    if (KEY_LIKE.test(value)) return `a value at ${where}`;
    return URL.parse(value)?.password ? `a password in the address at ${where}` : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  // Names of models are free text.
  const areNames = path.length === 1 && path[0] === 'models';
  for (const [name, inner] of Object.entries(value)) {
    if (!areNames && !Array.isArray(value) && isSecretName(name))
      return `the key ${[...path, name].join('.')}`;
    const found = secretIn(inner, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDeeperThan(limit: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((inner) => isDeeperThan(limit - 1, inner));
}

function tooDeep(source: string): ConfigurationError {
  return new ConfigurationError('configuration-invalid', {
    summary: `${source} nests values more than ${DEEPEST} levels deep.`,
    fix: `Correct ${source}. \`wayfold config --schema\` prints what it may contain.`,
  });
}

interface Description {
  readonly expected: string;
  readonly actual: string;
}

function descriptionsOf(
  issue: z.core.$ZodIssue,
  values: unknown,
  place: (key: string) => string,
): Description[] {
  const key = issue.path.join('.');
  const named = key === '' ? 'the whole' : place(key);
  if (issue.code === 'unrecognized_keys') {
    const known = keysBelow(key).join(', ');
    return issue.keys.map((unknown) => ({
      expected: key === '' ? `keys out of ${known}` : `${key} to have keys out of ${known}`,
      actual: `an unknown key ${JSON.stringify(key === '' ? unknown : `${key}.${unknown}`)}`,
    }));
  }
  const value = valueAt(values, key);
  if (issue.code === 'invalid_type' && issue.path.length > 0) {
    return [{ expected: `${named} to be ${kind(issue.expected)}`, actual: shownValue(value) }];
  }
  if (issue.code === 'invalid_value') {
    return [{ expected: `${named} to be one of ${issue.values.join(', ')}`, actual: shownValue(value) }];
  }
  if (issue.code === 'invalid_key') {
    const wanted = issue.issues[0]?.message.replace(/^must /, 'to ') ?? 'to be another';
    const [name = ''] = issue.path.slice(-1);
    return [
      { expected: `each name in ${issue.path.slice(0, -1).join('.')} ${wanted}`, actual: shownValue(name) },
    ];
  }
  const wanted = issue.message.replace(/^Invalid input: /, '').replace(/^must /, 'to ');
  return [{ expected: `${named} ${wanted}`, actual: shownValue(key === '' ? values : value) }];
}

function keysBelow(key: string): string[] {
  const start = key === '' ? '' : `${key}.`;
  const below = SETTINGS.filter((setting) => setting.key.startsWith(start));
  return [...new Set(below.map((setting) => setting.key.slice(start.length).split('.')[0] ?? ''))];
}

function kind(type: string): string {
  switch (type) {
    case 'int':
      return 'a whole number';
    case 'object':
    case 'record':
      return 'an object';
    default:
      return `a ${type}`;
  }
}

function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
