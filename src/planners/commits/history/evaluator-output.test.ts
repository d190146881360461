import { expect, test } from 'vitest';
import { evaluationInOutput } from './evaluator-output.ts';

const metricsIn = async (...lines: readonly string[]) =>
  (await evaluationInOutput(lines.join('\n')))?.metrics.map(({ name, value }) => [name, value]);

test('the last object counts, between other text and on several lines', async () => {
  expect(await metricsIn('{"ms": 1}', 'took {a bit}', '{', '  "ms": 2', '}', 'done')).toEqual([['ms', 2]]);
});

test('log lines are skipped with their content', async () => {
  const pino = '{"level":30,"time":1,"err":{"code":7},"msg":"done"}';
  expect(await metricsIn('{"ms": 2}', pino, '{"level":"info","message":"done"}')).toEqual([['ms', 2]]);
});

test('metrics may be a list, or one by one', async () => {
  const expected = [
    ['ms', 2],
    ['kb', 3],
  ];
  expect(await metricsIn('[{"name":"ms","value":2},{"name":"kb","value":3,"unit":"kB"}]')).toEqual(expected);
  expect(await metricsIn('{"name":"ms","value":2}', '{"name":"kb","value":3}')).toEqual(expected);
});

test('a value that is not a number is reported, and no earlier value replaces it', async () => {
  for (const value of ['NaN', '-Infinity', '"12"', 'null', '{"x": 1}'])
    await expect(metricsIn('{"ms": 1}', `{"ms": ${value}}`)).rejects.toMatchObject({
      code: 'metrics-unreadable',
      summary: expect.stringContaining('ms'),
    });
  await expect(metricsIn('{', '  "ms": NaN', '}')).rejects.toMatchObject({ code: 'metrics-unreadable' });
});

test('an invalid object that only resembles a log line is reported', async () => {
  await expect(metricsIn('{"ms": 1, "message": "ok"}')).rejects.toMatchObject({
    summary: expect.stringContaining('message'),
  });
  expect(await metricsIn('fine')).toBeUndefined();
});
