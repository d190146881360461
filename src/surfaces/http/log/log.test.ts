import { expect, it } from 'vitest';
import { watchTelemetry } from '../../../../test/telemetry-fixture.ts';
import { JournalError } from '../../../journal/error.ts';
import { inSpan } from '../../../kernel/telemetry/spans.ts';
import { ModelError } from '../../../model/error.ts';
import { type LogOptions, openLog } from './log.ts';

function written(options: Partial<LogOptions> & { readonly isTTY?: boolean } = {}) {
  const lines: string[] = [];
  const { isTTY = false, ...rest } = options;
  const log = openLog({ stream: { write: (text) => lines.push(text), isTTY }, env: {}, ...rest });
  return { log, lines, fields: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}

it('writes JSON lines with the level by name and the time', () => {
  const { log, fields } = written();
  log.info('Request', { requestId: 'r1', session: undefined });
  expect(fields()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      pid: process.pid,
      requestId: 'r1',
      msg: 'Request',
    },
  ]);
});

it('writes short lines to a terminal, without escape sequences', () => {
  const { log, lines } = written({ isTTY: true });
  log.warn('Odd', { path: '/a\u001b[2J b', status: 404 });
  log.warn('Odd', { path: '/a\u202eb\u2066c\u2028', status: 404 });
  const plain = expect.stringMatching(
    /^\d\d:\d\d:\d\d warn Odd \(path="?[^\p{Cc}\p{Bidi_Control}\u2028]* status=404\)\n$/u,
  );
  expect(lines).toEqual([plain, plain]);
});

it('respects its level', () => {
  const { log, lines } = written({ level: 'error' });
  log.debug('a');
  log.info('b');
  log.warn('c');
  expect(lines).toEqual([]);
});

it('logs the code of an error, what was expected and the fix, but not the actual value', () => {
  const { log, fields } = written();
  log.failure(
    'Failed',
    new ModelError('model-refused', {
      expected: 'an answer',
      actual: 'the refusal "private"',
      fix: 'Rephrase.',
    }),
  );
  expect(fields()).toMatchObject([
    { level: 'error', code: 'model-refused', expected: 'an answer', fix: 'Rephrase.' },
  ]);
  expect(JSON.stringify(fields())).not.toContain('private');
});

it('logs store errors in full, because they are about the machine', () => {
  const { log, fields } = written();
  log.failure(
    'Failed',
    new JournalError('store-full', { expected: 'room', actual: 'ENOSPC', fix: 'Make room.' }),
  );
  expect(fields()).toMatchObject([{ code: 'store-full', actual: 'ENOSPC' }]);
});

it('logs the stack of an unexpected error, and its message only in debug mode', () => {
  const quoting = () => {
    try {
      return JSON.parse('a private text');
    } catch (error) {
      return error;
    }
  };
  const [quiet, debugging] = [written(), written({ debug: true })];
  quiet.log.failure('Failed', quoting());
  debugging.log.failure('Failed', quoting());
  expect(quiet.fields()).toMatchObject([
    { code: 'unexpected', error: 'SyntaxError', stack: expect.stringContaining('log.test.ts') },
  ]);
  expect(quiet.lines.join()).not.toContain('private');
  expect(debugging.lines.join()).toContain('private');
});

it('removes secrets by name and by value', () => {
  const env = {
    OPENAI_API_KEY: 'sk-very-secret-1',
    WAYFOLD_STORE: 'postgres://me:very-secret-2@db/x',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer very-secret-3',
    WAYFOLD_AGENT_AUTHORIZATION: 'Basic very-secret-4',
  };
  const { log, lines } = written({ env, debug: true });
  log.warn('Odd', { authorization: 'very-secret-5', cookie: 'very-secret-6', apiKey: 'very-secret-7' });
  log.failure('Failed', new Error('sk-very-secret-1 very-secret-2 very-secret-3 very-secret-4'));
  expect(lines.join()).not.toContain('very-secret');
  expect(lines).toHaveLength(2);
});

it('names the span, also of an error that left it', async () => {
  const telemetry = watchTelemetry();
  const { log, fields } = written();
  const error = new Error('no');

  await inSpan('request', { attributes: {} }, async () => log.info('inside'));
  await inSpan('pass', { attributes: {} }, () => Promise.reject(error)).catch(() => {});
  log.failure('later', error);
  log.info('outside');

  const [inside, later, outside] = fields();
  expect(inside?.trace_id).toBe(telemetry.span('request').spanContext().traceId);
  expect(later?.trace_id).toBe(telemetry.span('pass').spanContext().traceId);
  expect(outside).not.toHaveProperty('trace_id');
});
