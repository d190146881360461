import { createHmac } from 'node:crypto';
import { ServerError } from '../error.ts';

/** The address of a webhook, and the secret that authenticates requests to it. */
export interface WebhookAddress {
  readonly url: string;
  /** The secret that signs every request, if any. */
  readonly secret?: string | undefined;
}

/** The message to post. */
export interface WebhookMessage {
  readonly body: string;
  /** The same on every attempt, so that the receiver can detect duplicates. */
  readonly idempotencyKey: string;
  readonly now: number;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 15_000;

/** `t=…,v1=…`: the time in seconds, and the HMAC-SHA256 of that time, a dot and the body. */
function signatureOf(
  body: string,
  { secret, now }: { readonly secret: string; readonly now: number },
): string {
  const seconds = Math.floor(now / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** Posts a message once. Any response but a success is an error, and redirects are not followed. */
export async function postWebhook({ url, secret }: WebhookAddress, message: WebhookMessage): Promise<void> {
  const { body, idempotencyKey, now } = message;
  const signal = AbortSignal.any([message.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let status: number;
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'wayfold',
        'Idempotency-Key': idempotencyKey,
        ...(secret && { 'Wayfold-Signature': signatureOf(body, { secret, now }) }),
      },
    });
    ({ status } = response);
    await response.body?.cancel();
  } catch (cause) {
    message.signal.throwIfAborted();
    throw undelivered(url, cause instanceof Error ? reasonOf(cause) : 'it does not answer', cause);
  }
  if (status < 200 || status > 299) throw undelivered(url, `status ${status}`);
}

function undelivered(url: string, actual: string, cause?: unknown): ServerError {
  return new ServerError('webhook-failed', {
    // The path of such an address is often a secret.
    summary: `The webhook at ${new URL(url).origin} did not accept the request: ${actual}.`,
    fix: 'It must answer with a status from 200 to 299. Wayfold retries with growing delays while the item waits. Check webhook.url in the configuration.',
    cause,
  });
}

function reasonOf({ name, cause }: Error): string {
  if (name === 'TimeoutError') return `no answer in ${TIMEOUT_MS / 1000} s`;
  return cause instanceof Error && 'code' in cause ? `no connection (${cause.code})` : 'no connection';
}
