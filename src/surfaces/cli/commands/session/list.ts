import { STATUS_WORDS } from '../../../../harness/module/status-words.ts';
import { listStatusOf } from '../../../../sessions/view/session-summary.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { plannerIds } from '../../config/planner-registry.ts';
import type { Invocation } from '../../invocation.ts';
import { printList } from '../../terminal/list.ts';

/** Lists the sessions of the store, the most recent first; only those of some planners if `--planner` names ids. */
export async function list(
  invocation: Invocation,
  { quiet = false }: { readonly quiet?: boolean },
): Promise<undefined> {
  const { output } = invocation;
  const ids = plannerIds(invocation);
  const all = await withSessions(invocation, { create: false }, (sessions) => sessions.list());
  const found = all
    .filter(({ plannerId }) => ids.length === 0 || ids.includes(plannerId))
    .toSorted((a, b) => b.lastActivity.localeCompare(a.lastActivity) || a.id.localeCompare(b.id))
    .map((summary) => ({ ...summary, standing: listStatusOf(summary, false) }));
  if (quiet) {
    for (const { id } of found) await output.line(id);
    return;
  }
  await printList(invocation, found, {
    value: ({ waiting, ...summary }) => ({ ...summary, waiting: waiting.length }),
    none: 'No sessions yet. Start one: wayfold run <planner> "…"',
    columns: [
      { title: 'SESSION' },
      { title: 'PLANNER' },
      { title: 'STATUS' },
      { title: 'UPDATED' },
      { title: 'TITLE' },
    ],
    row: ({ id, plannerId, standing, lastActivity, title }, time) => [
      id,
      plannerId,
      STATUS_WORDS[standing],
      time(lastActivity),
      title,
    ],
  });
}
