import type { z } from 'zod';
import { effectiveLimits } from '../../host/admission.ts';
import { modelNamed } from '../../host/engine/session-model.ts';
import type { Llm } from '../../model/llm.ts';
import type { Model, SessionAnswer } from './answers.ts';
import { saidPage } from './said-page.ts';
import { digestOf, sessionLine } from './session-digest.ts';
import type { SessionHost } from './session-host.ts';
import type { SessionView } from './session-view.ts';
import { appliedConfig } from './setup.ts';

/** How much of what was said a session answers with; the rest is read page by page. */
const MOST_SAID = 500;

/** The label of the model that goes with every answer. */
export function modelLabel({ id, demo }: Llm): z.infer<typeof Model> {
  return { id, demo };
}

/** A session with everything that its page shows; `at` when it is not the present that is shown. */
export async function sessionAnswer(
  view: SessionView,
  { host, llm, at }: { readonly host: SessionHost; readonly llm: Llm; readonly at?: number | undefined },
): Promise<SessionAnswer> {
  const { session, ledger, configured } = view;
  const { journal } = session;
  const pair = host.pairs.find(({ first, second }) => first === journal.id || second === journal.id);
  const { origin } = (await journal.describe()) ?? {};
  const config = (await appliedConfig(view))?.config;
  const named = modelNamed(config);
  const { said, saidBefore } = saidPage(view.said, { limit: MOST_SAID });
  return {
    ...sessionLine(digestOf(view), host),
    model: named === undefined ? modelLabel(llm) : host.labelOf(named),
    ...(at !== undefined && { at }),
    setup: configured
      ? {
          ready: configured.ready,
          mode: configured.mode,
          summary: session.entry.planner.summarizeApplied?.(config) ?? null,
          seed: configured.seed,
          configSha256: configured.configSha256,
          seq: configured.seq,
        }
      : null,
    hud: at === undefined ? host.hud.of(journal.id) : null,
    said: said.map((fact) => ({ ...fact })),
    saidBefore,
    drafts: ledger.drafts.open.map(({ approval, ...draft }) => ({
      ...draft,
      ...(approval && { approvedBy: approval.by }),
    })),
    questions: ledger.openQuestions.map((question) => ({ ...question })),
    attachments: view.attachments.all(),
    limits: effectiveLimits(host.limits.session ?? {}, ledger.raisedLimits),
    pairedWith: pair === undefined ? null : pair.first === journal.id ? pair.second : pair.first,
    forkOf: origin?.type === 'fork' ? { session: origin.journal, at: origin.at } : null,
    planner: view.planner.view(),
  };
}
