import { expect, it } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');

function datesOf(text: string) {
  const { requirements } = understand(text, {
    state: EMPTY_STATE,
    itinerary: null,
    places: embeddedPlaces,
    today,
  });
  const { startDate, endDate, days, destination } = requirements;
  return { to: destination?.name, startDate, ...(endDate ? { endDate } : { days }) };
}

it.each([
  ['Porto über Himmelfahrt, Do bis So', 'Porto', '2027-05-06', '2027-05-09'],
  ['Leipzig an Fronleichnam, Mi-So', 'Leipzig', '2027-05-26', '2027-05-30'],
  ["Pont de l'Ascension, du jeudi au dimanche, à Nantes", 'Nantes', '2027-05-06', '2027-05-09'],
  ['Sevilla, Semana Santa de jueves a domingo', 'Sevilla', '2027-03-25', '2027-03-28'],
  ['Rome, Whitsun, Friday to Tuesday', 'Rome', '2027-05-14', '2027-05-18'],
  ['Nashville Labor Day, Fri to Mon', 'Nashville', '2027-09-03', '2027-09-06'],
])('reads a holiday with the days around it: %s', (text, to, startDate, endDate) => {
  expect(datesOf(text)).toEqual({ to, startDate, endDate });
});

it.each([
  ['Chicago over Memorial Day weekend', 'Chicago', '2027-05-29', 3],
  ["Pont de l'Ascension à Nantes", 'Nantes', '2027-05-06', 4],
  ['Lyon le week-end de Pâques', 'Lyon', '2027-03-26', 3],
  ['New Orleans for Mardi Gras, 5 days', 'New Orleans', '2027-02-09', 5],
  ['Wandern im Harz, 4 Tage, Start am Pfingstmontag, Goslar', 'Goslar', '2027-05-17', 4],
  ['Praga en el puente del Pilar, 4 noches', 'Praga', '2027-10-12', 5],
  ['Bilbao, 5 days 2nd weekend of march or so', 'Bilbao', '2027-03-13', 5],
  ['Dublin, 3 days from St Patrick’s Day', 'Dublin', '2027-03-17', 3],
])('reads a holiday and a length: %s', (text, to, startDate, days) => {
  expect(datesOf(text)).toEqual({ to, startDate, days });
});

it('starts when one flies, not when the wedding is', () => {
  const text = "Maldives 7 nights, then 3 nights in Dubai. The wedding is on 12 June, we'd fly on the 14th";
  expect(datesOf(text)).toMatchObject({ startDate: '2027-06-14' });
});
