import { z } from 'zod';
import { checkTransport } from '../../../../host/transport.ts';
import { ServerError } from '../../error.ts';
import { type ApiContext, SessionPath } from '../api-context.ts';
import { type Operation, operation } from '../operation.ts';
import { Paired, Pairings } from '../responses/response-schemas.ts';

const Pair = z.strictObject({ first: SessionPath.shape.id, second: SessionPath.shape.id });

/** The routes for paired sessions. */
export function pairingRoutes({ host, place, sessions, personOf }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'listPairings',
      route: 'GET /pairings',
      summary: 'The sessions that talk to each other.',
      answer: { status: 200, schema: Pairings },
      handle: async ({ c }) => c.json({ pairings: host.pairs }),
    }),
    operation({
      id: 'pairSessions',
      route: 'POST /pairings',
      summary: 'Lets two sessions talk to each other. The first begins, if there are no messages yet.',
      body: Pair.refine(({ first, second }) => first !== second, 'must be two sessions'),
      answer: { status: 201, schema: Paired },
      async handle({ c, body }) {
        const store = await place.store();
        for (const id of [body.first, body.second]) {
          const session = await sessions.open(id);
          const { archived } = await session.view();
          if (archived || session.module.talks !== 'agent') throw cannotTalk(id);
          await checkTransport(store, session.journal, 'session');
        }
        await host.pair(store, body);
        return c.json(body, 201);
      },
    }),
    operation({
      id: 'unpairSessions',
      route: 'DELETE /pairings',
      summary: 'Stops two sessions from talking to each other.',
      query: Pair,
      answer: { status: 200, schema: Pairings },
      async handle({ c, query }) {
        await host.unpair(await place.store(), { ...query, by: personOf(c) });
        return c.json({ pairings: host.pairs });
      },
    }),
  ];
}

function cannotTalk(id: string): ServerError {
  return new ServerError('invalid-request', {
    summary: `${id} is not an open session that talks to another agent.`,
    fix: 'Pair sessions whose planners draft messages.',
  });
}
