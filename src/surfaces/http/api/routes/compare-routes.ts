import { z } from 'zod';
import { SessionDiff } from '../../../../sessions/compare/session-diff.ts';
import { type ApiContext, SessionPath } from '../api-context.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';

const Query = z.strictObject({
  from: integerParameter.optional().describe('The earlier moment.'),
  to: integerParameter.optional().describe('The later moment; default: the present.'),
  with: SessionPath.shape.id.optional().describe('Another session to compare this one with.'),
  at: integerParameter.optional().describe('With another session: the moment of this one.'),
  withAt: integerParameter.optional().describe('With another session: the moment of that one.'),
});

/** The routes for comparing moments and sessions. */
export function compareRoutes({ sessions }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'diffSession',
      route: 'GET /sessions/:id/diff',
      summary: 'The differences between two moments of a session, or between this session and another.',
      params: SessionPath,
      query: Query,
      answer: { status: 200, schema: SessionDiff },
      async handle({ c, path: { id }, query }) {
        const { from = 1, to, with: other, at, withAt } = query;
        const isSame = other === undefined;
        const before = { id, at: isSame ? from : at };
        const after = isSame ? { id, at: to } : { id: other, at: withAt };
        return c.json(await sessions.compare(before, after));
      },
    }),
  ];
}
