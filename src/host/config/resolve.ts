import { checkedConfiguration } from './check.ts';
import { type ConfigurationFile, readConfigurationFile } from './file.ts';
import type { Configuration } from './schema.ts';
import { nested, readVariable, SETTINGS, type Setting, valueAt, variableText } from './settings.ts';

/** The environment of a process, or anything of its shape. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Where a value came from. */
export type Origin =
  | { readonly type: 'default' }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'environment'; readonly variable: string }
  | { readonly type: 'flag'; readonly flag: string };

/** A value of the configuration, and where it came from. */
export interface ResolvedSetting {
  readonly key: string;
  readonly value: unknown;
  readonly from: Origin;
}

/** A whole configuration: the file, then the environment, then the flags, each before the one it follows. */
export interface ResolvedConfiguration {
  readonly values: Configuration;
  /** Every value, also those that nobody has set. */
  readonly settings: readonly ResolvedSetting[];
  /** The environment, with the variables that the file stands for where they are not set. */
  readonly environment: Environment;
  readonly file: string | undefined;
}

/** What a configuration is made of. */
export interface ConfigurationSources {
  /** Where the search for the file begins. */
  readonly from: string;
  /** The file, when one is named. */
  readonly named?: string | undefined;
  readonly env: Environment;
  /** What the command line says, by key. */
  readonly flags?: Readonly<Record<string, unknown>>;
}

/** Reads the file and puts environment and flags on top. Throws a `ConfigurationError` that says what is wrong where. */
export async function resolveConfiguration(sources: ConfigurationSources): Promise<ResolvedConfiguration> {
  const { from, named, env, flags = {} } = sources;
  const file = await readConfigurationFile({ named, from });
  const set = SETTINGS.filter(({ variable }) => isSet(env[variable]));
  checkEnvironment(set, env);
  const settings = SETTINGS.map((setting) => resolved(setting, { file, env, flags }));
  const values = withoutOverruled(settings);
  return {
    values: nested(values.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const]))),
    settings: values,
    environment: { ...env, ...variablesOf(values) },
    file: file?.path,
  };
}

function resolved(
  setting: Setting,
  {
    file,
    env,
    flags,
  }: { file: ConfigurationFile | undefined } & Required<Pick<ConfigurationSources, 'env' | 'flags'>>,
): ResolvedSetting {
  const { key, variable, usual } = setting;
  if (flags[key] !== undefined) {
    return { key, value: flags[key], from: { type: 'flag', flag: `--${key}` } };
  }
  const text = env[variable];
  if (isSet(text))
    return { key, value: readVariable(setting, text), from: { type: 'environment', variable } };
  const value = file && valueAt(file.values, key);
  if (file && value !== undefined) return { key, value, from: { type: 'file', path: file.path } };
  return { key, value: usual, from: { type: 'default' } };
}

/** Who names a data directory for this run does not want the store of the file. */
function withoutOverruled(settings: readonly ResolvedSetting[]): readonly ResolvedSetting[] {
  const from = (wanted: string) => settings.find(({ key }) => key === wanted)?.from.type;
  const overruled = from('store') === 'file' && (from('data') === 'flag' || from('data') === 'environment');
  return settings.map((setting) =>
    overruled && setting.key === 'store'
      ? { key: 'store', value: undefined, from: { type: 'default' } }
      : setting,
  );
}

function variablesOf(settings: readonly ResolvedSetting[]): Record<string, string> {
  const byKey = new Map(SETTINGS.map((setting) => [setting.key, setting]));
  return Object.fromEntries(
    settings.flatMap(({ key, value, from }) => {
      const setting = byKey.get(key);
      return from.type === 'file' && setting ? [[setting.variable, variableText(setting, value)]] : [];
    }),
  );
}

function checkEnvironment(set: readonly Setting[], env: Environment): void {
  const checked = set.filter(({ checkedElsewhere }) => !checkedElsewhere);
  const variables = new Map(checked.map(({ key, variable }) => [key, variable]));
  const values = checked.map(
    (setting) => [setting.key, readVariable(setting, env[setting.variable] ?? '')] as const,
  );
  const named = (key: string) =>
    variables.get(key) ?? [...variables].find(([start]) => key.startsWith(`${start}.`))?.[1] ?? key;
  checkedConfiguration(nested(values), { source: 'the environment', place: named });
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
