import { z } from 'zod';
import { messagePage } from '../../../../sessions/view/message.ts';
import { type ApiContext, SessionPath } from '../api-context.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';
import { MessageResponse } from '../responses/response-schemas.ts';

const Query = z.strictObject({
  before: integerParameter.optional().describe('Only messages before this seq.'),
  at: integerParameter.optional().describe('The state right after the fact at this seq.'),
  limit: integerParameter.pipe(z.int().min(1).max(500)).default(500),
});

/** The routes for messages of sessions, including earlier ones. */
export function messageRoutes({ sessions }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'readSaid',
      route: 'GET /sessions/:id/said',
      summary: 'The messages of a session: the newest page, or the one before a seq.',
      params: SessionPath,
      query: Query,
      answer: { status: 200, schema: MessageResponse },
      async handle({ c, path: { id }, query: { at, before: earlier, limit } }) {
        const view = await (await sessions.open(id)).view(at);
        const { messages: said, before } = messagePage(view.messages, { before: earlier, limit });
        return c.json({ said, saidBefore: before });
      },
    }),
  ];
}
