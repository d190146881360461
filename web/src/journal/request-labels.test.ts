import { expect, it } from 'vitest';
import { requestLabels } from './request-labels.tsx';

const request = (seq: number) => ({
  seq,
  ts: '2026-01-01T00:00:00.000Z',
  type: 'user_input',
  text: `At ${seq}`,
});
const scale = { width: 1000, head: 100 };

it('leaves out labels that there is no room for', () => {
  const labels = requestLabels([1, 3, 5, 50, 52, 99].map(request), { from: 1, to: 100 }, scale);
  expect(labels.map((label) => label.request.seq)).toEqual([1, 50]);
  expect(labels.every(({ room }) => room > 0)).toBe(true);
});

it('begins a part with the request that it is in the middle of', () => {
  const labels = requestLabels([1, 30, 180].map(request), { from: 101, to: 200 }, scale);
  expect(labels.map(({ request: { seq }, x }) => [seq, x === 0])).toEqual([
    [30, true],
    [180, false],
  ]);
});
