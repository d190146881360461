import { z } from 'zod';
import { SaidAnswer } from './answers.ts';
import { type ApiSetting, SessionPath } from './api-setting.ts';
import { type Operation, operation, wholeNumber } from './operation.ts';
import { saidPage } from './said-page.ts';

const Query = z.strictObject({
  before: wholeNumber.optional().describe('Only what was said before this seq.'),
  at: wholeNumber.optional().describe('As it was right after the fact at this seq.'),
  limit: wholeNumber.pipe(z.int().min(1).max(500)).default(500),
});

/** What was said in sessions, also long ago. */
export function saidOperations({ shelf, current }: ApiSetting): readonly Operation[] {
  return [
    operation({
      id: 'readSaid',
      method: 'get',
      path: '/sessions/:id/said',
      summary: 'What was said in a session, the newest page or the one before a seq.',
      params: SessionPath,
      query: Query,
      answer: { status: 200, schema: SaidAnswer },
      async handle({ c, path: { id }, query: { at, before, limit } }) {
        const store = await current();
        const view = await (at === undefined ? shelf.view(store, id) : shelf.viewAt(store, id, at));
        return c.json(saidPage(view.said, { before, limit }));
      },
    }),
  ];
}
