import { systemTimer, type Timer } from '../../kernel/timer.ts';
import { ConfigError } from '../error.ts';
import type { ConfigSnapshot, ConfigStore, FieldState, FieldValue, FullConfig } from './config-store.ts';
import {
  type FormField,
  type FormValues,
  type FormView,
  fieldError,
  optionsOf,
  parsedValue,
  requiredIn,
} from './form-field.ts';

/** Something that a form loads as soon as one of its fields says from where. */
export interface FormLoad<Loaded> {
  /** The field that says from where. */
  readonly key: string;
  /** How long to wait after the last edit of that field. */
  readonly debounceMs?: number;
  /** Other fields that affect what is loaded, such as a secret: a change loads again. */
  readonly dependsOn?: readonly string[];
  /** Rejects with a reason for people. Aborted when the field changes meanwhile. */
  load(from: string, signal: AbortSignal, form: FormView<Loaded>): Promise<Loaded>;
  /** The values of other fields once it is loaded. `first`: the initial values may still apply. */
  derive?(loaded: Loaded, form: { readonly values: FormValues; readonly first: boolean }): FormValues;
}

/** A setup form: its fields, and how they form a config. */
export interface FormDefinition<Config, Loaded = unknown> {
  readonly fields: readonly FormField<Loaded>[];
  readonly load?: FormLoad<Loaded>;
  /** The values of other fields after somebody has set this one. */
  derive?(key: string, form: FormView<Loaded>): FormValues;
  /** The config of a form without errors. */
  toConfig(form: FormView<Loaded>): Config;
  /** Whether a planner can start with it; default yes. */
  ready?(form: FormView<Loaded>): boolean;
  summary?(form: FormView<Loaded>): string | undefined;
  preview?(form: FormView<Loaded>): string | undefined;
}

/** The initial state of a form. */
export interface FormStart<Loaded = unknown> {
  /** The applied values. Other fields start with their own initial value. */
  readonly values?: FormValues;
  /** What was loaded before, so that it is not loaded again. */
  readonly loaded?: Loaded | undefined;
  readonly timer?: Timer;
}

const DEFAULT_DEBOUNCE_MS = 300;

/** The config store of a planner, from a list of fields. */
export function createFormStore<Config, Loaded = unknown>(
  definition: FormDefinition<Config, Loaded>,
  start: FormStart<Loaded> = {},
): ConfigStore<Config> {
  return new FormStore(definition, start);
}

class FormStore<Config, Loaded> implements ConfigStore<Config> {
  readonly #definition: FormDefinition<Config, Loaded>;
  readonly #timer: Timer;
  readonly #applied: FormValues;
  readonly #listeners = new Set<() => void>();
  #values: FormValues;
  #loaded: Loaded | undefined;
  #loadError: string | undefined;
  #appliedInitial: boolean;
  #pending = false;
  #stopLoading = (): void => {};
  #snapshot: ConfigSnapshot | undefined;

  constructor(definition: FormDefinition<Config, Loaded>, start: FormStart<Loaded>) {
    const { values = {}, loaded, timer = systemTimer } = start;
    this.#definition = definition;
    this.#timer = timer;
    this.#loaded = loaded;
    this.#appliedInitial = loaded !== undefined;
    this.#values = Object.fromEntries(
      definition.fields.map((field) => [field.key, parsedValue(field, values[field.key] ?? field.initial)]),
    );
    this.#applied = this.#values;
    if (loaded === undefined) this.#load(0);
  }

  snap(): ConfigSnapshot {
    this.#snapshot ??= this.#takeSnapshot();
    return this.#snapshot;
  }

  setField(key: string, value: FieldValue): void {
    const field = this.#definition.fields.find((each) => each.key === key);
    if (field === undefined) throw this.#invalid({ [key]: 'There is no such field.' });
    this.#values = { ...this.#values, [key]: parsedValue(field, value) };
    const { load } = this.#definition;
    this.#values = { ...this.#values, ...this.#definition.derive?.(key, this.#form()) };
    if (load?.key === key || load?.dependsOn?.includes(key)) {
      this.#loaded = undefined;
      this.#load(load.debounceMs ?? DEFAULT_DEBOUNCE_MS);
    }
    this.#changed();
  }

  exportFullConfig(): FullConfig<Config> {
    const { pending, fields } = this.snap();
    const reasons = Object.fromEntries(
      fields.flatMap(({ key, error }) => (error === undefined ? [] : [[key, error]])),
    );
    if (pending) throw this.#waiting();
    if (Object.keys(reasons).length > 0) throw this.#invalid(reasons);
    const form = this.#form();
    return { config: this.#definition.toConfig(form), ready: this.#definition.ready?.(form) ?? true };
  }

  subscribe(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  destroy(): void {
    this.#stopLoading();
    this.#pending = false;
    this.#snapshot = undefined;
    this.#listeners.clear();
  }

  #form(): FormView<Loaded> {
    return { values: this.#values, loaded: this.#loaded };
  }

  #takeSnapshot(): ConfigSnapshot {
    const { fields, summary, preview } = this.#definition;
    const form = this.#form();
    const states = fields.map((field) => this.#stateOf(field, form));
    const pending = this.#pending;
    const summed = summary?.(form);
    const previewed = preview?.(form);
    return {
      fields: states,
      pending,
      canSave: !pending && states.every(({ error }) => error === undefined),
      dirty: JSON.stringify(this.#values) !== JSON.stringify(this.#applied),
      ...(summed !== undefined && { summary: summed }),
      ...(previewed !== undefined && { preview: previewed }),
    };
  }

  #stateOf(field: FormField<Loaded>, form: FormView<Loaded>): FieldState {
    const { key, type, label, placeholder, help, ownSide } = field;
    const required = requiredIn(field, form);
    const options = optionsOf(field, form);
    const loads = key === this.#definition.load?.key;
    const error = fieldError(field, form) ?? (loads ? this.#loadError : undefined);
    return {
      key,
      type,
      label,
      value: this.#values[key],
      ...(placeholder !== undefined && { placeholder }),
      ...(help !== undefined && { help }),
      ...(ownSide !== undefined && { ownSide }),
      ...(required !== undefined && { required }),
      ...(field.disabled && { disabled: field.disabled(form) }),
      ...(field.visible && { visible: field.visible(form) }),
      ...(options && { options }),
      ...(error !== undefined && { error }),
      ...(loads && { pending: this.#pending }),
    };
  }

  /** Loads what the field names now, after a delay; cancels whatever is being loaded. */
  #load(afterMs: number): void {
    const { load, fields } = this.#definition;
    this.#stopLoading();
    this.#loadError = undefined;
    this.#pending = false;
    const field = fields.find(({ key }) => key === load?.key);
    const from = load && this.#values[load.key];
    if (field === undefined || load === undefined || typeof from !== 'string' || from.trim() === '') return;
    if (fieldError(field, this.#form()) !== undefined) return;

    const stopped = new AbortController();
    this.#pending = true;
    const begin = () => {
      loading(load, from.trim(), stopped.signal, this.#form()).then(
        (loaded) => !stopped.signal.aborted && this.#arrived(loaded, load),
        (error: unknown) => !stopped.signal.aborted && this.#missed(error),
      );
    };
    let cancel = (): void => {};
    if (afterMs > 0) cancel = this.#timer.after(afterMs, begin);
    else begin();
    this.#stopLoading = () => {
      cancel();
      stopped.abort();
    };
  }

  #arrived(loaded: Loaded, { derive }: FormLoad<Loaded>): void {
    const first = !this.#appliedInitial;
    let derived: FormValues | undefined;
    try {
      derived = derive?.(loaded, { values: this.#values, first });
    } catch (error) {
      // What was loaded is of no use.
      this.#missed(error);
      return;
    }
    this.#loaded = loaded;
    this.#pending = false;
    this.#appliedInitial = true;
    this.#values = { ...this.#values, ...derived };
    this.#changed();
  }

  #missed(error: unknown): void {
    this.#loadError = error instanceof Error ? error.message : String(error);
    this.#pending = false;
    this.#changed();
  }

  #changed(): void {
    this.#snapshot = undefined;
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        // Reported, but it affects neither the other listeners nor whoever set a field.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  #waiting(): ConfigError {
    const label = this.#definition.fields.find(({ key }) => key === this.#definition.load?.key)?.label;
    return new ConfigError('config-pending', {
      summary: `${label} is still loading.`,
      fix: 'Wait until the snapshot is no longer pending, then save.',
      reasons: this.#definition.load ? { [this.#definition.load.key]: 'Still loading.' } : {},
    });
  }

  #invalid(reasons: Readonly<Record<string, string>>): ConfigError {
    return new ConfigError('config-invalid', {
      summary: `The setup has errors: ${Object.entries(reasons)
        .map(([key, reason]) => `${key}: ${reason}`)
        .join(' ')}`,
      fix: 'Correct these fields, then save.',
      reasons,
    });
  }
}

/** A synchronous exception of a loader counts as a rejection. */
async function loading<Loaded>(
  what: FormLoad<Loaded>,
  from: string,
  signal: AbortSignal,
  form: FormView<Loaded>,
): Promise<Loaded> {
  return await what.load(from, signal, form);
}
