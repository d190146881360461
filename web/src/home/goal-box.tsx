import { ArrowRight } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { ask } from '../api/client.ts';
import type { PlannerLine } from '../api/contracts.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { beginSession } from '../state/begin-session.ts';
import { useDoing } from '../state/commands.ts';
import { useSessions } from '../state/sessions.ts';
import { keepUnsentText } from '../state/unsent.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { TextArea } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** How long somebody has stopped typing before it is asked who suits. */
const TYPING_MS = 250;
const MOST_OFFERED = 4;
const LONGEST_TITLE = 80;

/** What somebody wants to plan, in words: the planner that suits best takes it, or another one that is chosen. */
export function GoalBox() {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, choose] = useState<string>();
  const offered = useFitting(text);
  const [, go] = useLocation();
  const { busy, problem, run, clear } = useDoing();
  const planner = offered.find((each) => each.id === chosen) ?? offered[0];
  const goal = text.trim();
  const begin = (event?: FormEvent) => {
    event?.preventDefault();
    if (goal === '' || planner === undefined) return;
    void run(async () => {
      const session = await beginSession({ title: titleOf(goal), plannerId: planner.id, text: goal });
      go(`/sessions/${encodeURIComponent(session.id)}${session.ready ? '' : '?view=setup'}`);
    });
  };
  const setUp = () =>
    run(async () => {
      if (goal === '' || planner === undefined) return;
      const session = await beginSession({ title: titleOf(goal), plannerId: planner.id });
      keepUnsentText(`${session.id}/text`, goal);
      go(`/sessions/${encodeURIComponent(session.id)}?view=setup`);
    });
  return (
    <form
      onSubmit={begin}
      aria-labelledby={id}
      className="flex flex-col gap-2 rounded-md border bg-raised p-4"
    >
      <label id={id} htmlFor={`${id}-text`} className="sr-only">
        Your goal
      </label>
      <TextArea
        id={`${id}-text`}
        lines={2}
        value={text}
        placeholder="Describe it in your own words"
        onChange={({ target }) => {
          setText(target.value);
          choose(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) begin();
        }}
      />
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" waits={busy} disabled={goal === '' || planner === undefined}>
          {planner ? `Plan with ${planner.name}` : 'Plan'}
          <ArrowRight size={16} aria-hidden />
        </Button>
        {planner && (
          <Button look="quiet" onClick={setUp} title="Choose how it works before anything is planned">
            Set up first
          </Button>
        )}
        {offered.length > 1 && (
          <fieldset className="flex min-w-0 flex-wrap gap-1">
            <legend className="sr-only">Planner</legend>
            {offered.map((each) => (
              <button
                key={each.id}
                type="button"
                aria-pressed={each === planner}
                onClick={() => choose(each.id)}
                className={classes(
                  'flex h-8 items-center gap-1.5 rounded-md px-2 text-small max-sm:h-10',
                  each === planner ? 'bg-chosen text-accent' : 'text-soft hover:bg-hover hover:text-ink',
                )}
              >
                <PlannerIcon plannerId={each.id} />
                {each.name}
              </button>
            ))}
          </fieldset>
        )}
      </div>
    </form>
  );
}

function titleOf(goal: string): string {
  return goal.split('\n')[0]?.slice(0, LONGEST_TITLE) ?? goal;
}

/** The planners that suit a text, the best first. While nobody has typed, none. */
function useFitting(text: string): readonly PlannerLine[] {
  const planners = useSessions((state) => state.planners);
  const [ids, setIds] = useState<readonly string[]>([]);
  const goal = text.trim();
  useEffect(() => {
    if (goal === '') {
      setIds([]);
      return;
    }
    const asked = new AbortController();
    const timer = setTimeout(() => {
      ask<{ readonly planners: readonly { readonly id: string; readonly fit: number }[] }>('/api/fits', {
        body: { text: goal },
        signal: asked.signal,
      }).then(
        (answer) => setIds(answer.planners.flatMap(({ id, fit }) => (fit > 0 ? [id] : []))),
        // Without an answer the cards below still begin sessions.
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [goal]);
  if (ids.length === 0) return [];
  const fitting = ids.flatMap((id) => planners.find((planner) => planner.id === id) ?? []);
  // Those that do not say what suits them can be chosen all the same.
  const others = planners.filter(({ id, commands }) => !ids.includes(id) && commands.includes('say'));
  return [...fitting, ...others].slice(0, MOST_OFFERED);
}
