import { startDeadline } from '../journal/deadline.ts';
import { systemTimer, type Timer } from '../kernel/timer.ts';
import type { Llm, ModelCheck } from './llm.ts';
import { offlineModel } from './offline/offline-model.ts';
import type { OfflineSkill } from './offline/skill.ts';
import { aiSdkModel } from './providers/ai-sdk-model.ts';
import { addressOf, type Environment, type ModelAddress } from './providers/model-spec.ts';
import { DEFAULT_TIME_LIMITS, type TimeLimits } from './providers/time-limit.ts';
import { type ModelIdentity, tracedModel } from './traced-model.ts';
import { withRetries } from './with-retries.ts';

/** Options for opening a model. */
export interface ModelOptions extends Partial<TimeLimits> {
  /** The source of keys and URLs; default: the process's environment. */
  readonly env?: Environment;
  /** How often a request that failed temporarily is retried; default 2. */
  readonly retries?: number;
  /** Additional skills of the offline model. */
  readonly skills?: readonly OfflineSkill[];
  readonly timer?: Timer;
}

/**
 * Opens a model by its name: `offline`, `openai/…`, `anthropic/…`, `google/…`, `ollama/…`, or the URL of an
 * OpenAI-compatible endpoint with the model behind `#`. Nothing is loaded or sent before the first request. Throws a
 * `ModelError` for a name it does not know and for a missing key.
 */
export function openModel(spec: string, options: ModelOptions = {}): Llm {
  const { env = processEnvironment(), retries, skills = [] } = options;
  const address = addressOf(spec, env);
  const identity = identityOf(address);
  if (address.type === 'offline') return tracedModel(offlineModel({ skills }), identity);
  const { silenceMs = DEFAULT_TIME_LIMITS.silenceMs, answerMs = DEFAULT_TIME_LIMITS.answerMs } = options;
  const llm = aiSdkModel(address, { silenceMs, answerMs }, options.timer ?? { after: startDeadline });
  const timer = options.timer ?? systemTimer;
  const opened = tracedModel(
    withRetries(llm, { timer, ...(retries === undefined ? {} : { retries }) }),
    identity,
  );
  return address.type === 'compatible'
    ? { ...opened, check: (signal) => checkListed(address, signal) }
    : opened;
}

/** Whether an endpoint lists the model; sends the same key as with every request. */
async function checkListed(
  { id, baseUrl, model, key }: Extract<ModelAddress, { readonly type: 'compatible' }>,
  signal: AbortSignal | undefined,
): Promise<ModelCheck> {
  const { listedModels, listsModel } = await import('./providers/model-list.ts');
  const models = await listedModels(baseUrl, { ...(key && { key }), ...(signal && { signal }) });
  if (models === 'nobody') return { type: 'unchecked', reason: `Nothing answers at ${baseUrl}.` };
  if (models === 'somebody') return { type: 'unchecked', reason: `${baseUrl} does not list its models.` };
  if (listsModel(models, model)) return { type: 'known' };
  const fix = id.startsWith('ollama/')
    ? `Fetch it with \`ollama pull ${model}\`, or name another.`
    : 'Correct its name.';
  return { type: 'missing', problem: `${baseUrl} has no model ${JSON.stringify(model)}. ${fix}` };
}

/**
 * The model that `WAYFOLD_MODEL` names, or `undefined`. A key alone selects no model: it may be there for another
 * program.
 */
export function modelFromEnv(
  env: Environment = processEnvironment(),
  options: Omit<ModelOptions, 'env'> = {},
): Llm | undefined {
  const spec = env.WAYFOLD_MODEL?.trim();
  return spec ? openModel(spec, { ...options, env }) : undefined;
}

/** The provider's name in the GenAI conventions, if it has one. */
function identityOf(address: ModelAddress): ModelIdentity {
  switch (address.type) {
    case 'offline':
      return { provider: 'wayfold', model: 'offline' };
    case 'google':
      return { provider: 'gcp.gemini', model: address.model };
    case 'openai':
    case 'anthropic':
      return { provider: address.type, model: address.model };
    case 'compatible': {
      const provider = address.id.startsWith('ollama/') ? 'ollama' : 'openai_compatible';
      return { provider, model: address.model };
    }
    default:
      return address satisfies never;
  }
}

/** Browsers have no environment. */
function processEnvironment(): Environment {
  return globalThis.process?.env ?? {};
}
