import { standingOf } from '../../../../sessions/session-summary.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { plannerIds } from '../../config/planner-registry.ts';
import type { Invocation } from '../../invocation.ts';
import { cutToColumns } from '../../terminal/column-width.ts';
import { printable } from '../../terminal/printable.ts';
import { tableLines } from '../../terminal/text-table.ts';
import { timeAgo } from '../../terminal/time-ago.ts';

const MOST_TITLE_COLUMNS = 60;

/** Lists the sessions of the store, what happened last first; of some planners only, where `--planner` names their ids. */
export async function list(
  invocation: Invocation,
  { quiet = false }: { readonly quiet?: boolean },
): Promise<undefined> {
  const { output, clock } = invocation;
  const ids = plannerIds(invocation);
  const all = await withSessions(invocation, { create: false }, (sessions) => sessions.list());
  const found = all
    .filter(({ plannerId }) => ids.length === 0 || ids.includes(plannerId))
    .toSorted((a, b) => b.lastActivity.localeCompare(a.lastActivity) || a.id.localeCompare(b.id))
    .map((summary) => ({ ...summary, standing: standingOf(summary, false) }));
  if (quiet) {
    for (const { id } of found) await output.line(id);
    return;
  }
  if (output.json) {
    for (const { waiting, ...summary } of found) await output.value({ ...summary, waiting: waiting.length });
    return;
  }
  if (found.length === 0) {
    output.note('No sessions yet. Begin one: wayfold run <planner> "…"');
    return;
  }
  const columns = [
    { title: 'SESSION' },
    { title: 'PLANNER' },
    { title: 'STATUS' },
    { title: 'UPDATED' },
    { title: 'TITLE' },
  ];
  const rows = found.map(({ id, plannerId, standing, lastActivity, title }) => [
    id,
    plannerId,
    standing,
    output.isTerminal ? timeAgo(lastActivity, clock.now()) : lastActivity,
    cutToColumns(printable(title), MOST_TITLE_COLUMNS),
  ]);
  const [header = '', ...lines] = tableLines(columns, rows);
  await output.line([{ text: header, style: 'dim' }]);
  for (const line of lines) await output.line(line);
}
