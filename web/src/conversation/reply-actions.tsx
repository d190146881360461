import type { SessionState } from '../api/contracts.ts';
import { panelOf } from '../panels/planner-panels.ts';
import { sendToOpen } from '../state/commands.ts';

/** The actions that the planner offers about its last reply. */
export function ReplyActions({ session }: { readonly session: SessionState }) {
  const Actions = panelOf(session.plannerId)?.ReplyActions;
  const last = session.said.at(-1);
  const isReply = last?.type === 'planner_said' && last.by === undefined;
  if (Actions === undefined || !isReply || session.readOnly || session.archived) return null;
  return <Actions session={session} onCommand={async (command) => await sendToOpen(command)} />;
}
