import { z } from 'zod';
import { ConfigError } from '../../harness/error.ts';
import { namesSecret, type ReadSecret } from '../../harness/module/secret-field.ts';
import type { Planner } from '../../harness/planner.ts';
import { seedError } from '../../harness/setup/config-seed.ts';
import type { ConfigSnapshot, ConfigStore, FullConfig } from '../../harness/setup/config-store.ts';
import { secretReader } from '../../host/secrets.ts';
import { JournalError } from '../../journal/error.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Llm } from '../../model/llm.ts';
import { SessionsError } from '../error.ts';
import type { SetupValues } from './commands.ts';

/** How long a setup may load something before it is shown as pending. */
const MAX_LOAD_MS = 20_000;

/** What setups are evaluated with. */
export interface SetupSetting {
  readonly llm: Llm;
  /** The current setup. */
  readonly initial?: FullConfig | undefined;
  /** Reads the secrets that a setup names; default: from this process. */
  readonly readSecret?: ReadSecret | undefined;
  /** Whether a form also shows what the planner's `check` finds; default yes. */
  readonly checks?: boolean | undefined;
}

/** A setup form with these values, as it would be shown. Nothing is applied. */
export async function setupSnapshot(
  planner: Planner,
  values: SetupValues,
  setting: SetupSetting,
): Promise<ConfigSnapshot> {
  const { checks = true } = setting;
  const { shown, full } = await withStore(planner, values, setting, (store) => {
    const shown = shownSnapshot(store.snap());
    return { shown, full: checks && shown.canSave ? store.exportFullConfig() : undefined };
  });
  const notes = new Map<string, string>();
  const note = (key: string, text: string) => notes.set(key, text);
  const problems = full === undefined ? {} : await problemsOf(planner, full, { llm: setting.llm, note });
  const fields = shown.fields.map((field) => {
    const noted = notes.get(field.key);
    return {
      ...field,
      ...(noted !== undefined && { help: [field.help, noted].filter(Boolean).join(' ') }),
      ...(problems[field.key] !== undefined && { error: problems[field.key] }),
    };
  });
  return { ...shown, fields, canSave: shown.canSave && Object.keys(problems).length === 0 };
}

/** What is wrong with a setup, one sentence per field. */
export async function setupProblems(planner: Planner, setting: SetupSetting): Promise<readonly string[]> {
  if (planner.createConfigStore === undefined) return [];
  const { fields } = await setupSnapshot(planner, {}, setting);
  return fields.flatMap(({ label, error, visible = true }) => {
    if (error === undefined || !visible) return [];
    const sentence = /[.!?]$/.test(error) ? error : `${error}.`;
    return [sentence.startsWith(label) ? sentence : `${label}: ${sentence}`];
  });
}

/** The config for these form values. Throws a `ConfigError` with the reason for each field. */
export async function configFromValues(
  planner: Planner,
  values: SetupValues,
  setting: SetupSetting,
): Promise<FullConfig> {
  const full = await withStore(planner, values, setting, (store) => store.exportFullConfig());
  return await checked(planner, full, setting.llm);
}

/** The config of a seed from a link. */
export async function configFromSeed(
  planner: Planner,
  seed: unknown,
  {
    llm,
    store,
    readSecret = secretReader(),
  }: {
    readonly llm?: Llm | undefined;
    readonly store: FactStore;
    readonly readSecret?: ReadSecret | undefined;
  },
): Promise<FullConfig> {
  try {
    const readAttachment = (hash: string) => attachmentOf(store, hash);
    const context = { readAttachment, readSecret, ...(llm && { llm }) };
    const full = (await planner.hydrate?.(seed, context)) ?? { config: seed, ready: true };
    return await checked(planner, full, llm);
  } catch (error) {
    throw error instanceof z.ZodError ? seedError(error, planner.name) : error;
  }
}

/**
 * Folders, programs and models that a setup names and that cannot be used here. A setup that is not ready has other
 * problems.
 */
async function problemsOf(
  planner: Planner,
  { config, ready }: FullConfig,
  { llm, note }: { readonly llm?: Llm | undefined; note?(key: string, text: string): void },
): Promise<Readonly<Record<string, string>>> {
  if (!ready) return {};
  const signal = AbortSignal.timeout(MAX_LOAD_MS);
  return (await planner.checkConfig?.(config, { signal, ...(llm && { llm }), ...(note && { note }) })) ?? {};
}

async function checked(planner: Planner, full: FullConfig, llm: Llm | undefined): Promise<FullConfig> {
  const reasons = await problemsOf(planner, full, { llm });
  if (Object.keys(reasons).length === 0) return full;
  throw new ConfigError('config-invalid', {
    summary: `The setup of ${planner.name} is not valid: ${Object.entries(reasons)
      .map(([key, reason]) => `${key}: ${reason}`)
      .join(' ')}`,
    fix: 'Nothing was applied. Correct these fields, then try again.',
    reasons,
  });
}

async function withStore<Result>(
  planner: Planner,
  values: SetupValues,
  { llm, initial, readSecret = secretReader() }: SetupSetting,
  use: (store: ConfigStore) => Result,
): Promise<Result> {
  const store = planner.createConfigStore?.({ llm, readSecret, ...(initial && { initial }) });
  if (store === undefined) throw withoutSetup(planner);
  try {
    await settled(store);
    for (const [key, value] of Object.entries(values)) {
      store.setField(key, value ?? undefined);
      // What it loads may decide the values of the next fields.
      await settled(store);
    }
    return use(store);
  } catch (error) {
    // A hidden field does not validate itself.
    throw error instanceof z.ZodError ? seedError(error, planner.name) : error;
  } finally {
    store.destroy();
  }
}

async function settled(store: ConfigStore): Promise<void> {
  if (!store.snap().pending) return;
  const done = Promise.withResolvers<void>();
  const unsubscribe = store.subscribe(() => {
    if (!store.snap().pending) done.resolve();
  });
  const timeout = setTimeout(done.resolve, MAX_LOAD_MS);
  await done.promise;
  clearTimeout(timeout);
  unsubscribe();
}

/** The name of a secret is shown; a secret entered in its place is never returned. */
function shownSnapshot(snapshot: ConfigSnapshot): ConfigSnapshot {
  const fields = snapshot.fields.map((field) =>
    field.type === 'secret' && !namesSecret(field.value) ? { ...field, value: undefined } : field,
  );
  return { ...snapshot, fields };
}

async function attachmentOf(store: FactStore, hash: string): Promise<Uint8Array> {
  const bytes = await store.getAttachment(hash);
  if (bytes) return bytes;
  throw new JournalError('attachment-not-found', {
    summary: `No file with the SHA-256 ${hash} was uploaded.`,
    fix: 'Upload the file first, then set the planner up.',
  });
}

function withoutSetup({ name }: Planner): SessionsError {
  return new SessionsError('invalid-command', {
    summary: `${name} has no setup.`,
    fix: 'Use it as it is.',
  });
}
