import { z } from 'zod';
import { type ApiSetting, SessionPath } from './api-setting.ts';
import { type Operation, operation, wholeNumber } from './operation.ts';
import { diffOf, SessionDiff } from './session-diff.ts';

const Query = z.strictObject({
  from: wholeNumber.optional().describe('The earlier moment.'),
  to: wholeNumber.optional().describe('The later moment; the present unless told.'),
  with: SessionPath.shape.id.optional().describe('Another session to compare this one with.'),
  at: wholeNumber.optional().describe('With another session: the moment of this one.'),
  withAt: wholeNumber.optional().describe('With another session: the moment of that one.'),
});

/** What differs between moments and between sessions. */
export function compareOperations({ current, shelf }: ApiSetting): readonly Operation[] {
  return [
    operation({
      id: 'diffSession',
      method: 'get',
      path: '/sessions/:id/diff',
      summary: 'What differs between two moments of a session, or between this session and another.',
      params: SessionPath,
      query: Query,
      answer: { status: 200, schema: SessionDiff },
      async handle({ c, path: { id }, query }) {
        const store = await current();
        const viewOf = (session: string, at: number | undefined) =>
          at === undefined ? shelf.view(store, session) : shelf.viewAt(store, session, at);
        const { from = 1, to, with: other, at, withAt } = query;
        const before = other === undefined ? await viewOf(id, from) : await viewOf(id, at);
        const after = other === undefined ? await viewOf(id, to) : await viewOf(other, withAt);
        return c.json(await diffOf(before, after));
      },
    }),
  ];
}
