import { isWayfoldError } from '../../../journal/error.ts';
import { errorTypeOf } from '../../../kernel/telemetry/spans.ts';

/** The structured fields of a log line. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

const MAX_STACK_LENGTH = 4000;

/**
 * The loggable fields of an error. The actual value, and the message of an unexpected error, may quote a person or a
 * model, so they are logged only for system errors or with `debug`.
 */
export function errorFields(error: unknown, { debug }: { readonly debug: boolean }): LogFields {
  const stack = error instanceof Error ? stackOf(error, debug) : undefined;
  if (isWayfoldError(error)) {
    const { code, expected, actual, fix } = error;
    const tells = debug || code.startsWith('store-');
    return { code, expected, ...(tells && { actual }), fix, ...(debug && { stack }) };
  }
  const tells = debug || isSystemError(error);
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', error: errorTypeOf(error), ...(tells && { message }), stack };
}

/** Errors of the operating system name a system call and a path. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'errno' in error;
}

/** The stack frames, without the message in front of them. */
function stackOf({ stack = '' }: Error, whole: boolean): string {
  const frames = whole
    ? stack
    : stack
        .split('\n')
        .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
        .join('\n');
  return frames.slice(0, MAX_STACK_LENGTH);
}
