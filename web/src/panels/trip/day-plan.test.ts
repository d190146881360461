import { describe, expect, it } from 'vitest';
import type { Advisory } from '../../../../src/planners/trip/planner-state.ts';
import { dateText, dayPlanOf, legText, regionText } from './day-plan.ts';
import { issue, TRIP } from './trip-fixture.ts';

describe('the list of days', () => {
  it('tells the way to each stop once, from where one was before, through what is passed', () => {
    const { rows } = dayPlanOf(TRIP, [], []);
    expect(rows.map(({ leg }) => leg && `${leg.from} ${Math.round(leg.km / 100)}`)).toEqual([
      'LA 8',
      undefined,
      'Flagstaff 12',
      'Amarillo 19',
    ]);
    expect(rows.map(({ passed }) => passed.map(({ anchor }) => anchor.name))).toEqual([
      ['LA'],
      [],
      ['Tucumcari'],
      [],
    ]);
    expect(rows[0]?.passed[0]?.isStart).toBe(true);
  });

  it('shows every issue exactly once: at its day, at its stop, or above all', () => {
    const issues = [
      issue('ACTIVITY_DENSITY_LOW', { dayNumber: 2 }),
      issue('ANCHOR_INVALID', { anchorId: 'Amarillo' }),
      issue('ANCHOR_INVALID', { anchorId: 'Tucumcari' }),
      issue('DESTINATION_INVALID', { field: 'destination' }),
    ];
    const { rows, general } = dayPlanOf(TRIP, issues, []);
    expect(rows[1]?.issues).toEqual([issues[0]]);
    expect(rows[2]?.issues).toEqual([issues[1]]);
    expect(rows[2]?.passed[0]?.issues).toEqual([issues[2]]);
    expect(general).toEqual([issues[3]]);
  });

  it('has what there is to say about the whole trip above all', () => {
    const unclear: Advisory = {
      type: 'NOT_UNDERSTOOD',
      target: {},
      description: 'I did not understand "zigzag".',
    };
    const late: Advisory = { type: 'NAMESAKE', target: { dayNumber: 2 }, description: 'Another Flagstaff.' };
    const { rows, remarks } = dayPlanOf(TRIP, [], [unclear, late]);
    expect(remarks).toEqual([unclear]);
    expect(rows[1]?.advisories).toEqual([late]);
  });

  it('says how far a flight is, and leaves the time open where it may be driven or flown', () => {
    const [, flown] = dayPlanOf({ ...TRIP, mode: 'flight' }, [], []).rows.filter(({ leg }) => leg);
    expect(flown?.leg?.hours).toBeGreaterThan(1);
    const [mixed] = dayPlanOf({ ...TRIP, mode: 'mixed' }, [], []).rows;
    expect(mixed?.leg).toMatchObject({ mode: 'mixed', hours: undefined });
  });

  it.each([
    [{ km: 483.2, hours: 5.37 }, 'about 480 km · 5 h 20 min'],
    [{ km: 9900, hours: undefined }, 'about 9,900 km'],
    [{ km: 3, hours: 0.03 }, 'about 3 km'],
    [{ km: 90, hours: 1 }, 'about 90 km · 1 h'],
  ])('writes %j as %s', (leg, text) => {
    expect(legText(leg)).toBe(text);
  });

  it('writes dates in words, and what is none as it is', () => {
    expect(dateText('2027-06-01')).toBe('Tue, Jun 1');
    expect(dateText('some day')).toBe('some day');
  });
});

it('says where a stop is without codes that nobody knows', () => {
  expect(regionText({ admin1: 'ESYE42', country: 'GR' })).toBe('Greece');
  expect(regionText({ admin1: '13', country: 'JP' })).toBe('Japan');
  expect(regionText({ admin1: 'AZ', country: 'US' })).toBe('AZ');
  expect(regionText({})).toBe('');
});
