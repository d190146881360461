import type { SessionView } from './session-view.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a person would compare of a session: what there is, and not when, where or how it was recorded. */
export function comparableSession(view: SessionView): Json {
  const { ledger, configured, module } = view;
  return {
    title: view.title,
    status: ledger.status ?? null,
    archived: ledger.archived,
    setup: configured ? { mode: configured.mode, ready: configured.ready, ...objectOf(view.config) } : null,
    planner: module.comparable(view.at),
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

/** What was said, by whom it may be. What a planner told in words follows from what it made. */
function messagesOf({ messages }: SessionView): readonly Json[] {
  const tools = new Map<string, string>();
  const compared: Json[] = [];
  for (const each of messages) {
    if (each.type === 'planner_said') continue;
    if (each.type === 'tool_call') tools.set(each.callId, each.name);
    const { seq: _seq, ts: _ts, v: _v, ...message } = each;
    compared.push(
      message.type === 'tool_result' ? { ...message, name: tools.get(message.callId) ?? null } : message,
    );
  }
  return compared;
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
