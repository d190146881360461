import { z } from 'zod';
import { effectiveLimits } from '../../../../host/admission.ts';
import { hostPauses } from '../../../../host/host-journal.ts';
import { pauseEverything, resumeEverything } from '../../../../host/pausing.ts';
import { totalSpending } from '../../../../host/total-spending.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { Limits } from '../../../../kernel/limits/pause.ts';
import type { ApiContext } from '../api-context.ts';
import { type Operation, operation } from '../operation.ts';
import { PauseAnswer } from '../responses/response-schemas.ts';

/** The routes for pausing and resuming all work on a store. */
export function pauseRoutes({ host, place, current, personOf }: ApiContext): readonly Operation[] {
  const usual = host.limits.total ?? {};
  const shown = async (store: FactStore): Promise<z.infer<typeof PauseAnswer>> => {
    const pauses = await hostPauses(store);
    return {
      paused: pauses.pause !== undefined,
      pause: pauses.pause ?? null,
      spent: (await totalSpending(store)).spent,
      limits: effectiveLimits(usual, pauses.raised),
    };
  };
  return [
    operation({
      id: 'showPause',
      route: 'GET /pause',
      summary: 'Whether everything is paused, what all sessions have spent, and what they may spend.',
      answer: { status: 200, schema: PauseAnswer },
      handle: async ({ c }) => c.json(await shown(await current())),
    }),
    operation({
      id: 'pauseEverything',
      route: 'POST /pause',
      summary: 'Pauses all sessions in every process, or resumes them. Running work finishes.',
      body: z
        .strictObject({
          paused: z.boolean(),
          reason: z.string().min(1).max(2000).exactOptional(),
          limits: Limits.exactOptional().describe('New total budgets, when resuming.'),
        })
        .refine(({ paused, limits }) => !paused || limits === undefined, 'limits only when paused is false')
        .refine(({ paused, reason }) => paused || reason === undefined, 'a reason only when paused is true'),
      answer: { status: 200, schema: PauseAnswer },
      async handle({ c, body: { paused, reason, limits } }) {
        const store = await place.store();
        const by = personOf(c);
        if (paused) await pauseEverything(store, { by, reason });
        else await resumeEverything(store, { by, limits, usual });
        return c.json(await shown(store));
      },
    }),
  ];
}
