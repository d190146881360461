import { describe, expect, it } from 'vitest';
import { fileScores, percent, totalScore } from './score.ts';

const mutants = (...statuses: string[]) => ({ mutants: statuses.map((status) => ({ status })) });

describe('the mutation score', () => {
  it('counts untested code as unnoticed, but not code that cannot run', () => {
    const scores = fileScores({
      files: {
        'a.ts': mutants('Killed', 'Timeout', 'Survived', 'NoCoverage'),
        'b.ts': mutants('Killed', 'Ignored', 'CompileError', 'RuntimeError'),
      },
    });
    expect([...scores]).toEqual([
      ['a.ts', { killed: 2, survived: 2 }],
      ['b.ts', { killed: 1, survived: 0 }],
    ]);
    expect(totalScore(scores.values())).toEqual({ killed: 3, survived: 2 });
    expect(percent(totalScore(scores.values()))).toBe(60);
  });

  it('is 100 % if there is nothing to change', () => {
    expect(percent(totalScore([]))).toBe(100);
  });
});
