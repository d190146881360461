import { expect, test } from 'vitest';
import { anchor, day, tripOf } from '../../../../test/trip-fixture.ts';
import { evaluatePlannerState } from '../evaluate.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import type { TravelMeans } from '../requirements/constraints.ts';

const [SARRIA, PORTOMARIN] = [
  [42.78, -7.41],
  [42.81, -7.62],
] as const;

function issuesWith(by: TravelMeans, north: number): readonly string[] {
  const castle = {
    id: 'castle',
    title: 'A castle',
    kind: 'HISTORIC',
    place: { name: 'A castle', lat: 42.8 + north / 111, lng: -7.6 },
  };
  const [first, last] = [day(1, 'a'), day(2, 'b')];
  const trip = tripOf([anchor('a', 'Sarria', SARRIA), anchor('b', 'Portomarín', PORTOMARIN, { by })], {
    days: [first, { ...last, activities: [...last.activities, castle] }],
  });
  return evaluatePlannerState(EMPTY_STATE, trip).map(({ type }) => type);
}

test.each([
  ['foot', 12, false],
  ['foot', 40, true],
  ['bike', 40, false],
  ['bike', 90, true],
  ['car', 90, false],
  ['car', 200, true],
] as const)('an activity is out of reach %s', (by, km, isIssue) => {
  expect(issuesWith(by, km).includes('ACTIVITY_MISPLACED')).toBe(isIssue);
});
