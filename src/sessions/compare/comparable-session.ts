import { configForm } from '../../harness/module/config-form.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { SessionView } from '../view/session-view.ts';

type Json = Readonly<Record<string, unknown>>;

/** The data of a session that people would compare: its content, not when, where or how it was recorded. */
export function comparableSession(view: SessionView): Json {
  const { ledger, configured, module } = view;
  return {
    title: view.title,
    status: ledger.status ?? null,
    archived: ledger.archived,
    setup: configured ? { mode: configured.mode, ready: configured.ready, ...objectOf(view.config) } : null,
    planner: module.comparable(view.at),
    // Their ids differ from run to run: people identify them by position.
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

/** The labels of setup fields, by their paths in the comparison. */
export function setupLabels({ module }: SessionView): ReadonlyMap<string, string> {
  return new Map(configForm(module).fields.map(({ key, label }) => [`/setup/${key}`, label]));
}

/** The messages, by possible author. A planner's own texts follow from its results. */
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

/** Seqs and ids differ from run to run, and mean nothing to people. */
function withoutIds(message: object): Json {
  return Object.fromEntries(
    Object.entries(message).filter(([key]) => !/^(?:seq|ts|v|id|gid|qid|draftSeq)$|Id$/.test(key)),
  );
}

/** Items with the same content are the same item; further ones are numbered. */
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
