import { withDeadline } from '../../../journal/deadline.ts';
import { EngineError } from '../error.ts';
import type { RestateAddress } from './address.ts';

/** The engine, and the address of the workers. */
export interface RegistrationOptions {
  readonly address: RestateAddress;
  readonly token?: string | undefined;
  /** Where the engine reaches the workers: one address for all of them. */
  readonly reachedAt: string;
  readonly signal: AbortSignal;
}

const ANSWER_TIMEOUT_MS = 10_000;
const MAX_ANSWER_LENGTH = 500;

/**
 * Registers the workers with an engine. It asks them what they can do, so they have to listen already. Any number
 * of workers with one address may do so, in any order; repeating it changes nothing.
 */
export async function register({ address, token, reachedAt, signal }: RegistrationOptions): Promise<void> {
  const ask = async (late: AbortSignal) => {
    const answer = await fetch(`${address.admin}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ uri: reachedAt, force: true }),
      signal: AbortSignal.any([signal, late]),
    });
    const { ok, status } = answer;
    return { ok, status, text: ok ? '' : (await answer.text().catch(() => '')).slice(0, MAX_ANSWER_LENGTH) };
  };
  const { ok, status, text } = await withDeadline(ANSWER_TIMEOUT_MS, noAnswer, ask).catch(
    (cause: unknown) => {
      throw unreachable(address, reasonOf(cause), cause);
    },
  );
  if (ok) return;
  // While it starts, or while another worker registers at the same moment.
  if (status >= 500 || status === 409 || status === 429) {
    throw unreachable(address, `status ${status}: ${text}`);
  }
  throw new EngineError('engine-refused', {
    summary: `Restate at ${address.admin} did not register the workers at ${reachedAt} (status ${status}): ${text}.`,
    fix: 'Check that the engine can reach the workers there (--reached-at), and that its token is right.',
  });
}

function noAnswer(): Error {
  return new Error(`no answer within ${ANSWER_TIMEOUT_MS / 1000} s`);
}

function unreachable({ admin }: RestateAddress, actual: string, cause?: unknown): EngineError {
  return new EngineError('engine-unreachable', {
    summary: `Restate does not answer at ${admin}: ${actual}.`,
    fix: 'Start it, or correct --engine. Its admin port is 9070 unless ?admin= says otherwise.',
    ...(cause !== undefined && { cause }),
  });
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause instanceof Error ? cause.cause : undefined;
  return inner && 'code' in inner ? String(inner.code) : cause.message;
}
