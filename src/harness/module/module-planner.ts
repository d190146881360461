import type { FactTypes } from '../../journal/fact-types.ts';
import { keepsOfSchema } from '../../kernel/projection/kept-fields.ts';
import type { Timer } from '../../kernel/timer.ts';
import { conversationFacts } from '../facts.ts';
import { conversationFamily, type PlannerFamily, userInputFamily, wokenFamily } from '../family.ts';
import type { HydrateContext, Planner } from '../planner.ts';
import { configFromSeed, seedOf } from '../setup/config-seed.ts';
import type { FullConfig } from '../setup/config-store.ts';
import type { FormValues } from '../setup/form-field.ts';
import { createFormStore, type FormStart } from '../setup/form-store.ts';
import { withoutSecrets } from '../setup/secret-names.ts';
import { configForm, formValuesOf, storedValues } from './config-form.ts';
import { checkModels, missingModels, namesModels } from './model-field.ts';
import { awaitModule } from './module-failure.ts';
import { foldFact, foldModule } from './module-fold.ts';
import { momentOf } from './module-moment.ts';
import type { ModuleServices, PlannerModule } from './planner-module.ts';
import { recordedConfig, splitConfig } from './recorded-config.ts';
import { ModuleSecrets, namesSecret, type ReadSecret, secretFieldsOf } from './secret-field.ts';

/** When the planner of a module runs, and what its output may end in. */
export function familyOfModule(module: PlannerModule): PlannerFamily {
  const closing = module.ends ?? Object.keys(module.facts);
  const { wakes: triggers, keeps } = module;
  switch (module.talks) {
    case 'person':
      return userInputFamily({ closing, triggers, keeps });
    case 'agent': {
      const { triggers: usual, closing: usually } = conversationFamily;
      // The same instance if nothing is added, so that it can be recognised.
      return triggers.length === 0 && closing.length === 0
        ? conversationFamily
        : {
            ...conversationFamily,
            triggers: [...usual, ...triggers],
            closing: [...usually, ...closing],
            keeps,
          };
    }
    case 'nobody':
      return module.plan === undefined
        ? { triggers, gate: () => true, closing, keeps }
        : wokenFamily({ closing, triggers, keeps });
    default:
      return module.talks satisfies never;
  }
}

/** All fact types that a journal of this planner may contain. */
export function factTypesOfModule(module: PlannerModule): FactTypes {
  const own = Object.entries(module.facts).map(([type, declared]) => {
    const { schema, v = 1, upcast, keeps = keepsOfSchema(schema) } = declared;
    return [type, { schema, v, ...(upcast && { upcast }), ...(keeps && { keeps }) }];
  });
  return { ...conversationFacts, ...Object.fromEntries(own) };
}

/** A module as the harness runs it. `timer` decides when a form loads what a field names. */
export function plannerOfModule(
  module: PlannerModule,
  { timer }: { readonly timer?: Timer | undefined } = {},
): Planner {
  const needsSetup = Object.keys(module.config.shape).length > 0;
  return {
    id: module.id,
    name: module.title,
    state: { initial: module.state.initial, apply: (state, fact) => foldFact(module, state, fact) },
    async plan({ cut, facts, state = foldModule(module, facts), nativeFrom = 1 }, context) {
      const { config, loaded } = splitConfig(module, context.config);
      const at = momentOf(module, { state, config, loaded, head: cut.seq, nativeFrom });
      return (await module.plan?.({ ...at, facts, cut }, { ...context, config })) ?? [];
    },
    ...(needsSetup && {
      createConfigStore: ({ llm, initial, readSecret }) =>
        createFormStore(
          configForm(
            module,
            (from, signal, { values }) =>
              load(module, from, { llm, signal, config: storedValues(module, values), readSecret }),
            llm,
          ),
          { ...(initial && appliedTo(module, initial.config)), ...(timer && { timer }) },
        ),
    }),
    dehydrate(recorded) {
      const { config } = splitConfig(module, recorded);
      const defaults = module.config.safeParse({}).data ?? {};
      // Whoever opens a link has their own secrets, and a link must not make them use one.
      const linked = Object.entries(Object(config)).filter(([key]) => !secretFieldsOf(module).includes(key));
      return seedOf(Object.fromEntries(linked), defaults);
    },
    hydrate: (seed, context) => hydrated(module, seed, context),
    ...((module.check || namesModels(module)) && {
      async checkConfig(recorded, context) {
        const { config } = splitConfig(module, recorded);
        const { signal } = context;
        const own = awaitModule(
          module,
          'check',
          async () => (await module.check?.(config, { signal })) ?? {},
        );
        return { ...(await missingModels(module, config, context)), ...(await own) };
      },
    }),
    // The loaded data contains no secret of the setup, whatever its fields are called, and names of secrets are not
    // secrets.
    withoutSecrets(recorded) {
      const { config, loaded } = splitConfig(module, recorded);
      const names = Object.entries(Object(config)).filter(
        ([key, value]) => secretFieldsOf(module).includes(key) && namesSecret(value),
      );
      const others = Object.entries(Object(config)).filter(([key]) => !secretFieldsOf(module).includes(key));
      const kept = { ...Object(withoutSecrets(Object.fromEntries(others))), ...Object.fromEntries(names) };
      return recordedConfig(module, kept, loaded);
    },
    summarizeApplied(recorded) {
      const { config, loaded } = splitConfig(module, recorded);
      return config === undefined ? '' : (module.summary?.(config, loaded) ?? '');
    },
  };
}

/** The initial values of a form for an applied config. */
function appliedTo(module: PlannerModule, recorded: unknown): FormStart {
  const { config, loaded } = splitConfig(module, recorded);
  const values = formValuesOf(module, Object(config));
  return { values: { ...values, ...derived(module, loaded, values) }, loaded };
}

/** The values of other fields derived from what was loaded. */
function derived(module: PlannerModule, loaded: unknown, values: FormValues): FormValues {
  if (loaded === undefined) return {};
  return module.load?.derive?.(loaded as never, { values, first: true }) ?? {};
}

/** The config of a seed. If what it names cannot be loaded, it is not ready: the setup form retries and says why. */
async function hydrated(
  module: PlannerModule,
  seed: unknown,
  { signal = new AbortController().signal, llm, readAttachment, readSecret }: HydrateContext = {},
): Promise<FullConfig> {
  const config = configFromSeed(module.config, seed, module.title);
  checkModels(module, config, llm);
  const from = module.load && config[module.load.field];
  if (typeof from !== 'string' || from === '')
    return { config, ready: module.load === undefined && !hasFieldErrors(module, config, undefined) };
  try {
    const loaded = await load(module, from, {
      signal,
      config,
      readSecret,
      ...(llm && { llm }),
      ...(readAttachment && { host: { readAttachment: (sha256) => readAttachment(sha256) } }),
    });
    const values = derived(module, loaded, formValuesOf(module, config));
    const full = { ...config, ...storedValues(module, values) };
    return {
      config: recordedConfig(module, full, loaded),
      ready: !hasFieldErrors(module, full, loaded),
    };
  } catch {
    signal.throwIfAborted();
    return { config, ready: false };
  }
}

/** Whether the setup form would show a field error. */
function hasFieldErrors(
  module: PlannerModule,
  config: Readonly<Record<string, unknown>>,
  loaded: unknown,
): boolean {
  const rules = module.fields?.({ values: formValuesOf(module, config), loaded }) ?? {};
  return Object.values(rules).some(({ visible = true, error }) => visible && error !== undefined);
}

/** Loads what a field names, with the secrets that the setup names. The result contains none of them. */
async function load(
  module: PlannerModule,
  from: string,
  {
    config,
    readSecret = noSecrets,
    ...services
  }: Partial<Omit<ModuleServices, 'config'>> & {
    readonly signal: AbortSignal;
    readonly config: unknown;
    readonly readSecret: ReadSecret | undefined;
  },
): Promise<unknown> {
  const secrets = new ModuleSecrets(module, readSecret);
  const revealed = { ...services, config: () => secrets.reveal(config) };
  return await secrets.concealed(async () => await module.load?.load(from, revealed));
}

/** Without a secret reader, a name stands for itself. */
const noSecrets: ReadSecret = (name) => name;
