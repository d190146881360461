import { z } from 'zod';
import type { Work } from '../../../../sessions/view/work-log.ts';
import { ServerError } from '../../error.ts';
import { type ApiContext, SessionPath } from '../api-context.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';
import { PassRecord, passRecord } from '../responses/pass-record.ts';

const limit = integerParameter.pipe(z.int().min(1).max(200));

const Passes = z.strictObject({
  passes: z.array(PassRecord).readonly(),
  next: z.int().exactOptional().describe('`before` of the next page.'),
});

/** The routes that explain a session: its passes and reactions, with their model calls. */
export function passRoutes({ sessions }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'listPasses',
      route: 'GET /sessions/:id/passes',
      summary: 'The planning passes and the work of reactors, the latest first, with their model calls.',
      params: SessionPath,
      query: z.strictObject({
        at: integerParameter.optional().describe('The state right after the fact at this seq.'),
        before: integerParameter.optional().describe('Only those claimed before this seq.'),
        limit: limit.default(50),
      }),
      answer: { status: 200, schema: Passes },
      async handle({ c, path, query: { at = Number.MAX_SAFE_INTEGER, before, limit } }) {
        const view = await (await sessions.open(path.id)).view();
        const works = view.state.works.all
          .filter(({ from }) => from <= at && (before === undefined || from < before))
          .map((work) => asOf(work, at))
          .toSorted((a, b) => b.from - a.from);
        const page = works.slice(0, limit);
        const passes = await Promise.all(page.map((work) => passRecord(view, work)));
        const last = works.length > limit ? page.at(-1) : undefined;
        return c.json({ passes, ...(last && { next: last.from }) });
      },
    }),
    operation({
      id: 'showPass',
      route: 'GET /sessions/:id/passes/:pass',
      summary: 'One planning pass, or one piece of work of a reactor, by the seq of its claim.',
      params: SessionPath.extend({ pass: integerParameter }),
      answer: { status: 200, schema: PassRecord },
      async handle({ c, path }) {
        const view = await (await sessions.open(path.id)).view();
        const work = view.state.works.all.find(({ from }) => from === path.pass);
        if (work === undefined) throw noPass(path.id, path.pass);
        return c.json(await passRecord(view, work));
      },
    }),
  ];
}

/** Work that ended later was still in progress at this moment. */
function asOf({ end, ...work }: Work, at: number): Work {
  return end !== undefined && end.seq <= at ? { ...work, end } : work;
}

function noPass(id: string, pass: number): ServerError {
  return new ServerError('not-found', {
    summary: `Session ${id} has no pass ${String(pass)}.`,
    fix: `GET /api/sessions/${id}/passes lists them, each by the seq of its claim.`,
  });
}
