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
  /** Something about it is being loaded or checked. */
  pending: z.boolean().exactOptional(),
});

/** One field of a setup card, as it is to be shown. */
export type FieldState = Readonly<z.infer<typeof FieldState>>;

/** What kind of input a field is. */
export type FieldType = FieldState['type'];

/** What a field can hold. */
export type FieldValue = FieldState['value'];

/** A setup card at one moment. */
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
