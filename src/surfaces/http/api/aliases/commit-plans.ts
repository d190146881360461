import { z } from 'zod';
import { type ApiContext, created, SessionPath } from '../api-context.ts';
import { type Operation, operation } from '../operation.ts';
import { SessionAnswer } from '../responses/response-schemas.ts';

const RequestId = z.string().min(1).max(256);

/** The original addresses of the commit planner, from before every planner had queries and exports. */
export function commitPlans(context: ApiContext): readonly Operation[] {
  const { sessions, personOf } = context;
  return [
    operation({
      id: 'commitHistory',
      route: 'GET /sessions/:id/commits/history',
      summary:
        'The history behind a plan from commits: its base, its inspirations, and the newest commits that lead to them.',
      params: SessionPath,
      query: z.strictObject({
        request: RequestId.optional().describe('The plan; default: the current setup.'),
      }),
      answer: { status: 200, schema: z.unknown() },
      async handle({ c, path: { id }, query }) {
        return c.json(await (await sessions.open(id)).query('history', query, c.req.raw.signal));
      },
    }),
    operation({
      id: 'startPlanTasks',
      route: 'POST /sessions/:id/commits/tasks',
      summary: 'Creates a session with the tasks of an accepted plan, and runs it. There is one per plan.',
      params: SessionPath,
      body: z.strictObject({ requestId: RequestId }),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, path: { id }, body: { requestId } }) {
        return await created(c, context, await sessions.handOver(id, requestId, personOf(c)));
      },
    }),
  ];
}
