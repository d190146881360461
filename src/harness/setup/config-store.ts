import { z } from 'zod';

const FieldState = z.strictObject({
  key: z.string(),
  type: z.enum(['text', 'textarea', 'number', 'select', 'checkbox', 'checkbox-group', 'secret']),
  label: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()]).optional(),
  placeholder: z.string().exactOptional(),
  help: z.string().exactOptional(),
  required: z.boolean().exactOptional(),
  disabled: z.boolean().exactOptional(),
  /** Shown unless this is `false`. */
  visible: z.boolean().exactOptional(),
  options: z
    .array(z.strictObject({ value: z.string(), label: z.string() }))
    .readonly()
    .exactOptional(),
  error: z.string().exactOptional(),
  /** It says which side of a conversation the person is. */
  ownSide: z.boolean().exactOptional(),
  /** Something about it is being loaded or checked. */
  pending: z.boolean().exactOptional(),
});

/** One field of a setup form, as shown. */
export type FieldState = Readonly<z.infer<typeof FieldState>>;

/** The type of input. */
export type FieldType = FieldState['type'];

/** What a field can hold. */
export type FieldValue = FieldState['value'];

/** A setup form at one moment. */
export const ConfigSnapshot = z.strictObject({
  fields: z.array(FieldState).readonly(),
  canSave: z.boolean(),
  pending: z.boolean(),
  dirty: z.boolean(),
  summary: z.string().exactOptional(),
  preview: z.string().exactOptional(),
});

/** See the schema {@link ConfigSnapshot}. */
export type ConfigSnapshot = Readonly<z.infer<typeof ConfigSnapshot>>;

/** A config, and whether a planner can start with it. */
export interface FullConfig<Config = unknown> {
  readonly config: Config;
  readonly ready: boolean;
}

/** The initial state of a config store: an exported config, or a partial one. */
export type InitialConfig<Config> = FullConfig<Config> | Partial<Config>;

/** The config in an initial state. */
export function configIn<Config extends object>(initial: InitialConfig<Config>): Partial<Config> {
  return 'config' in initial && 'ready' in initial ? initial.config : initial;
}

/** The state behind a setup form: one interface for every planner, so that one form serves all. */
export interface ConfigStore<Config = unknown> {
  snap(): ConfigSnapshot;
  setField(key: string, value: FieldValue): void;
  /** Throws a `ConfigError` with the reason while something is pending or invalid. */
  exportFullConfig(): FullConfig<Config>;
  /** Calls back after every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Cancels whatever is pending. */
  destroy(): void;
}
