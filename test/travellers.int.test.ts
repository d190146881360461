import { describe, expect, it } from 'vitest';
import { type TravellerTotals, totalsOf } from '../bench/trip/travellers.ts';

/** What was reached with the open half: less is a step back. The goals are in the benchmark. Where more is reached, raise these. */
const REACHED: TravellerTotals = {
  requests: 1331,
  fields: 6769,
  fieldsRight: 6340,
  wholeRight: 1040,
  acceptable: 1207,
  silentRequests: 12,
  edits: 1172,
  editsRight: 1055,
  silentEdits: 0,
};

describe('requests of travellers', () => {
  it('become the intended trip as often as before', { timeout: 600_000 }, async () => {
    const { silentRequests, silentEdits, ...right } = await totalsOf('open');
    for (const field of ['fieldsRight', 'wholeRight', 'acceptable', 'editsRight'] as const)
      expect(right[field], field).toBeGreaterThanOrEqual(REACHED[field]);
    expect(right).toMatchObject({ requests: REACHED.requests, fields: REACHED.fields, edits: REACHED.edits });
    expect(silentRequests).toBeLessThanOrEqual(REACHED.silentRequests);
    expect(silentEdits).toBeLessThanOrEqual(REACHED.silentEdits);
  });
});
