import { type ReactNode, useState } from 'react';
import type { SessionState, TasksView } from '../../api/contracts.ts';
import { Button } from '../../ui/button.tsx';
import { stretchesOf, type Task } from './task-list.ts';
import { TaskRow } from './task-row.tsx';

/** How many rows of a plan are drawn before somebody asks for more. */
const FIRST_ROWS = 200;

/** The tasks in their order; of a plan of thousands those that somebody asks for. */
export function TaskRows({
  session,
  view,
  mayAct,
}: {
  readonly session: SessionState;
  readonly view: TasksView;
  readonly mayAct: boolean;
}) {
  const [most, setMost] = useState(FIRST_ROWS);
  const yours = new Set(
    session.waiting.flatMap((each) => (each.type === 'task-outcome' ? [each.taskId] : [])),
  );
  const row = (task: Task) => (
    <TaskRow
      key={task.id}
      task={task}
      time={view.times[task.id]}
      isYours={yours.has(task.id)}
      mayAct={mayAct}
    />
  );
  const stretches = stretchesOf(view.tasks);
  const hidden = stretches.length - most;
  return (
    <>
      <ol aria-label="Tasks" className="flex flex-col gap-1">
        {stretches
          .slice(0, most)
          .map((stretch) =>
            stretch.type === 'task' ? (
              row(stretch.task)
            ) : (
              <FoldedTasks key={`row-${stretch.tasks[0]?.id}`} tasks={stretch.tasks} row={row} />
            ),
          )}
      </ol>
      {hidden > 0 && (
        <Button look="quiet" className="mt-2 w-full" onClick={() => setMost(most + FIRST_ROWS)}>
          Show {Math.min(hidden, FIRST_ROWS)} more of {hidden}
        </Button>
      )}
    </>
  );
}

function FoldedTasks({
  tasks,
  row,
}: {
  readonly tasks: readonly Task[];
  readonly row: (task: Task) => ReactNode;
}) {
  const [most, setMost] = useState(0);
  const [first, last] = [tasks[0], tasks.at(-1)];
  const left = tasks.length - most;
  return (
    <>
      {tasks.slice(0, most).map(row)}
      {left > 0 && (
        <li>
          <button
            type="button"
            onClick={() => setMost(most + FIRST_ROWS)}
            className="h-8 w-full rounded-md px-2 text-left text-small text-soft hover:bg-hover hover:text-ink"
          >
            {most === 0
              ? `${tasks.length} finished tasks, ${first?.id} to ${last?.id}. Show them`
              : `Show ${Math.min(left, FIRST_ROWS)} more of ${left}`}
          </button>
        </li>
      )}
    </>
  );
}
