import { describe, expect, it } from 'vitest';
import { brokenStop, outlineOption } from './option-outline.ts';
import { issue, TRIP } from './trip-fixture.ts';

describe('an option', () => {
  it('says what changes and how much stays', () => {
    const place = { name: 'Kingman', admin1: 'AZ', lat: 35.19, lng: -114.05 };
    const { changes, stays } = outlineOption(TRIP, {
      op: 'REPLACE_ANCHOR',
      payload: { anchorId: 'Flagstaff', place },
    });
    expect(changes).toBe('Stop 2 is in Kingman, AZ, 218 km from where it is now');
    expect(stays).toBe('4 of 5 stops untouched');
  });

  it('counts the days that go with a stop, and no stop as untouched that comes to other days', () => {
    const { changes, stays, after } = outlineOption(TRIP, {
      op: 'REMOVE_ANCHOR',
      payload: { anchorId: 'Flagstaff' },
    });
    expect(changes).toBe('Flagstaff is removed with 2 days; 2 days remain');
    expect(after.days).toHaveLength(2);
    expect(stays).toBe('2 of 5 stops untouched, 2 on other days');
  });

  it('touches nothing when everything is kept as it is', () => {
    const keep = { op: 'UPDATE_ANCHOR', payload: { anchorId: 'Flagstaff', set: {} } } as const;
    expect(outlineOption(TRIP, keep)).toMatchObject({ stays: 'All 5 stops untouched', after: TRIP });
  });

  it('belongs to the stop whose issue it mends', () => {
    const issues = [
      issue('ROUTE_NON_MONOTONIC', { dayNumber: 3 }),
      issue('ANCHOR_INVALID', { anchorId: 'LA' }),
    ];
    const action = (id: string) => ({
      type: 'SUGGEST_REPAIR' as const,
      reason: '',
      options: [
        { id, label: '', mutation: { op: 'REMOVE_ANCHOR' as const, payload: { anchorId: 'Chicago' } } },
      ],
    });
    expect(brokenStop(action('ANCHOR_INVALID:LA/keep'), issues, TRIP)).toBe('LA');
    expect(brokenStop(action('ROUTE_NON_MONOTONIC:3/keep'), issues, TRIP)).toBe('Amarillo');
    expect(brokenStop({ type: 'CONTINUE_PLAN' }, issues, TRIP)).toBeUndefined();
  });
});
