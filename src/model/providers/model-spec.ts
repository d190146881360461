import { ModelError } from '../error.ts';
import { modelNames } from './model-names.ts';

/** The environment of a process, or anything of its shape. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The address of a model, and how to open it. */
export type ModelAddress =
  | { readonly type: 'offline' }
  | {
      readonly type: 'openai' | 'anthropic' | 'google';
      readonly id: string;
      readonly model: string;
      readonly key: string;
      readonly baseUrl: string;
      /** Whether that is the provider's own endpoint rather than a replacement. */
      readonly isOwn: boolean;
    }
  | {
      readonly type: 'compatible';
      readonly id: string;
      readonly model: string;
      readonly key?: string;
      readonly baseUrl: string;
    };

const KEYED = {
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    place: 'ANTHROPIC_BASE_URL',
    baseUrl: 'https://api.anthropic.com/v1',
    example: 'claude-sonnet-5-5',
  },
  google: {
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    place: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    example: 'gemini-3.5-flash',
  },
  openai: {
    key: 'OPENAI_API_KEY',
    place: 'OPENAI_BASE_URL',
    baseUrl: 'https://api.openai.com/v1',
    example: 'gpt-5.4-mini',
  },
} as const;

/** The default address of Ollama. */
const OLLAMA = 'http://localhost:11434';

/** The key for an endpoint named by its URL. Other keys are never sent there. */
const ENDPOINT_KEY = 'WAYFOLD_MODEL_KEY';

const FORMS =
  'offline, openai/MODEL, anthropic/MODEL, google/MODEL, ollama/MODEL, or a URL like http://localhost:8000/v1#MODEL';

/** Parses the name of a model, and finds its key and address in the environment. */
export function addressOf(spec: string, env: Environment): ModelAddress {
  const names = modelNames(env);
  const given = spec.trim();
  const name = names.get(given) ?? given;
  if (name === 'offline') return { type: 'offline' };
  if (/^https?:\/\//i.test(name)) return endpointAddress(name, env);
  const [, provider = '', model = ''] = /^([^/]*)\/(.+)$/s.exec(name) ?? [];
  switch (provider) {
    case 'openai':
    case 'anthropic':
    case 'google':
      return keyedAddress(provider, model, env);
    case 'ollama':
      return { type: 'compatible', id: `ollama/${model}`, model, baseUrl: ollamaUrl(env.OLLAMA_HOST) };
    default:
      throw unknown(
        `${JSON.stringify(shortened(spec))} is not a model.`,
        `Use ${names.size === 0 ? FORMS : `one of ${[...names.keys()].join(', ')}, or ${FORMS}`}.`,
      );
  }
}

function keyedAddress(provider: keyof typeof KEYED, model: string, env: Environment): ModelAddress {
  const { key: variable, place, baseUrl, example } = KEYED[provider];
  const key = env[variable]?.trim();
  if (!key) {
    throw new ModelError('model-key-missing', {
      summary:
        env[variable] === undefined
          ? `${variable} is not set, and ${provider} needs an API key.`
          : `${variable} is blank, and ${provider} needs an API key.`,
      fix: `Set ${variable}, or use another model, such as offline or ollama/llama3.2 (${provider}/${example} needs a key).`,
    });
  }
  refuseUnsendable(key, variable);
  const given = env[place]?.trim();
  const url = given ? normalUrl(given, new URL(baseUrl).pathname, place) : baseUrl;
  return { type: provider, id: `${provider}/${model}`, model, key, baseUrl: url, isOwn: url === baseUrl };
}

/** A key is sent in a header, which takes printable ASCII: line ends and ellipses are copying mistakes. */
function refuseUnsendable(key: string, variable: string): void {
  const at = key.search(/[^\x21-\x7e]/);
  if (at === -1) return;
  throw new ModelError('model-unauthorized', {
    summary: `${variable} is not a key: no provider uses its character ${at + 1}.`,
    fix: 'Copy the key again, without spaces, line breaks or quotation marks.',
  });
}

function endpointAddress(spec: string, env: Environment): ModelAddress {
  const hash = spec.indexOf('#');
  const model = hash === -1 ? '' : spec.slice(hash + 1);
  if (model === '') {
    throw unknown(
      'The URL does not name a model.',
      'Add # and the name, like http://localhost:8000/v1#llama3.2.',
    );
  }
  const baseUrl = normalUrl(spec.slice(0, hash), '', 'the name of the model');
  const key = env[ENDPOINT_KEY]?.trim();
  if (key) refuseUnsendable(key, ENDPOINT_KEY);
  return { type: 'compatible', id: `${baseUrl}#${model}`, model, baseUrl, ...(key ? { key } : {}) };
}

/** `OLLAMA_HOST` may be a URL, a host, a host with a port, or a listening address. */
function ollamaUrl(host: string | undefined): string {
  const given = host?.trim();
  if (!given) return `${OLLAMA}/v1`;
  const hasScheme = /^https?:\/\//i.test(given);
  const url = new URL(normalUrl(hasScheme ? given : `http://${given}`, '/v1', 'OLLAMA_HOST'));
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = 'localhost';
  if (url.port === '' && !hasScheme) url.port = '11434';
  return url.href;
}

/** Without a trailing slash; with `path` if the URL has none. A URL with a password would appear in messages. */
function normalUrl(text: string, path: string, place: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw unknown(
      `${JSON.stringify(shortened(text))} in ${place} is not an http or https URL.`,
      'Correct the URL.',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw unknown(
      `The URL of ${url.host} in ${place} has a user, a password or a query.`,
      `Leave them out; a key goes into ${ENDPOINT_KEY}.`,
    );
  }
  return `${url.origin}${url.pathname === '/' ? path : url.pathname.replace(/\/+$/, '')}`;
}

function unknown(summary: string, fix: string): ModelError {
  return new ModelError('model-unknown', { summary, fix });
}

/** The text up to the first character that could start a secret. */
function shortened(spec: string): string {
  const shown = spec.replace(/\/\/[^/@]*@/, '//…@');
  return shown.length > 80 ? `${shown.slice(0, 79)}…` : shown;
}
