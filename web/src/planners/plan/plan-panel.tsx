import { ListTodo, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { PlanView } from '../../api/contracts.ts';
import { useCommands } from '../../state/commands.ts';
import { useIsPresent, useShown } from '../../state/open-session.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextInput } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { PlanBeginning } from './plan-beginning.tsx';
import { StepRow } from './step-row.tsx';

/** The plan that an agent keeps by the plan tools, changed here by the same commands. */
export function PlanPanel() {
  const shown = useShown();
  const isPresent = useIsPresent();
  if (shown?.planner.type !== 'plan') return null;
  const view = shown.planner;
  const mayAct = isPresent && !shown.archived;
  if (view.objective === null) {
    return mayAct ? (
      <PlanBeginning />
    ) : (
      <EmptyState icon={ListTodo} title="No plan yet">
        Nothing was planned at this moment.
      </EmptyState>
    );
  }
  const isActive = view.status === 'active';
  return (
    <div className="flex h-full flex-col">
      <PlanHeader view={view} mayAct={mayAct && isActive} />
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        <ol aria-label="Steps" className="flex flex-col gap-1">
          {view.steps.map((step) => (
            <StepRow key={step.stepId} step={step} mayAct={mayAct && isActive} />
          ))}
        </ol>
        {view.steps.length === 0 && <p className="px-2 text-small text-soft">It has no steps yet.</p>}
        {mayAct && isActive && <AddStep />}
        {mayAct && !isActive && <NextPlan />}
      </div>
    </div>
  );
}

const STATUSES: Readonly<
  Record<NonNullable<PlanView['status']>, { readonly word: string; readonly tone: Tone }>
> = {
  active: { word: 'Active', tone: 'calm' },
  completed: { word: 'Completed', tone: 'good' },
  abandoned: { word: 'Given up', tone: 'neutral' },
};

function PlanHeader({ view, mayAct }: { readonly view: PlanView; readonly mayAct: boolean }) {
  const { objective, status, progress } = view;
  const [asking, setAsking] = useState(false);
  const { busy, problem, send, clear } = useCommands();
  const words = `${progress.done} of ${progress.total} done`;
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b px-4 py-3">
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 font-medium break-words">{objective}</h2>
        {status && <Badge tone={STATUSES[status].tone}>{STATUSES[status].word}</Badge>}
      </div>
      <div className="flex items-center gap-3">
        <div
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={progress.total}
          aria-valuenow={progress.done}
          aria-valuetext={words}
          className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full bg-good transition-all duration-180"
            style={{ width: `${progress.total === 0 ? 0 : (100 * progress.done) / progress.total}%` }}
          />
        </div>
        <span className="shrink-0 text-meta text-soft tabular-nums">{words}</span>
        {mayAct && !asking && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            Give up
          </Button>
        )}
      </div>
      {mayAct && asking && (
        <fieldset className="flex flex-wrap items-center gap-2 rounded-md bg-bad-ground px-3 py-2">
          <legend className="sr-only">Give the plan up</legend>
          <span className="flex-1 text-small">The agent is told that this plan is given up.</span>
          <Button look="danger" disabled={busy} onClick={() => send({ type: 'plan-clear' })}>
            Give the plan up
          </Button>
          <Button onClick={() => setAsking(false)}>Keep it</Button>
        </fieldset>
      )}
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}

function AddStep() {
  const id = useId();
  const [title, setTitle] = useState('');
  const { busy, problem, send, clear } = useCommands();
  const submit = async () => {
    if (await send({ type: 'plan-add', steps: [{ title: title.trim() }] })) setTitle('');
  };
  return (
    <form
      aria-label="Add a step"
      className="mt-3 flex flex-col gap-2 px-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '' && !busy) void submit();
      }}
    >
      <div className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Next step
        </label>
        <TextInput
          id={id}
          value={title}
          placeholder="What comes next"
          onChange={({ target }) => setTitle(target.value)}
        />
        <Button type="submit" waits={busy} disabled={title.trim() === ''}>
          <Plus size={16} aria-hidden />
          Add step
        </Button>
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </form>
  );
}

function NextPlan() {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <PlanBeginning />;
  return (
    <Button className="mt-3" onClick={() => setOpen(true)}>
      <Plus size={16} aria-hidden />
      Begin another plan
    </Button>
  );
}
