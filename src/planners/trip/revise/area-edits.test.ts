import { describe, expect, it, test } from 'vitest';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { plannerTurn } from '../turn/turn.ts';

/** A trip that was asked for, after what was said about it. */
function tripAfter(request: string, ...words: readonly string[]) {
  let { state } = plannerTurn({ text: request }, {}, null);
  let itinerary: Itinerary | null = generateItinerary(buildPlannerRequest(state));
  let asks = false;
  for (const text of words) {
    const turn = plannerTurn({ text }, state, itinerary);
    ({ state, itinerary } = turn);
    asks = turn.action.type === 'ASK_USER' || turn.action.type === 'SUGGEST_REPAIR';
  }
  if (itinerary === null) throw new RangeError('the trip is gone');
  return { itinerary, state, asks };
}

const daysIn = ({ anchors, days }: Itinerary, area: string) =>
  days.filter(({ anchorId }) => anchors.find(({ id }) => id === anchorId)?.area === area).length;

const names = ({ anchors }: Itinerary) => anchors.map(({ name }) => name);

const SPAIN = 'Spain 2 weeks: Barcelona, Andalusia 6 nights, Madrid';
const ITALY = 'Italy 2 weeks: Tuscany and the Amalfi coast';

describe('an area of several stops', () => {
  test.each(['skip Tuscany', 'drop Tuscany', 'leave out Tuscany'])('goes as a whole: %s', (words) => {
    const { itinerary, asks } = tripAfter(ITALY, words);
    expect(names(itinerary)).toEqual(['Amalfi Coast']);
    expect(itinerary.days).toHaveLength(14);
    expect(asks).toBe(false);
  });

  it('can be extended and shortened as a whole', () => {
    const before = daysIn(tripAfter(ITALY).itinerary, 'Tuscany');
    expect(daysIn(tripAfter(ITALY, '2 more nights in Tuscany').itinerary, 'Tuscany')).toBe(before + 2);
    expect(daysIn(tripAfter(SPAIN, '4 nights in Andalusia').itinerary, 'Andalusia')).toBe(4);
    expect(daysIn(tripAfter(SPAIN, 'Andalusia only 1 night').itinerary, 'Andalusia')).toBe(1);
  });

  it('keeps its requested days when the trip becomes shorter', () => {
    const { itinerary, asks } = tripAfter(SPAIN, 'make it 12 days');
    expect(itinerary.days).toHaveLength(12);
    expect(daysIn(itinerary, 'Andalusia')).toBe(6);
    expect(asks).toBe(false);
  });

  it('is replaced as a whole, by a town or another area', () => {
    const town = tripAfter(SPAIN, 'Valencia instead of Andalusia').itinerary;
    expect(names(town)).toEqual(['Barcelona', 'Valencia', 'Madrid']);
    expect(town.days).toHaveLength(14);
    const area = tripAfter(SPAIN, 'replace Andalusia with Galicia').itinerary;
    expect(daysIn(area, 'Andalusia')).toBe(0);
    expect(daysIn(area, 'Galicia')).toBe(6);
  });

  it('is added with its best towns', () => {
    const { itinerary } = tripAfter('Rome 4 nights, Venice 3 nights', 'add Tuscany for 5 nights after Rome');
    expect(daysIn(itinerary, 'Tuscany')).toBe(5);
    expect(names(itinerary)).toContain('Florence');
    expect([names(itinerary)[0], names(itinerary).at(-1)]).toEqual(['Rome', 'Venice']);
  });

  it('gives up the days of a town that is removed', () => {
    const { itinerary, asks } = tripAfter(SPAIN, 'skip Seville');
    expect(names(itinerary)).not.toContain('Seville');
    expect(asks).toBe(false);
  });
});
