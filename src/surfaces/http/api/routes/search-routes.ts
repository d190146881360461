import { z } from 'zod';
import { searchSessions } from '../../../../sessions/search.ts';
import type { ApiContext } from '../api-context.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';
import { Seq } from '../responses/response-schemas.ts';

const Found = z.strictObject({
  results: z
    .array(
      z.strictObject({
        session: z.string(),
        title: z.string(),
        plannerId: z.string(),
        foundIn: z.enum(['title', 'message', 'fact']),
        excerpt: z.string(),
        seq: Seq.exactOptional().describe('The fact that has the words; absent for a title.'),
      }),
    )
    .readonly()
    .describe('Titles first, then messages, then facts; the latest first in each.'),
});

/** The route for searching sessions. */
export function searchRoutes({ sessions }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'searchSessions',
      route: 'GET /search',
      summary: 'Sessions by title, then by messages of the latest 100, then by facts of the latest.',
      query: z.strictObject({
        q: z.string().max(200).describe('All words have to be found in one place.'),
        limit: integerParameter.pipe(z.int().min(1).max(50)).default(20),
      }),
      answer: { status: 200, schema: Found },
      async handle({ c, query: { q, limit } }) {
        const words = q.toLowerCase().split(/\s+/).filter(Boolean);
        const results = await searchSessions(await sessions.list(), {
          words,
          limit,
          signal: c.req.raw.signal,
          open: (id) => sessions.open(id),
        });
        return c.json({ results });
      },
    }),
  ];
}
