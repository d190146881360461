import { checkedEnvironment } from './check.ts';
import { ConfigurationError } from './error.ts';
import { type ConfigurationFile, readConfigurationFile } from './file.ts';
import type { Configuration } from './schema.ts';
import {
  type Environment,
  isSet,
  nested,
  readVariable,
  SETTINGS,
  type Setting,
  valueAt,
  variableText,
} from './settings.ts';

/** Where a value came from. */
export type Origin =
  | { readonly type: 'default' }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'environment'; readonly variable: string }
  | { readonly type: 'flag'; readonly flag: string };

/** A value of the configuration, and its origin. */
export interface ResolvedSetting {
  readonly key: string;
  readonly value: unknown;
  readonly from: Origin;
}

/** A complete configuration: the file, overridden by the environment, overridden by flags. */
export interface ResolvedConfiguration {
  readonly values: Configuration;
  /** Every value, including unset ones. */
  readonly settings: readonly ResolvedSetting[];
  /** The environment, with unset variables filled in from the file. */
  readonly environment: Environment;
  readonly file: string | undefined;
}

/** The sources of a configuration. */
export interface ConfigurationSources {
  /** Where the search for the file starts. */
  readonly from: string;
  /** The file, if one is named. */
  readonly named?: string | undefined;
  readonly env: Environment;
  /** Command line flags, by key. */
  readonly flags?: Readonly<Record<string, unknown>>;
}

/**
 * Reads the file and applies environment and flags. Throws a `ConfigurationError` that says what is wrong and
 * where.
 */
export async function resolveConfiguration(sources: ConfigurationSources): Promise<ResolvedConfiguration> {
  const { from, named, env, flags = {} } = sources;
  const file = await readConfigurationFile({ named, from });
  checkedEnvironment(
    SETTINGS.filter(({ checkedElsewhere }) => !checkedElsewhere),
    env,
  );
  const settings = SETTINGS.map((setting) => resolved(setting, { file, env, flags }));
  const values = withOneStore(settings);
  return {
    values: nested(values.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const]))),
    settings: values,
    environment: { ...env, ...variablesOf(values), ...storeVariables(values) },
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

const NEARNESS = { default: 0, file: 1, environment: 2, flag: 3 } as const satisfies Record<
  Origin['type'],
  number
>;

/**
 * A data directory and a store exclude each other: the one with the higher precedence wins. Both in one place are
 * refused, because it is unclear which is meant, and the wrong one may be in use.
 */
function withOneStore(settings: readonly ResolvedSetting[]): readonly ResolvedSetting[] {
  const [data, store] = ['data', 'store'].map((wanted) => settings.find(({ key }) => key === wanted));
  if (!data || !store) return settings;
  const isNamed = store.value !== undefined && store.value !== '';
  const nearness = NEARNESS[data.from.type] - NEARNESS[store.from.type];
  if (isNamed && nearness === 0) throw twoStores(data, store);
  const withoutStore: ResolvedSetting = { key: 'store', value: undefined, from: { type: 'default' } };
  const kept = isNamed && nearness < 0;
  return settings.map((setting) => (setting === store && !kept ? withoutStore : setting));
}

function twoStores(data: ResolvedSetting, store: ResolvedSetting): ConfigurationError {
  return new ConfigurationError('configuration-invalid', {
    summary: `Both a data directory and a PostgreSQL store are set: ${placeOf(data)} and ${placeOf(store)}.`,
    fix: 'Leave one of them out.',
  });
}

function placeOf({ key, from }: ResolvedSetting): string {
  switch (from.type) {
    case 'flag':
      return from.flag;
    case 'environment':
      return from.variable;
    case 'file':
      return `${key} in ${from.path}`;
    case 'default':
      return key;
    default:
      return from satisfies never;
  }
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

/** The environment names the chosen store. */
function storeVariables(settings: readonly ResolvedSetting[]): Environment {
  const store = settings.find(({ key }) => key === 'store')?.value;
  return { WAYFOLD_STORE: typeof store === 'string' ? store : undefined };
}
