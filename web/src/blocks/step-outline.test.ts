import { expect, it } from 'vitest';
import type { StepItem, StepStatus } from '../../../src/harness/module/view-block.ts';
import { keyed } from './keyed.ts';
import { progressShare } from './progress-share.ts';
import { hasDependencies, progressText, stepProgress, stepTitles } from './step-outline.ts';

const step = (id: string, status: StepStatus, children?: readonly StepItem[]): StepItem => ({
  id,
  title: `Step ${id}`,
  status,
  children,
});

it('counts steps with steps of their own by those', () => {
  const items = [
    step('1', 'running', [step('1a', 'done'), step('1b', 'failed')]),
    step('2', 'simulated'),
    step('3', 'cancelled'),
    step('4', 'pending', []),
  ];
  expect(stepProgress(items)).toEqual({ total: 5, done: 1, simulated: 1, failed: 1, cancelled: 1 });
  expect(stepTitles(items).get('1b')).toBe('Step 1b');
});

it('says how far steps are', () => {
  expect(progressText({ total: 5, done: 2, simulated: 1, failed: 1, cancelled: 0 })).toBe(
    '2 of 5 done, 1 simulated, 1 failed',
  );
  expect(progressText({ total: 3, done: 3, simulated: 0, failed: 0, cancelled: 0 })).toBe('All 3 done');
});

it('knows whether a step depends on one that is there', () => {
  const needing = (...dependsOn: readonly string[]) => [
    step('1', 'pending'),
    { ...step('2', 'pending'), dependsOn },
  ];
  expect(hasDependencies(needing('1'))).toBe(true);
  expect(hasDependencies(needing('2', '9'))).toBe(false);
  expect(hasDependencies([step('0', 'pending', needing('1'))])).toBe(true);
});

it('gives items with the same id different keys', () => {
  expect(keyed(['a', 'b', 'a'], (id) => id).map(({ key }) => key)).toEqual(['a', 'b', 'a (2)']);
});

it('keeps a share within its bar, and knows when nobody knows it', () => {
  expect(progressShare(5, 10)).toBe(0.5);
  expect(progressShare(12, 10)).toBe(1);
  expect(progressShare(-1, 10)).toBe(0);
  expect(progressShare(5, undefined)).toBeUndefined();
  expect(progressShare(5, 0)).toBeUndefined();
});
