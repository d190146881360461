import { isFinal } from '../../harness/conversation/task-status.ts';
import { CommandError } from '../../harness/error.ts';
import {
  type CommandAuthor,
  decideCancel,
  decideCommand,
  filledIn,
  meaningOf,
} from '../../harness/module/decide-command.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { ConflictError } from '../../kernel/error.ts';
import { SessionsError } from '../error.ts';
import type { SessionView } from '../view/session-view.ts';
import type { Waiting } from '../waiting/waiting.ts';
import { inputSchemaOf } from './command-schema.ts';
import { schemaFields } from './schema-field.ts';

/** An answer to a question of the planner, or text for a waiting item with a form. */
export function decideAnswer(
  view: SessionView,
  { qid, text }: { readonly qid: string; readonly text: string },
  author: CommandAuthor,
): readonly ProposedFact[] {
  const question = view.ledger.openQuestions.find((each) => each.qid === qid);
  if (text.trim() === '' && question?.required !== false) throw unanswered(qid);
  if (question) {
    return [{ type: 'user_answer', qid, text, by: author.by }];
  }
  const item = view.waiting.find(({ id }) => id === qid);
  const form = item?.form;
  if (form?.type === 'say') return meaningOf(view, { text }, author);
  const call = form && filledIn(view.module, form, text);
  if (call) return decideCommand(view, call, author);
  if (item) throw notByWords(item, view.module);
  throw conflict(`"${qid}" is not open: it was answered or withdrawn, or was never asked.`);
}

function unanswered(qid: string): SessionsError {
  return new SessionsError('invalid-command', {
    summary: `"${qid}" needs an answer: the text is empty.`,
    fix: 'Nothing was done. Give a text.',
  });
}

/** The error for text that cannot answer an open item. */
function notByWords({ id, form, options = [] }: Waiting, { commands }: PlannerModule): CommandError {
  const input = form && Object.hasOwn(commands, form.type) ? commands[form.type]?.input : undefined;
  const open = input ? schemaFields(inputSchemaOf(input)).filter(({ key }) => form?.[key] === undefined) : [];
  const fields = open.map(({ key, required }) => (required ? key : `${key}?`)).join(', ');
  const needs = [
    ...(form ? [`the command "${form.type}"${fields === '' ? '' : ` with ${fields}`}`] : []),
    ...(options.length > 0 ? [`one of its options: ${options.map(({ label }) => label).join(', ')}`] : []),
  ];
  return new CommandError({
    summary: `"${id}" cannot be answered with text alone.`,
    fix: `Nothing was done. It needs ${needs.join(', or ') || 'no answer'}.`,
  });
}

/** Ends a conversation, or stops the planner's current work. */
export function decideCancellation(
  view: SessionView,
  reason: string | undefined,
  author: CommandAuthor,
): readonly ProposedFact[] {
  const { by } = author;
  const { module } = view;
  const own = decideCancel(view, author, reason);
  const stop = { type: 'work_cancelled', ...(reason !== undefined && { reason }), by };
  if (own) return stopsPlanning(view, own) ? [stop, ...own] : own;
  if (module.talks === 'agent') {
    return isFinal(view.ledger.status) ? [] : [{ type: 'status_changed', a2a: 'canceled', by }];
  }
  return [stop];
}

/** Whether the planner would continue its current work after recording the cancellation in its own way. */
function stopsPlanning({ module, state }: SessionView, own: readonly ProposedFact[]): boolean {
  const isSaid = own.some(({ type }) => type === 'work_cancelled');
  return module.talks !== 'agent' && !isSaid && state.conversation.triggers.fired().length > 0;
}

/** Plans again for the last input. What a failed pass had committed stays, so no tool is called again. */
export function decideRetry(view: SessionView, by: string): readonly ProposedFact[] {
  const { state, ledger } = view;
  const againFrom = Math.max(ledger.lastAnchor, wokenAt(view));
  if (state.failure) return [{ type: 'rewound', toSeq: state.failure.seq - 1, againFrom, by }];
  if (ledger.runawayReported) return [{ type: 'rewound', toSeq: againFrom, by }];
  // Nothing is rewound: another draft is written, not the dismissed one.
  const isLeft = isLeftByFork(view);
  // It was forked between the message and the status that makes it this side's turn.
  if (isLeft && ledger.status !== 'input-required') {
    return [{ type: 'status_changed', a2a: 'input-required', by }];
  }
  if (isLeft || hasDismissedLast(view)) return [{ type: 'rewound', toSeq: view.head, againFrom, by }];
  throw conflict('Nothing failed that could be tried again.');
}

/** A fork does nothing by itself about the message that it begins with. */
function isLeftByFork({ module, standing, ledger, state: { origin } }: SessionView): boolean {
  const { latestPublic } = ledger;
  const isOpen = module.talks === 'agent' && standing === 'idle' && ledger.drafts.open.length === 0;
  return isOpen && latestPublic?.type === 'remote_received' && latestPublic.seq < origin.nativeFrom;
}

function hasDismissedLast({ ledger: { drafts } }: SessionView): boolean {
  const last = drafts.latestUnsent;
  return last !== undefined && drafts.closed(last.composeId)?.how === 'dismissed';
}

/** The seq of the fact that triggered the failed pass; 0 if it is a message that a rewind goes back to anyway. */
function wokenAt({ module, state }: SessionView): number {
  if (module.talks === 'agent' || state.failure === undefined) return 0;
  const { triggers } = state.conversation;
  return Math.max(0, ...module.wakes.map(({ kind }) => triggers.plannedSeq(kind)));
}

/** The error for a command that no longer fits the session. */
export function conflict(summary: string, fix = 'Look at the session as it is.'): ConflictError {
  return new ConflictError({ summary, fix: `Nothing was appended. ${fix}` });
}
