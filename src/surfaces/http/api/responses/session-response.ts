import type { z } from 'zod';
import { runModuleOr } from '../../../../harness/module/module-failure.ts';
import type { Artifact } from '../../../../harness/module/planner-module.ts';
import { isOpenToCallers } from '../../../../host/a2a/outside-contact.ts';
import { effectiveLimits } from '../../../../host/admission.ts';
import { modelNamed } from '../../../../host/engine/session-model.ts';
import type { PlannerRegistry } from '../../../../host/registry.ts';
import type { Llm } from '../../../../model/llm.ts';
import { describeAllCommands } from '../../../../sessions/commands/command-descriptions.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { messagePage } from '../../../../sessions/view/message.ts';
import { listStatusOf, type SessionSummary, summaryOf } from '../../../../sessions/view/session-summary.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { waitingJson } from '../../../../sessions/waiting/waiting-form.ts';
import type { SessionHost } from '../live/session-host.ts';
import type { Model, SessionAnswer, SessionLine } from './response-schemas.ts';

/** The number of messages in a session response; earlier ones are read page by page. */
const MAX_MESSAGES = 500;

/** The label of the model, included in every response. */
export function modelLabel({ id, demo }: Llm): z.infer<typeof Model> {
  return { id, demo };
}

/** A session as a line of the list, including what its server knows about it. */
export function sessionLine(
  summary: SessionSummary,
  {
    host,
    registry,
    isBusy = host.isBusy(summary.id),
  }: {
    readonly host: SessionHost;
    readonly registry: PlannerRegistry;
    readonly isBusy?: boolean | undefined;
  },
): SessionLine {
  const { status: _status, remoteStatus, isDone: _isDone, isReadOnly, waiting, failure, ...line } = summary;
  const module = registry.find(summary.plannerId)?.module;
  return {
    ...line,
    status: remoteStatus,
    waiting: waiting.map((item) => waitingJson(module, item)),
    failure: failure && waitingJson(module, failure),
    readOnly: isReadOnly,
    standing: listStatusOf(summary, isBusy),
    hosted: host.isHosted(summary.id),
  };
}

/** A session with everything its page shows; `at` is set when it shows a past moment. */
export async function sessionResponse(
  session: OpenSession,
  view: SessionView,
  {
    host,
    llm,
    sessions,
    at,
  }: {
    readonly host: SessionHost;
    readonly llm: Llm;
    readonly sessions: Pick<Sessions, 'registry' | 'handOvers'>;
    readonly at?: number | undefined;
  },
): Promise<SessionAnswer> {
  const { id, journal } = session;
  const { entry } = view.session;
  const { registry } = sessions;
  const { ledger, configured } = view;
  const pair = host.pairs.find(({ first, second }) => first === id || second === id);
  const { contact, talksToAgent } = view.state;
  const { link } = contact;
  const { origin } = (await journal.describe()) ?? {};
  const config = (await session.appliedConfig(view))?.config;
  const named = modelNamed(config);
  const activity = at === undefined ? undefined : view.activity;
  const { messages, before } = messagePage(view.messages, { limit: MAX_MESSAGES });
  return {
    ...sessionLine(summaryOf(view), {
      host,
      registry,
      isBusy: at === undefined ? undefined : activity !== undefined,
    }),
    model: named === undefined ? modelLabel(llm) : host.labelOf(named),
    ...(at !== undefined && { at }),
    setup: configured
      ? {
          ready: configured.ready,
          mode: configured.mode,
          summary: entry.planner.summarizeApplied?.(config) || null,
          seed: configured.seed,
          configSha256: configured.configSha256 ?? null,
          seq: configured.seq,
        }
      : null,
    hud: at === undefined ? host.activity.of(id) : pastHud(activity, view.lastActivity),
    said: messages.map((message) => ({ ...message })),
    saidBefore: before,
    drafts: ledger.drafts.open.map(({ approval, ...draft }) => ({
      ...draft,
      ...(approval && { approvedBy: approval.by }),
    })),
    questions: ledger.openQuestions.map((question) => ({ ...question })),
    attachments: view.attachments.all(),
    limits: effectiveLimits(host.limits.session ?? {}, ledger.raisedLimits),
    pairedWith: pair === undefined ? null : pair.first === id ? pair.second : pair.first,
    published: contact.published,
    connectedTo: link ? { name: link.name, cardUrl: link.cardUrl } : null,
    heardFrom: pair
      ? 'session'
      : isOpenToCallers(contact, view.archived)
        ? 'callers'
        : link || talksToAgent
          ? 'agent'
          : 'person',
    forkOf: origin?.type === 'fork' ? { session: origin.journal, at: origin.at } : null,
    planner: view.data,
    blocks: view.blocks,
    artifacts: orNone(view, 'artifacts', () => view.artifacts).map(artifactLine),
    commands: describeAllCommands(view.module),
    handsOver: orNone(view, 'handsOver', () => sessions.handOvers(view)),
  };
}

function pastHud(activity: SessionView['activity'], now: string): SessionAnswer['hud'] {
  if (activity === undefined) return null;
  const { phase, label, since } = activity;
  return {
    phase,
    ...(label && { label }),
    since,
    elapsedMs: Math.max(0, Date.parse(now) - Date.parse(since)),
  };
}

/** A session stays readable even if a part of its module fails. */
function orNone<Made>({ module }: SessionView, member: string, run: () => readonly Made[]): readonly Made[] {
  return runModuleOr<readonly Made[]>(module, { member, run }, () => []);
}

function artifactLine(artifact: Artifact): SessionAnswer['artifacts'][number] {
  const { id, name, description, text, mediaType = 'text/plain' } = artifact;
  return {
    id,
    name,
    ...(description !== undefined && { description }),
    mediaType: text === undefined ? 'application/json' : mediaType,
  };
}
