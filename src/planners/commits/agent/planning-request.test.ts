import { describe, expect, test } from 'vitest';
import { PlanningError } from '../error.ts';
import { CommitMetric, CommitPlanningContext, PlanningAgentRequest } from './planning-request.ts';

describe('a commit', () => {
  test('with only its hash has placeholders for the rest', () => {
    const commit = new CommitPlanningContext({ commitHash: 'abc123' });
    expect(commit).toMatchObject({
      subject: 'Commit abc123',
      changeSummary: 'N/A',
      trajectory: [],
      keyFiles: [],
      highlights: [],
      metrics: [],
      evaluationSummary: undefined,
      cellIndex: undefined,
    });
  });

  test.each([
    ['  one \n two\t three ', 'one two three'],
    [' \n ', 'Commit abc'],
  ])('with the subject %j has the subject %j', (subject, expected) => {
    expect(new CommitPlanningContext({ commitHash: 'abc', subject }).subject).toBe(expected);
  });

  test('copies, trims and freezes its collections', () => {
    const keyFiles = [' a.ts ', '', 'b.ts'];
    const commit = new CommitPlanningContext({ commitHash: 'abc', keyFiles, cellIndex: 0, measures: [0.5] });
    keyFiles.push('c.ts');
    expect(commit.keyFiles).toEqual(['a.ts', 'b.ts']);
    expect(commit.cellIndex).toBe(0);
    expect([commit, commit.keyFiles, commit.metrics, commit.measures].every(Object.isFrozen)).toBe(true);
  });
});

test.each([true, false, undefined])('a metric keeps higherIsBetter as %s', (higherIsBetter) => {
  const metric = new CommitMetric({
    name: 'speed',
    value: 0,
    ...(higherIsBetter !== undefined && { higherIsBetter }),
  });
  expect(metric).toMatchObject({ higherIsBetter, unit: undefined, summary: undefined });
});

describe('a request', () => {
  test('is fully normalized', () => {
    const request = new PlanningAgentRequest({
      base: { commitHash: 'abc' },
      inspirations: [{ commitHash: 'def', subject: 'x' }],
      goal: ' Faster ',
      constraints: [' keep ', ''],
    });
    expect(request).toMatchObject({
      goal: 'Faster',
      constraints: ['keep'],
      acceptanceCriteria: [],
      coldStart: false,
      iterationHint: undefined,
    });
    expect(request.inspirations[0]).toBeInstanceOf(CommitPlanningContext);
    expect([request, request.constraints, request.inspirations].every(Object.isFrozen)).toBe(true);
  });

  test('round-trips through JSON', () => {
    const request = new PlanningAgentRequest({
      base: {
        commitHash: 'abc',
        metrics: [{ name: 'speed', value: 2, higherIsBetter: true }],
        measures: { size: 3 },
      },
      goal: 'Faster',
      earlierPlans: [{ summary: 'Cache', outcome: 'rejected', reason: 'too big' }],
      evidence: [{ source: 'bench', text: 'slow' }],
    });
    expect(PlanningAgentRequest.from(JSON.parse(JSON.stringify(request)))).toEqual(request);
  });

  test.each([
    [{}, 'base'],
    [{ base: {}, goal: 'x' }, 'base.commitHash'],
    [{ base: { commitHash: 'a' }, goal: ' ' }, 'goal'],
    [
      { base: { commitHash: 'a', metrics: [{ name: 'm', value: 'fast' }] }, goal: 'x' },
      'base.metrics.0.value',
    ],
  ])('%j is refused for the field %s', (fields, field) => {
    expect(() => PlanningAgentRequest.from(fields)).toThrow(PlanningError);
    expect(() => PlanningAgentRequest.from(fields)).toThrow(field);
  });
});
