import { expect, test } from 'vitest';
import { interruptedWork } from './interrupted-work.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');

const claim = (worker: string, at: number, until: number, given: object = {}) => ({
  seq: 10 + at,
  id: `c${at}`,
  v: 1,
  ts: new Date(START + at * 1000).toISOString(),
  type: 'claimed',
  work: 'commits.measure',
  target: 7,
  worker,
  until: new Date(START + until * 1000).toISOString(),
  ...given,
});

const cutOff = (facts: readonly ReturnType<typeof claim>[]) =>
  interruptedWork(facts, { work: 'commits.measure', target: 7 });

test('work is not interrupted while one worker holds the claim', () => {
  expect(cutOff([])).toBeUndefined();
  expect(cutOff([claim('a', 0, 30), claim('a', 10, 40)])).toBeUndefined();
  expect(cutOff([claim('b', 0, 30, { target: 8 }), claim('a', 10, 40)])).toBeUndefined();
});

test('a stopped worker counts until it released its claim', () => {
  const facts = [claim('a', 0, 30), claim('a', 10, 40), claim('a', 12, 12), claim('b', 100, 130)];
  expect(cutOff(facts)).toEqual({ end: 'stop', seconds: 12 });
});

test('a crashed worker counts until its claim had to be renewed, and at most until the next claim', () => {
  expect(cutOff([claim('a', 0, 30), claim('a', 10, 40), claim('b', 100, 130)])).toEqual({
    end: 'crash',
    seconds: 20,
  });
  expect(cutOff([claim('a', 0, 30), claim('b', 4, 34)])).toEqual({ end: 'crash', seconds: 4 });
});

test('several interruptions are added up', () => {
  const facts = [claim('a', 0, 30), claim('b', 4, 34), claim('b', 9, 9), claim('c', 50, 80)];
  expect(cutOff(facts)).toEqual({ end: 'stop', seconds: 9 });
});
