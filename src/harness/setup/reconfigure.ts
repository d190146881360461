import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { canonicalJson } from '../../journal/integrity/canonical-json.ts';
import type { Journal } from '../../journal/journal.ts';
import { decideByLedger, type Ledger, type ReadableJournal } from '../conversation/ledger.ts';
import type { DecisionResult } from '../drafts/decisions.ts';
import type { Draft } from '../drafts/draft-fold.ts';
import { HarnessError } from '../error.ts';
import type { PlannerMode } from '../facts.ts';
import type { Planner } from '../planner.ts';
import { withoutSecrets } from './secret-names.ts';

/** A planner with its new config. */
export interface Reconfiguration<Config = unknown> {
  readonly planner: Pick<Planner<Config>, 'id' | 'dehydrate' | 'withoutSecrets'>;
  readonly config: Config;
  readonly ready: boolean;
  readonly mode?: PlannerMode;
  /** Plan again from the last public message or status on. */
  readonly rewind?: boolean;
  /** Who sets it up. */
  readonly by?: string;
}

/**
 * Records the setup of a planner. The config itself is stored as an attachment, without secrets. With `rewind`,
 * what planners did since the last public message or status is hidden from them and planned again; nothing is
 * deleted. This is refused while a draft is being sent.
 */
export async function reconfigurePlanner<Config>(
  journal: ReadableJournal & Pick<Journal<Envelope>, 'append' | 'attachments'>,
  { rewind = false, ...setup }: Reconfiguration<Config>,
): Promise<DecisionResult> {
  const configured = await configuredFact(journal, setup);
  return await decideByLedger(journal, (ledger) =>
    rewind ? [configured, rewound(ledger, setup.by)] : [configured],
  );
}

/** The fact that records a setup, once its config is stored. */
export async function configuredFact<Config>(
  journal: Pick<Journal<Envelope>, 'attachments'>,
  { planner, config, ready, mode = 'approve', by }: Omit<Reconfiguration<Config>, 'rewind'>,
): Promise<ProposedFact> {
  const kept = (planner.withoutSecrets ? planner.withoutSecrets(config) : withoutSecrets(config)) ?? null;
  const { sha256 } = await journal.attachments.put(new TextEncoder().encode(canonicalJson(kept, 'config')));
  const seed = withoutSecrets(planner.dehydrate?.(config)) ?? null;
  return {
    type: 'planner_configured',
    plannerId: planner.id,
    mode,
    seed,
    configSha256: sha256,
    ready,
    ...(by !== undefined && { by }),
  };
}

function rewound({ drafts, lastAnchor }: Ledger, by: string | undefined): ProposedFact {
  const sending = drafts.open.find(({ approval }) => approval);
  if (sending) throw inFlight(sending);
  return { type: 'rewound', toSeq: lastAnchor, ...(by !== undefined && { by }) };
}

function inFlight({ composeId, approval }: Draft): HarnessError {
  return new HarnessError('send-in-flight', {
    summary: `Draft ${composeId} was approved at seq ${approval?.seq} and is being sent.`,
    fix: 'Wait for its remote_sent or send_failed fact, then rewind. Nothing was appended.',
  });
}
