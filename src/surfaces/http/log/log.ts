import { isSpanContextValid, type SpanContext, trace } from '@opentelemetry/api';
import pino from 'pino';
import { isSecretName } from '../../../harness/setup/secret-names.ts';
import { type Redact, redactionOf } from '../../../kernel/secret-redaction.ts';
import { spanOf } from '../../../kernel/telemetry/spans.ts';
import { errorFields, type LogFields } from './log-fields.ts';
import { terminalLine } from './log-line.ts';

/** The values of `WAYFOLD_LOG`, the most verbose first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

type LogLevel = (typeof LOG_LEVELS)[number];

/** The log of a server. A message is a constant sentence; variable parts are in the fields. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Logs an internal failure, with only those parts of the error that cannot contain text people wrote. */
  failure(message: string, error: unknown, fields?: LogFields): void;
}

export interface LogOptions {
  readonly level?: LogLevel;
  /** The output. On a terminal, lines are short and readable, elsewhere JSON. */
  readonly stream: { write(text: string): unknown; readonly isTTY?: boolean | undefined };
  /** The environment; its secrets are removed from every line. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether errors are logged with message and stack, whatever they contain. */
  readonly debug?: boolean;
}

/** Opens a log. */
export function openLog({ level = 'info', stream, env, debug = false }: LogOptions): Log {
  const redact = redactionOf(env, headerSecrets(env));
  const write = (line: string) => stream.write(stream.isTTY ? terminalLine(line) : line);
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => cleaned(fields, redact) },
    },
    { write },
  );
  const active = () => spanFields(trace.getActiveSpan()?.spanContext());
  return {
    debug: (message, fields) => logger.debug({ ...fields, ...active() }, message),
    info: (message, fields) => logger.info({ ...fields, ...active() }, message),
    warn: (message, fields) => logger.warn({ ...fields, ...active() }, message),
    failure: (message, error, fields) => {
      const span = spanFields(spanOf(error)) ?? active();
      logger.error({ ...fields, ...errorFields(error, { debug }), ...span }, message);
    },
  };
}

/** The names of OpenTelemetry's log data model; undefined without tracing. */
function spanFields(span: SpanContext | undefined): LogFields | undefined {
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  return { trace_id: span.traceId, span_id: span.spanId };
}

/** A last safeguard: removes fields named like secrets, and the values of secrets in the environment. */
function cleaned(fields: Readonly<Record<string, unknown>>, redact: Redact): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name, value]) => value !== undefined && !isSecretName(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  );
}

/** Variables that contain whole headers: the secret follows the name or the scheme. */
function headerSecrets(env: LogOptions['env']): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(env)) {
    if (!/HEADERS?$|AUTHORIZATION$/i.test(name)) continue;
    for (const [at, word] of value.split(/[\s,=]+/).entries()) secrets[`${name}_${at}_SECRET`] = word;
  }
  return secrets;
}
