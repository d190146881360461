import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../model/tokens.ts';
import type { Task } from '../state/planner-state.ts';
import { compactedSummary, givenSummary } from './compact-context.ts';

const finished = (id: number, result = 'some words about what was done'): Task => ({
  id,
  description: `task ${id}`,
  kind: 'Processing',
  attachments: [],
  status: 'Completed',
  result,
});
const lines = (...ids: readonly number[]) =>
  ids.map((id) => `#${id} task ${id}: some words about what was done`);
const tasks = (...ids: readonly number[]) => ids.map((id) => finished(id));

describe('a summary within its budget', () => {
  it('has every line, after the earlier ones', () => {
    expect(compactedSummary('', tasks(1, 2), 1000)).toBe(lines(1, 2).join('\n'));
    expect(compactedSummary(lines(1, 2).join('\n'), tasks(3), 1000)).toBe(lines(1, 2, 3).join('\n'));
    expect(compactedSummary('', [], 1000)).toBe('');
  });

  it('continues the count of omitted lines', () => {
    expect(compactedSummary(`[1 earlier line left out]\n${lines(2)[0]}`, tasks(3), 1000)).toBe(
      ['[1 earlier line left out]', ...lines(2, 3)].join('\n'),
    );
    expect(compactedSummary('[12 earlier lines left out]', tasks(13), 1000)).toBe(
      ['[12 earlier lines left out]', ...lines(13)].join('\n'),
    );
  });

  it('treats a similar line as text', () => {
    for (const line of ['x [2 earlier lines left out]', '[2 earlier lines left out] x']) {
      expect(compactedSummary(line, tasks(3), 1000)).toBe([line, ...lines(3)].join('\n'));
    }
  });

  it('is complete at exactly its size, and loses its oldest line below that', () => {
    const whole = lines(1, 2).join('\n');
    const size = countTokens(whole);
    expect(compactedSummary('', tasks(1, 2), size)).toBe(whole);
    expect(compactedSummary('', tasks(1, 2), size - 1)).toBe(
      ['[1 earlier line left out]', ...lines(2)].join('\n'),
    );
  });
});

describe('a summary over its budget', () => {
  it('is reduced to three quarters, so that the next line fits', () => {
    const many = Array.from({ length: 40 }, (_, at) => at + 1);
    const summary = compactedSummary('', tasks(...many), 200);
    const used = countTokens(summary);
    expect(used).toBeGreaterThan(120);
    expect(used).toBeLessThanOrEqual(165);
    const kept = summary.split('\n').slice(1);
    expect(kept).toEqual(lines(...many.slice(-kept.length)));
    expect(summary.split('\n')[0]).toBe(`[${40 - kept.length} earlier lines left out]`);
  });

  it('truncates its last line if that alone is too long', () => {
    const long = finished(2, 'one two three four five six seven eight nine ten '.repeat(10));
    const alone = compactedSummary('', [long], 20);
    expect(alone).toMatch(/^#2 task 2: one two .*…$/);
    expect(countTokens(alone)).toBeLessThanOrEqual(20);
    const after = compactedSummary('', [finished(1), long], 25);
    expect(after).toMatch(/^\[1 earlier line left out\]\n#2 task 2: one .*…$/);
    expect(countTokens(after)).toBeLessThanOrEqual(25);
  });

  it('has only the count if no line fits, and nothing if the count does not fit either', () => {
    const count = '[3 earlier lines left out]';
    const room = countTokens(count);
    expect(compactedSummary('', tasks(1, 2, 3), room)).toBe(count);
    expect(compactedSummary('', tasks(1, 2, 3), room - 1)).toBe('');
    expect(compactedSummary('', tasks(1, 2, 3), 0)).toBe('');
    expect(compactedSummary('[3 earlier lines left out]', [], 1)).toBe('');
  });
});

it('a summary from elsewhere is unchanged, or truncated with a mark', () => {
  expect(givenSummary('All went well.', 100)).toBe('All went well.');
  const cut = givenSummary('one two three four five six seven eight nine ten', 6);
  expect(cut).toMatch(/^one .* \[cut\]$/);
  expect(countTokens(cut)).toBeLessThanOrEqual(6);
});
