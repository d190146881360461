/** What kind of input a field is. */
export type FieldType = 'text' | 'textarea' | 'number' | 'select' | 'checkbox' | 'checkbox-group' | 'secret';

/** What a field can hold. */
export type FieldValue = string | number | boolean | readonly string[] | undefined;

/** One field of a setup card, as it is to be shown. */
export interface FieldState {
  readonly key: string;
  readonly type: FieldType;
  readonly label: string;
  readonly value: FieldValue;
  readonly placeholder?: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Shown unless this is `false`. */
  readonly visible?: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly error?: string;
  /** Something about it is being loaded or checked. */
  readonly pending?: boolean;
}

/** A setup card at one moment. */
export interface ConfigSnapshot {
  readonly fields: readonly FieldState[];
  readonly canSave: boolean;
  readonly pending: boolean;
  readonly dirty: boolean;
  readonly summary?: string;
  readonly preview?: string;
}

/** A config, and whether a planner can start with it. */
export interface FullConfig<Config = unknown> {
  readonly config: Config;
  readonly ready: boolean;
}

/** What a config store begins with: a config as it was exported, or what of one is known. */
export type InitialConfig<Config> = FullConfig<Config> | Partial<Config>;

/** The config in what a store begins with. */
export function configIn<Config extends object>(initial: InitialConfig<Config>): Partial<Config> {
  return 'config' in initial && 'ready' in initial ? initial.config : initial;
}

/** The state behind a setup card: one for every planner, so that one card serves them all. */
export interface ConfigStore<Config = unknown> {
  snap(): ConfigSnapshot;
  setField(key: string, value: FieldValue): void;
  /** Throws a `ConfigError` that says why while something is pending or wrong. */
  exportFullConfig(): FullConfig<Config>;
  /** Calls back after every change. Returns what ends that. */
  subscribe(listener: () => void): () => void;
  /** Ends whatever is pending. */
  destroy(): void;
}
