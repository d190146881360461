import { ArrowRight, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ask } from '../api/client.ts';
import type { PlannerLine, SessionState } from '../api/contracts.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { beginSession } from '../state/begin-session.ts';
import { usePendingAction } from '../state/commands.ts';
import { askWhenReachable } from '../state/connection.ts';
import { putLine, useSessions } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { AgentCard } from './agent-card.tsx';
import { GoalBox } from './goal-box.tsx';

interface ExampleLine {
  readonly plannerId: string;
  readonly title: string;
  readonly promise: string;
}

/** The first screen: a box for a goal, a card with an example for each planner, and one for coding agents. */
export function Home() {
  const planners = useSessions((state) => state.planners);
  const examples = useExamples();
  const [, go] = useLocation();
  const { busy, problem, run, clear } = usePendingAction();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('new');
  const shown = inOrder(examples === undefined ? [] : planners, examples ?? []);

  const tryExample = ({ id, examples: [own] }: PlannerLine) =>
    run(async () => {
      const isPrepared = examples?.some(({ plannerId }) => plannerId === id) ?? false;
      const session =
        own && !isPrepared
          ? await beginSession({ plannerId: id, ...own })
          : await ask<SessionState>(`/api/examples/${encodeURIComponent(id)}`, { method: 'POST', body: {} });
      putLine(session);
      go(`/sessions/${encodeURIComponent(session.id)}`);
    });

  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-6 px-6 py-10 max-sm:px-4 max-sm:py-6">
        <header className="flex flex-col gap-1">
          <h1 className="text-display font-semibold">What do you want to plan?</h1>
          <p className="max-w-2xl text-soft">
            Every step is kept in a journal: nothing is lost, nothing is sent without your approval, and you
            can go back to any moment. The examples need no key and no network.
          </p>
        </header>
        <GoalBox wanted={wanted} shown={shown} />
        <ProblemNote problem={problem} onClose={clear} />
        {examples !== undefined && <AgentCard />}
        <ul
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-4"
          aria-label="Planners"
        >
          {shown.map((planner) => (
            <PlannerCard
              key={planner.id}
              planner={planner}
              example={examples?.find(({ plannerId }) => plannerId === planner.id) ?? planner.examples[0]}
              busy={busy}
              onTry={() => tryExample(planner)}
              onNew={() => setParams({ new: planner.id })}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

function PlannerCard({
  planner,
  example,
  busy,
  onTry,
  onNew,
}: {
  readonly planner: PlannerLine;
  readonly example: Partial<ExampleLine> | undefined;
  readonly busy: boolean;
  readonly onTry: () => Promise<unknown>;
  readonly onNew: () => void;
}) {
  return (
    <li className="flex flex-col gap-3 rounded-md border bg-raised p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <span className="grid size-7 place-items-center rounded-md bg-chosen text-accent">
          <PlannerIcon plannerId={planner.id} />
        </span>
        {planner.name}
      </h2>
      <p className="flex-1 text-small text-soft">{example?.promise ?? planner.description}</p>
      <div className="flex items-center gap-2">
        {example && (
          <Button
            look="primary"
            disabled={busy}
            onClick={onTry}
            aria-label={`Try an example: ${example.title}`}
          >
            Try an example
            <ArrowRight size={16} aria-hidden />
          </Button>
        )}
        <Button look={example ? 'quiet' : 'plain'} onClick={onNew} aria-label={`New ${planner.name} session`}>
          <Plus size={16} aria-hidden />
          New
        </Button>
      </div>
    </li>
  );
}

/** Examples that the server prepares; `undefined` until they are known, so that cards do not move. */
function useExamples(): readonly ExampleLine[] | undefined {
  const [examples, setExamples] = useState<readonly ExampleLine[]>();
  useEffect(() => {
    askWhenReachable<{ readonly examples: readonly ExampleLine[] }>('/api/examples').then(
      (answer) => setExamples(answer.examples),
      // Without examples the cards still begin sessions.
      () => setExamples([]),
    );
  }, []);
  return examples;
}

/** In the order of the examples, the most visual first, then all others. */
function inOrder(planners: readonly PlannerLine[], examples: readonly ExampleLine[]): readonly PlannerLine[] {
  const place = ({ id }: PlannerLine) => {
    const at = examples.findIndex(({ plannerId }) => plannerId === id);
    return at === -1 ? examples.length : at;
  };
  return planners.toSorted((a, b) => place(a) - place(b));
}
