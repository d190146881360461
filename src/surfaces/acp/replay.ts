import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Envelope } from '../../journal/fact.ts';
import type { SessionEvent } from '../../kernel/session/facts.ts';
import { sessionEventOf } from '../../kernel/session/facts.ts';
import { inCommands } from '../../plan-tools/in-commands.ts';
import type { Plan } from '../../plan-tools/plan.ts';
import { planAfterEvent } from '../../plan-tools/plan-fold.ts';
import { PLANNING_TOOLS } from '../../plan-tools/planning-tools.ts';
import { agentMessage, recordedAnswer, userMessage } from './messages.ts';
import { promptCommand } from './prompt-command.ts';
import { userInputText } from './user-input.ts';

/** A long stretch without a word is told by its last lines. */
const MOST_LINES = 5;

/** A session's conversation as its journal has it: what was said, and in the place of each answer what was done. */
export async function* replayed(
  facts: AsyncIterable<Envelope>,
  journalId: string,
): AsyncGenerator<SessionUpdate> {
  let plan: Plan | undefined;
  let said: { readonly text: string; readonly seq: number } | undefined;
  let done: string[] = [];
  for await (const fact of facts) {
    const text = userInputText(fact);
    const event = sessionEventOf(fact);
    if (text !== undefined) {
      yield* answer();
      yield userMessage(text);
      said = { text, seq: fact.seq };
    } else if (event) {
      const after = planAfterEvent(plan, event);
      done.push(...told(event, after));
      plan = after;
    }
  }
  yield* answer();

  function* answer(): Generator<SessionUpdate> {
    const isTalk = said !== undefined && promptCommand(said.text).type === 'talk';
    const parts = [
      ...(said && isTalk ? [recordedAnswer(said.seq, journalId)] : []),
      ...(done.length > 0 ? [doneText(done)] : []),
    ];
    if (parts.length > 0) yield agentMessage(parts.join('\n\n'));
    else if (said) yield agentMessage('Nothing was changed.');
    said = undefined;
    done = [];
  }
}

function doneText(done: readonly string[]): string {
  const more = done.length - MOST_LINES;
  return [...(more > 0 ? [`${more} more changes, then:`] : []), ...done.slice(-MOST_LINES)].join('\n');
}

function told(event: SessionEvent, plan: Plan | undefined): string[] {
  if (event.type === 'SessionRolledBack') return ['The plan was put back to an earlier moment.'];
  const { tool, params, success, error } = event;
  if (!success) return [`Refused: ${inCommands(error?.message ?? tool, '/plan')}`];
  const called = PLANNING_TOOLS.find(({ name }) => name === tool);
  if (!called || !plan || called.annotations.readOnly) return [];
  try {
    return called.take(params).tell(plan).message.split('\n').slice(0, 1);
  } catch {
    return [];
  }
}
