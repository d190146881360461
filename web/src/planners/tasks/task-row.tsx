import { ChevronRight, MoreHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import type { TasksView } from '../../api/contracts.ts';
import { useCommands } from '../../state/commands.ts';
import { useIsPresent, useOpenSession } from '../../state/open-session.ts';
import { durationText } from '../../ui/amount.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TaskAnswer } from './task-answer.tsx';
import { TaskDetails } from './task-details.tsx';
import { TaskElapsed } from './task-elapsed.tsx';
import { isFinished, isUnderWay, liveOutput, openQuestion, type Task, titleAndDetails } from './task-list.ts';
import { TaskOutcome } from './task-outcome.tsx';
import { TaskStatusIcon } from './task-status.tsx';

const KINDS: Readonly<Record<Task['kind'], string | undefined>> = {
  Processing: undefined,
  ToolCall: 'Tool',
  Clarification: 'Question',
};

/** A task: one line while there is nothing to do about it, open where it is at work or wants something. */
export function TaskRow({
  task,
  time,
  isYours,
  mayAct,
}: {
  readonly task: Task;
  readonly time: TasksView['times'][string] | undefined;
  /** Whether a person is to say what came of it. */
  readonly isYours: boolean;
  readonly mayAct: boolean;
}) {
  const { id, description, kind, status, dependsOn = [], retries = 0, retry, result } = task;
  const isPresent = useIsPresent();
  const output = useOpenSession(({ hud }) => liveOutput(hud, id));
  const [opened, setOpened] = useState(false);
  const [byHand, setByHand] = useState(false);
  const { busy, problem, send, clear } = useCommands();
  const bodyId = useId();
  const { title } = titleAndDetails(description);
  const underWay = isUnderWay(task);
  const isRunning = status === 'Running' && isPresent;
  const isOpen = opened || underWay || byHand;
  const question = openQuestion(task);
  const entries = [
    ...(status === 'Running' && !isYours
      ? [{ label: 'Mark by hand…', onSelect: () => setByHand(true) }]
      : []),
    {
      label: 'Cancel task',
      danger: true,
      disabled: busy,
      onSelect: () => void send({ type: 'task-cancel', taskId: id }),
    },
  ];
  return (
    <li
      data-task={id}
      aria-label={`Task ${id}`}
      className={classes(
        'scroll-mt-4 rounded-md border transition-colors duration-150 target:outline-2 target:outline-accent',
        underWay ? 'border-edge/50 bg-raised' : 'border-transparent hover:bg-hover',
        (question !== undefined || isYours) && 'border-accent!',
        opened && !underWay && 'border-line! bg-raised!',
      )}
    >
      <div className="flex items-start gap-1 pr-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          disabled={underWay}
          onClick={() => setOpened(!opened)}
          className="flex min-h-8 min-w-0 flex-1 items-start gap-2 rounded-md px-2 py-1.5 text-left text-small max-sm:min-h-11 disabled:cursor-default"
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={classes(
              'mt-0.5 shrink-0 text-soft transition-transform duration-120',
              isOpen && 'rotate-90',
              underWay && 'invisible',
            )}
          />
          <TaskStatusIcon task={task} isYours={isYours} />
          <span className="mt-px min-w-5 shrink-0 text-right text-meta leading-[18px] text-soft tabular-nums">
            {id}
          </span>
          <span className="min-w-0 flex-1">
            <span
              className={classes(
                'block break-words',
                !isOpen && 'truncate',
                underWay && 'font-medium',
                status === 'Cancelled' && 'text-soft line-through',
              )}
            >
              {title}
            </span>
            {!isOpen && result && (
              <span
                className={classes(
                  'block truncate text-meta',
                  status === 'Failed' ? 'text-bad' : 'text-soft',
                )}
              >
                {titleAndDetails(result).title}
              </span>
            )}
          </span>
        </button>
        <div className="flex min-h-8 shrink-0 items-center gap-1.5">
          {retries > 0 && <Badge tone="warn">attempt {retries + 1}</Badge>}
          {KINDS[kind] && <Badge>{KINDS[kind]}</Badge>}
          <TaskElapsed time={time} isRunning={isRunning} />
          {mayAct && !isFinished(task) && (
            <Menu
              entries={entries}
              trigger={
                <IconButton label={`More about task ${id}`} waits={busy} className="size-7!">
                  <MoreHorizontal size={16} aria-hidden />
                </IconButton>
              }
            />
          )}
        </div>
      </div>
      {dependsOn.length > 0 && !isFinished(task) && <Dependencies ids={dependsOn} />}
      <div
        id={bodyId}
        hidden={!isOpen}
        className="flex flex-col gap-3 empty:hidden px-2 pt-1 pb-3 pl-[82px] max-sm:pl-9"
      >
        {isOpen && (
          <>
            <TaskDetails task={task} />
            {retry && (
              <p className="text-small text-warn">
                Attempt {retry.attempt} begins {durationText(retry.delayMs)} after this failure:{' '}
                <span className="break-words whitespace-pre-wrap">{retry.error}</span>
              </p>
            )}
            {output && isRunning && (
              <pre
                role="log"
                aria-label={`Output of task ${id}`}
                className="max-h-48 overflow-y-auto rounded-md bg-panel px-3 py-2 font-mono text-meta break-words whitespace-pre-wrap"
              >
                {output}
              </pre>
            )}
            {mayAct && question !== undefined && (
              <TaskAnswer taskId={id} question={question} isTitle={question === title} />
            )}
            {!mayAct && question !== undefined && question !== title && (
              <p className="text-small font-medium">{question}</p>
            )}
            {mayAct && status === 'Running' && (isYours || byHand) && (
              <TaskOutcome taskId={id} {...(!isYours && { onClose: () => setByHand(false) })} />
            )}
            <ProblemNote problem={problem} onClose={clear} />
          </>
        )}
      </div>
    </li>
  );
}

/** What has to be done before, by number: each leads there. */
function Dependencies({ ids }: { readonly ids: readonly number[] }) {
  return (
    <p className="flex flex-wrap items-center gap-1 pb-1.5 pl-[60px] text-meta text-soft max-sm:pl-9">
      after
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          aria-label={`Go to task ${id}`}
          onClick={({ currentTarget }) => {
            const row = currentTarget.closest('ol')?.querySelector(`[data-task="${id}"]`);
            row?.scrollIntoView({ block: 'nearest' });
            row?.querySelector<HTMLElement>('button')?.focus();
          }}
          className="min-h-5 rounded-sm bg-hover px-1.5 font-medium text-ink tabular-nums hover:bg-chosen"
        >
          {id}
        </button>
      ))}
    </p>
  );
}
