import { z } from 'zod';
import { type ApiContext, SessionPath } from '../api-context.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';
import { exportResponse } from '../routes/query-routes.ts';

/** The original address for exporting trips, from before every planner had exports. */
export function tripExport({ sessions }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'exportTrip',
      route: 'GET /sessions/:id/trip/:format',
      summary: 'The trip of a session as a calendar, for map programs, as text or as a page to print.',
      params: SessionPath.extend({ format: z.string().max(100) }),
      query: z.strictObject({
        at: integerParameter.optional().describe('The state right after the fact at this seq.'),
        startDate: z.iso
          .date()
          .optional()
          .describe('The first day, for the calendar of a trip without dates.'),
      }),
      answer: { media: 'application/octet-stream' },
      async handle({ c, path: { id, format }, query: { at, ...input } }) {
        return await exportResponse(c, await sessions.open(id), { format, input, at });
      },
    }),
  ];
}
