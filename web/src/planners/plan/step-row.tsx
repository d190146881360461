import { ChevronRight, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { useCommands } from '../../state/commands.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { StepEdit } from './step-edit.tsx';
import { StepNote } from './step-note.tsx';
import { lookOf, STEP_LOOKS, type Step } from './step-status.ts';

/** A step: where it stands, to be changed with one click, and behind another one its details and notes. */
export function StepRow({ step, mayAct }: { readonly step: Step; readonly mayAct: boolean }) {
  const { stepId, title, details, status, notes } = step;
  const [isOpen, setOpen] = useState(status === 'in_progress' || status === 'blocked');
  const [editing, setEditing] = useState(false);
  const { busy, problem, send, clear } = useCommands();
  const bodyId = useId();
  const { icon: Icon, word, colour } = lookOf(status);
  const sign = <Icon size={16} className={colour} aria-hidden />;
  return (
    <li
      aria-label={`${stepId}: ${title}`}
      className={classes('rounded-md border', isOpen ? 'bg-raised' : 'border-transparent hover:bg-hover')}
    >
      <div className="flex items-start gap-1 px-1 py-0.5">
        {mayAct ? (
          <Menu
            trigger={
              <IconButton label={`${stepId} is ${word.toLowerCase()}. Change`} waits={busy}>
                {sign}
              </IconButton>
            }
            entries={STEP_LOOKS.map((look) => ({
              label: look.word,
              icon: look.icon,
              disabled: look.status === status,
              onSelect: () => void send({ type: 'plan-mark', stepId, status: look.status }),
            }))}
          />
        ) : (
          <span role="img" aria-label={word} className="grid size-8 shrink-0 place-items-center">
            {sign}
          </span>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-8 min-w-0 flex-1 items-start gap-2 rounded-md px-1 py-1.5 text-left text-small max-sm:min-h-10 max-sm:py-2.5"
        >
          <span className="shrink-0 font-mono text-meta leading-[18px] text-soft">{stepId}</span>
          <span
            className={classes(
              'min-w-0 flex-1 break-words',
              !isOpen && 'truncate',
              status === 'done' && 'text-soft',
              status === 'in_progress' && 'font-medium',
            )}
          >
            {title}
          </span>
          {notes.length > 0 && !isOpen && (
            <span className="shrink-0 text-meta text-soft">
              {notes.length} {notes.length === 1 ? 'note' : 'notes'}
            </span>
          )}
          <ChevronRight
            size={14}
            aria-hidden
            className={classes(
              'mt-0.5 shrink-0 text-soft transition-transform duration-120',
              isOpen && 'rotate-90',
            )}
          />
        </button>
      </div>
      <div id={bodyId} hidden={!isOpen} className="flex flex-col gap-3 pr-3 pb-3 pl-10">
        {isOpen && (
          <>
            {details && !editing && (
              <p className="text-small break-words whitespace-pre-wrap text-soft">{details}</p>
            )}
            {notes.length > 0 && (
              <ol aria-label="Notes" className="flex flex-col gap-1 border-l-2 pl-3 text-small">
                {notes.map((note, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: notes are only ever added at the end.
                  <li key={at} className="break-words whitespace-pre-wrap">
                    {note}
                  </li>
                ))}
              </ol>
            )}
            {mayAct && editing && <StepEdit step={step} onClose={() => setEditing(false)} />}
            {mayAct && !editing && (
              <>
                <StepNote step={step} />
                <Button look="quiet" className="self-start" onClick={() => setEditing(true)}>
                  <Pencil size={14} aria-hidden />
                  Edit step
                </Button>
              </>
            )}
            {!details && notes.length === 0 && !mayAct && (
              <p className="text-small text-soft">Nothing was noted.</p>
            )}
          </>
        )}
        <ProblemNote problem={problem} onClose={clear} />
      </div>
    </li>
  );
}
