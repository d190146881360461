import { CommitsFold } from './commits-view.ts';
import type { PlannerFold } from './planner-view.ts';
import type { SessionView } from './session-view.ts';
import { appliedConfig } from './setup.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a person would compare of a session: what there is, and not when, where or how it was recorded. */
export async function portraitOf(view: SessionView): Promise<Json> {
  const { ledger, configured } = view;
  return {
    title: view.title,
    status: ledger.status ?? null,
    archived: ledger.archived,
    setup: configured
      ? { mode: configured.mode, ready: configured.ready, ...objectOf((await appliedConfig(view))?.config) }
      : null,
    planner: madeBy(view.planner),
    drafts: ledger.drafts.open.map(({ composeId, text, attachments, approval, failure }) => ({
      composeId,
      text,
      attachedFiles: attachments ?? [],
      approvedBy: approval?.by ?? null,
      failure: failure ?? null,
    })),
    questions: ledger.openQuestions.map(({ qid, prompt }) => ({ qid, prompt })),
    messages: messagesOf(view),
    attachments: view.attachments
      .all()
      .map(({ name, mimeType, size, sha256 }) => ({ name, mimeType, size, sha256 })),
  };
}

/** When tasks ran, which number comes next, which facts an undo takes back: what follows from how it came about. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'type',
  'times',
  'nextId',
  'version',
  'canUndo',
  'canRedo',
  'undoes',
  'redoes',
  'mended',
]);

function madeBy(planner: PlannerFold): Json {
  if (planner instanceof CommitsFold) return madeOfCommits(planner);
  return Object.fromEntries(Object.entries(planner.view()).filter(([key]) => !BOOKKEEPING.has(key)));
}

function madeOfCommits(commits: CommitsFold): Json {
  return {
    plans: commits.view().plans.map(({ request, standing, attempts, proposal, reason }) => ({
      requestId: request.requestId,
      goal: request.goal,
      standing,
      reason: reason ?? null,
      attempts: attempts.length,
      ...proposal?.plan,
      steps: proposal?.plan.steps.map(({ id, ...step }) => ({ stepId: id, ...step })) ?? [],
    })),
  };
}

/** What was said, by whom it may be. What a planner told in words follows from what it made. */
function messagesOf({ said }: SessionView): readonly Json[] {
  const tools = new Map(
    said.flatMap((each) => (each.type === 'tool_call' ? [[each.callId, each.name]] : [])),
  );
  return said.flatMap((each) => {
    if (each.type === 'planner_said') return [];
    const { seq: _seq, ts: _ts, v: _v, ...message } = each;
    return [
      message.type === 'tool_result' ? { ...message, name: tools.get(message.callId) ?? null } : message,
    ];
  });
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
