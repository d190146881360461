import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { anchor, tripOf } from '../../../../test/trip-fixture.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { exportTrip } from './export-trip.ts';

function named(name: string, lat = 48.85): Itinerary {
  return tripOf([anchor('a', name, [lat, 2.35]), anchor('b', 'Lyon', [45.75, 4.85])]);
}

const startDate = '2026-12-31';

describe('a calendar', () => {
  const name = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('京都市', '🎌', 'é', ';', ',', '\\', '\n', ' '),
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join(''));

  it('folds lines at 75 bytes without splitting a character', () => {
    fc.assert(
      fc.property(name, (text) => {
        const calendar = exportTrip(named(text), 'ics', { startDate });
        expect(calendar.isWellFormed()).toBe(true);
        for (const line of calendar.split('\r\n')) {
          expect(line.isWellFormed()).toBe(true);
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps long names in every script whole', () => {
    const text = `${'京都市'.repeat(30)} ${'🎌'.repeat(40)}; a, b \\ c`;
    const calendar = new ICAL.Component(ICAL.parse(exportTrip(named(text), 'ics', { startDate })));
    const [first] = calendar.getAllSubcomponents('vevent');
    expect(first?.getFirstPropertyValue('summary')).toBe(`Day 1: ${text}`);
  });

  it('has all-day events that end on the next day, also at the end of a year', () => {
    const calendar = exportTrip(named('Paris'), 'ics', { startDate });
    expect(calendar).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
  });

  it('escapes ids and names', () => {
    const hostile = { ...named('x\r\nEND:VEVENT\r\nBEGIN:VALARM\u0000'), id: 'a;b,c\r\nBEGIN:VALARM' };
    const calendar = exportTrip(hostile, 'ics', { startDate });
    expect(calendar.split('\r\n').filter((line) => line.startsWith('BEGIN:'))).toEqual([
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'BEGIN:VEVENT',
    ]);
    expect(calendar).not.toContain('\u0000');
  });
});

describe('GPX', () => {
  it('writes coordinates without an exponent', () => {
    expect(exportTrip(named('Equator', 1e-7), 'gpx')).toContain('lat="0.000000100"');
  });
});

describe('Markdown', () => {
  it.each([
    ['1. first', '1\\. first'],
    ['- dash', '\\- dash'],
    ['Fish &amp; chips', 'Fish \\&amp; chips'],
    ['~~gone~~', '\\~\\~gone\\~\\~'],
  ])('shows %j unchanged', (name, shown) => {
    expect(exportTrip(named(name), 'md')).toContain(`## Day 1: ${shown}`);
  });
});
