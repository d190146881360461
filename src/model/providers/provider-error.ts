import { ModelError, type ModelErrorReport } from '../error.ts';

/** The model that failed, and the secrets to hide. */
export interface FailedModel {
  readonly id: string;
  readonly secrets: readonly string[];
}

/** What can be learned from an error of the AI SDK, whichever package threw it. */
interface Failure {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly body: string;
}

const NETWORK =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|UND_ERR_|socket|terminated|fetch failed|cannot connect|network|certificate/i;

type RetryAdvice = Pick<ModelErrorReport, 'retryable' | 'retryAfterMs'>;

/** Providers' messages for an account without credit, with varying statuses: 400, 402 or 429. */
const SPENT = /insufficient_quota|billing|credit balance/i;

/** Classifies an error of a provider or of the network. */
export function modelErrorFrom(error: unknown, model: FailedModel): ModelError {
  if (error instanceof ModelError) return error;
  const failure = failureOf(error);
  const message = redacted(failure.message, model.secrets);
  const report = (what: string, fix: string, more: RetryAdvice = {}): ModelErrorReport => ({
    summary: `${model.id} ${what}${failure.status === undefined ? '' : ` (status ${failure.status})`}: ${message}.`,
    fix,
    status: failure.status,
    ...more,
  });
  switch (kindOf(failure)) {
    case 'unauthorized':
      return new ModelError(
        'model-unauthorized',
        report('does not accept the API key', 'Check that the key is right and may use this model.'),
      );
    case 'unknown':
      return new ModelError(
        'model-unknown',
        report('does not exist', 'Check its name, and the URL if one is set.'),
      );
    case 'rate-limited': {
      const isSpent = failure.status === 402 || SPENT.test(`${failure.message} ${failure.body}`);
      return new ModelError(
        'model-rate-limited',
        report(
          'does not take the request',
          isSpent ? 'Check the plan and the billing of the account.' : waitAdvice(failure.retryAfterMs),
          { retryable: !isSpent, retryAfterMs: failure.retryAfterMs },
        ),
      );
    }
    case 'timeout':
      return new ModelError('model-timeout', report('did not answer in time', 'Try again later.'));
    case 'unreachable':
      return new ModelError(
        'model-unreachable',
        report('cannot be reached', 'Check the network, the URL, and that the server is running.'),
      );
    case 'failed': {
      const retryable = failure.status !== undefined && failure.status >= 500;
      return new ModelError(
        'model-failed',
        report(
          'failed',
          retryable
            ? 'The provider has a problem: try again later.'
            : 'Read what the provider says about the request.',
          { retryable, retryAfterMs: failure.retryAfterMs },
        ),
      );
    }
  }
}

function waitAdvice(ms: number | undefined): string {
  return ms === undefined ? 'Wait, and try again.' : `Wait ${Math.ceil(ms / 1000)} s, and try again.`;
}

function kindOf({ name, message, status }: Failure) {
  if (name === 'AI_LoadAPIKeyError') return 'unauthorized';
  if (name === 'AI_NoSuchModelError') return 'unknown';
  switch (status) {
    case 401:
    case 403:
      return 'unauthorized';
    case 402:
      return 'rate-limited';
    case 404:
      return 'unknown';
    case 408:
    case 504:
      return 'timeout';
    case 429:
      return 'rate-limited';
    case undefined:
      return NETWORK.test(message) ? 'unreachable' : 'failed';
    default:
      if (status !== 400) return 'failed';
      // Google returns 400 where others return 401, and Anthropic where others return 402.
      if (/api key/i.test(message)) return 'unauthorized';
      return SPENT.test(message) ? 'rate-limited' : 'failed';
  }
}

function failureOf(error: unknown): Failure {
  const chain = causes(error);
  const first = <Value>(read: (each: object) => Value | undefined): Value | undefined =>
    chain.map(read).find((value) => value !== undefined);
  const text = (name: string) => first((each) => textIn(each, name));
  const status = first(failedStatus) ?? first((each) => statusOfType(textIn(each, 'type')));
  const retryAfterMs = first((each) => waitIn(Reflect.get(each, 'responseHeaders')));
  const message = text('message') ?? (typeof error === 'string' ? error : 'an error without a message');
  const code = text('code');
  return {
    name: text('name') ?? '',
    message: code === undefined || message.includes(code) ? message : `${message} (${code})`,
    body: text('responseBody') ?? '',
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** A stream that breaks keeps the status 200 it started with. */
function failedStatus(error: object): number | undefined {
  const status: unknown = Reflect.get(error, 'statusCode');
  return typeof status === 'number' && status >= 400 ? status : undefined;
}

/** An error and its causes, including those that a retry or a stream wrapped. */
function causes(error: unknown): object[] {
  const found: object[] = [];
  for (let each = error; typeof each === 'object' && each !== null && found.length < 8; ) {
    found.push(each);
    each = 'cause' in each && each.cause ? each.cause : 'error' in each ? each.error : undefined;
  }
  return found;
}

/** Errors inside a stream have a type instead of a status. */
function statusOfType(type: string | undefined): number | undefined {
  switch (type) {
    case 'overloaded_error':
      return 529;
    case 'api_error':
    case 'server_error':
      return 500;
    case 'rate_limit_error':
      return 429;
    case 'authentication_error':
    case 'permission_error':
      return 401;
    case 'not_found_error':
      return 404;
    case 'invalid_request_error':
      return 400;
    default:
      return undefined;
  }
}

function waitIn(headers: unknown): number | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const ms = Number(byName.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const after = byName.get('retry-after');
  if (after === undefined) return undefined;
  const wait = /^\d/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, Math.round(wait)) : undefined;
}

function textIn(value: object, name: string): string | undefined {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

const MAX_MESSAGE_LENGTH = 500;

/** Providers repeat the key they were sent, completely or in part. */
function redacted(message: string, secrets: readonly string[]): string {
  const bare = secrets
    .filter((secret) => secret.length > 3)
    .reduce((text, secret) => text.replaceAll(secret, '[key]'), message)
    .replace(
      /\b(?:sk|pk|rk|gsk|xai|key)-[\w*.-]{4,}|\bAIza[\w-]{8,}|(?<=\bBearer )\S+|(?<![\w-])[\w-]*\*{3,}[\w-]*/g,
      '[key]',
    )
    .trim()
    // The sentence that it becomes part of has its own full stop.
    .replace(/(?<!\.)\.$/, '');
  return bare.length > MAX_MESSAGE_LENGTH ? `${bare.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : bare;
}
