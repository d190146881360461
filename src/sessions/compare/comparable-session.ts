import { configForm } from '../../harness/module/config-form.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { SessionView } from '../view/session-view.ts';

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
    // Their ids differ from run to run: what a person knows them by is their place.
    drafts: ledger.drafts.open.map(({ text, attachments, approval, failure }, at) => ({
      number: at + 1,
      text,
      attachedFiles: attachments ?? [],
      approvedBy: approval?.by ?? null,
      failure: failure ?? null,
    })),
    questions: identified(ledger.openQuestions.map(({ prompt }) => ({ prompt }))),
    messages: messagesOf(view),
    attachments: view.attachments
      .all()
      .map(({ name, mimeType, size, sha256 }) => ({ name, mimeType, size, sha256 })),
  };
}

/** What the setup form calls the fields of a setup, by their paths in what is compared. */
export function setupLabels({ module }: SessionView): ReadonlyMap<string, string> {
  return new Map(configForm(module).fields.map(({ key, label }) => [`/setup/${key}`, label]));
}

/** What was said, by whom it may be. What a planner told in words follows from what it made. */
function messagesOf({ messages }: SessionView): readonly Json[] {
  const tools = new Map<string, string>();
  const compared: Json[] = [];
  for (const each of messages) {
    if (each.type === 'planner_said') continue;
    if (each.type === 'tool_call') tools.set(each.callId, each.name);
    const named = each.type === 'tool_result' ? { name: tools.get(each.callId) ?? null } : {};
    compared.push({ ...withoutIds(each), ...named });
  }
  return identified(compared);
}

/** Where a fact stands and what it is called differs from run to run, and says nothing to a person. */
function withoutIds(message: object): Json {
  return Object.fromEntries(
    Object.entries(message).filter(([key]) => !/^(?:seq|ts|v|id|gid|qid|draftSeq)$|Id$/.test(key)),
  );
}

/** Things of the same content are the same thing, the second of them its second. */
function identified(things: readonly Json[]): readonly Json[] {
  const seen = new Map<string, number>();
  return things.map((thing) => {
    const content = sha256(JSON.stringify(thing)).slice(0, 16);
    const count = (seen.get(content) ?? 0) + 1;
    seen.set(content, count);
    return { id: `${content}.${count}`, ...thing };
  });
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
