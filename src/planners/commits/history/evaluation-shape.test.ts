import { expect, test } from 'vitest';
import { readEvaluation } from './evaluation-shape.ts';

test.each([
  [{ ms: '12' }, ['ms', '"12"']],
  [{ ms: 12, kb: null }, ['kb', 'null']],
  [{ metrics: { ms: '12' } }, ['metrics.ms', '"12"']],
  [{ metrics: [{ name: 'ms', value: '12' }] }, ['metrics.0.value', '"12"']],
  [{ metrics: { ms: 1 }, odd: 'x' }, ['odd']],
  ['12', []],
])('%j is refused with the invalid part', (json, named) => {
  expect(() => readEvaluation(json, 'the output')).toThrow(
    expect.objectContaining({ code: 'metrics-unreadable' }),
  );
  for (const each of named)
    expect(() => readEvaluation(json, 'the output')).toThrow(
      expect.objectContaining({ summary: expect.stringContaining(each) }),
    );
});

test('numbers by name, a list and details are accepted', () => {
  const metrics = [{ name: 'ms', value: 12 }];
  for (const json of [{ ms: 12 }, metrics, { metrics: { ms: 12 } }, { metrics }])
    expect(readEvaluation(json, 'the output').metrics).toMatchObject(metrics);
  expect(readEvaluation({ objective: 3 }, 'the output').metrics).toMatchObject([{ name: 'objective' }]);
});
