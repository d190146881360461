import { CirclePause, ListChecks, Square } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SessionState, TasksView } from '../../api/contracts.ts';
import { useCommands } from '../../state/commands.ts';
import { useIsPresent, useShown } from '../../state/open-session.ts';
import { durationText } from '../../ui/amount.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { spentText } from '../spent-text.ts';
import { isPausedCopy, spanOf } from './task-list.ts';
import { TaskProgress } from './task-progress.tsx';
import { TaskRows } from './task-rows.tsx';
import { TasksBeginning } from './tasks-beginning.tsx';

/** The tasks of the session: what is done, what is under way, and what wants something. */
export function TasksPanel() {
  const shown = useShown();
  const isPresent = useIsPresent();
  if (shown?.planner.type !== 'tasks') return null;
  const view = shown.planner;
  const mayAct = isPresent && !shown.archived;
  if (view.nextId === 1) {
    return mayAct ? (
      <TasksBeginning ready={shown.ready} />
    ) : (
      <EmptyState icon={ListChecks} title="No tasks yet">
        Nothing was planned at this moment.
      </EmptyState>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <PlanHeader session={shown} view={view} mayAct={mayAct} />
      <div className="min-h-0 flex-1 overflow-y-auto px-3 py-3">
        {mayAct && isPausedCopy(shown, view) && <PausedCopy />}
        {view.contextSummary && <Summarised view={view} />}
        <TaskRows session={shown} view={view} mayAct={mayAct} />
        {view.completed && (
          <p className="px-2 pt-3 text-small text-soft">
            The plan is finished. Say what else is to be done, and it is added here, or{' '}
            <Link href="/?new" className="font-medium text-accent underline">
              begin another
            </Link>
            .
          </p>
        )}
      </div>
    </div>
  );
}

function PlanHeader({
  session,
  view,
  mayAct,
}: {
  readonly session: SessionState;
  readonly view: TasksView;
  readonly mayAct: boolean;
}) {
  const { busy, problem, send, clear } = useCommands();
  const [asking, setAsking] = useState(false);
  const took = spentText(session.spent);
  const span = spanOf(view.times);
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b px-4 py-3">
      <div className="flex items-center gap-3">
        <TaskProgress view={view} />
        {/* Where there is room, the header of the session tells what was spent. */}
        {took && <span className="shrink-0 text-meta text-soft tabular-nums sm:hidden">{took}</span>}
        {span !== undefined && (
          <span className="shrink-0 text-meta text-soft tabular-nums max-sm:hidden">
            {durationText(span)}
          </span>
        )}
        {mayAct && !view.completed && !asking && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            <Square size={14} aria-hidden />
            Cancel all
          </Button>
        )}
      </div>
      {mayAct && asking && !view.completed && (
        <fieldset
          aria-label="Cancel all tasks"
          className="flex flex-wrap items-center gap-2 rounded-md bg-bad-ground px-3 py-2"
        >
          <span className="flex-1 text-small">Every open task is given up. What is done stays.</span>
          <Button look="danger" disabled={busy} onClick={() => send({ type: 'cancel' })}>
            Cancel all tasks
          </Button>
          <Button onClick={() => setAsking(false)}>Keep going</Button>
        </fieldset>
      )}
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}

function PausedCopy() {
  const { busy, problem, send, clear } = useCommands();
  return (
    <div className="mb-3 flex flex-col gap-2 rounded-md border border-accent/40 bg-chosen px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <CirclePause size={16} className="text-accent" aria-hidden />
        <p className="min-w-0 flex-1 text-small">This is a copy. Nothing in it runs until you say so.</p>
        <Button look="primary" disabled={busy} onClick={() => send({ type: 'continue' })}>
          Continue here
        </Button>
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}

function Summarised({ view: { contextSummary, removed } }: { readonly view: TasksView }) {
  const count = removed.completed + removed.cancelled + removed.failed.length;
  return (
    <details className="mb-2 rounded-md border bg-panel px-3 py-2 text-small">
      <summary className="font-medium">
        {count} finished {count === 1 ? 'task is' : 'tasks are'} summarised
      </summary>
      <p className="mt-2 break-words whitespace-pre-wrap text-soft">{contextSummary}</p>
    </details>
  );
}
