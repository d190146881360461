import { useId, useState } from 'react';
import type { SessionPlan } from '../../../../src/planners/commits/session-fold.ts';
import type { SessionState } from '../../api/contracts.ts';
import { Blocks } from '../../blocks/blocks.tsx';
import { CommandBar } from '../../commands/command-bar.tsx';
import { useListedCommands } from '../../commands/listed-commands.ts';
import { useOpenSession } from '../../state/open-session.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { usePanel } from '../panel.ts';
import { useCommitHistory } from './commit-history.ts';
import type { EvolutionLine } from './evolution-lineage.ts';
import { HistoryGraph } from './history-graph.tsx';
import { LineageGraph } from './lineage-graph.tsx';
import { CommitsOfPlans, OpenedCommit } from './opened-commit.tsx';
import { StartTasks } from './start-tasks.tsx';
import { TrajectoryBlocks } from './trajectory-blocks.tsx';

/** The fields of a plan that the panel needs. */
export type PlanLine = Pick<SessionPlan, 'request' | 'standing' | 'proposal'> &
  Partial<Pick<SessionPlan, 'work'>>;

type Part = 'Plan' | 'Lineage' | 'History';

/** Plans from commits: their blocks, and the graph of the history they are based on. */
export function CommitsPanel() {
  const { session, canAct, command } = usePanel();
  const plans = plansIn(session);
  const [chosen, choose] = useState<Part>();
  const [opened, open] = useState<string>();
  const evolution = evolutionsIn(session).at(-1);
  const parts: readonly Part[] = evolution ? ['Plan', 'Lineage', 'History'] : ['Plan', 'History'];
  const part = chosen ?? (plans.length === 0 && session.ready ? 'History' : 'Plan');
  const accepted = plans.findLast(({ standing }) => standing === 'accepted');
  const commands = useListedCommands(session);
  const now = useOpenSession((state) => state.now) ?? session;
  const running = evolutionsIn(now).at(-1);
  // One evolution runs at a time.
  const canBegin = now.ready && !(running && !running.stopped) && part === 'Plan' && opened === undefined;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <fieldset className="flex h-10 shrink-0 items-center gap-1 border-b px-2">
        <legend className="sr-only">What to show</legend>
        {parts.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={part === each}
            onClick={() => {
              choose(each);
              open(undefined);
            }}
            className="h-7 rounded-md px-2.5 text-small font-medium text-soft hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink max-sm:h-10"
          >
            {each}
          </button>
        ))}
      </fieldset>
      <div className="@container min-h-0 flex-1 overflow-y-auto p-4">
        {opened !== undefined ? (
          <OpenedCommit commit={opened} onClose={() => open(undefined)} />
        ) : part === 'History' ? (
          <History plans={plans} version={session.setup?.configSha256 ?? ''} onOpen={open} />
        ) : part === 'Lineage' && evolution ? (
          <LineageGraph evolution={evolution} plans={plans} onOpen={open} />
        ) : (
          <div className="flex flex-col gap-4">
            {accepted && canAct && <StartTasks requestId={accepted.request.requestId} />}
            <CommitsOfPlans
              commits={commitsOf(plans.filter((plan) => isOfInterest(plan, evolution)))}
              onOpen={open}
            />
            <Blocks
              blocks={session.blocks}
              onCommand={command}
              disabled={!canAct}
              waiting={session.waiting}
            />
          </div>
        )}
      </div>
      {canBegin && commands.length > 0 && (
        <div className="shrink-0 border-t px-4 py-2">
          <CommandBar commands={commands} onCommand={command} disabled={!canAct} />
        </div>
      )}
    </div>
  );
}

/** The lineage of an evolution has all candidates, so only the best one is shown here. */
function isOfInterest({ request, work }: PlanLine, evolution: EvolutionLine | undefined): boolean {
  return request.evolution === undefined || work?.change?.commit === evolution?.offered?.commit;
}

/** The plans of a session, newest last, from the data of its planner's module. */
function plansIn({ planner }: SessionState): readonly PlanLine[] {
  return planner.type === 'commits' && Array.isArray(planner.plans) ? (planner.plans as PlanLine[]) : [];
}

/** The evolutions of a session, newest last. */
function evolutionsIn({ planner }: SessionState): readonly EvolutionLine[] {
  return planner.type === 'commits' && Array.isArray(planner.evolutions)
    ? (planner.evolutions as EvolutionLine[])
    : [];
}

/** The commits that plans led to, newest first. */
function commitsOf(plans: readonly PlanLine[]) {
  return plans.toReversed().flatMap(({ work, proposal, request }) => {
    const commit = work?.change?.commit;
    return commit === undefined ? [] : [{ commit, label: proposal?.plan.plan_summary ?? request.goal }];
  });
}

function History({
  plans,
  version,
  onOpen,
}: {
  readonly plans: readonly PlanLine[];
  readonly version: string;
  readonly onOpen: (commit: string) => void;
}) {
  const id = useId();
  const [wanted, setWanted] = useState<string>();
  const request = wanted ?? plans.at(-1)?.request.requestId;
  const plan = plans.find((each) => each.request.requestId === request);
  const { history, problem } = useCommitHistory(plan?.request.requestId, plan?.standing ?? version);
  return (
    <section aria-label="History" className="flex flex-col gap-3">
      {plans.length > 0 && (
        <label htmlFor={id} className="flex flex-col gap-1 text-small font-medium">
          Plan
          <select
            id={id}
            value={request}
            onChange={({ target }) => setWanted(target.value)}
            className="h-8 w-full max-w-xl rounded-md border border-edge/60 bg-raised px-2 text-body font-normal max-sm:h-10"
          >
            {plans.toReversed().map(({ request: { requestId, goal } }) => (
              <option key={requestId} value={requestId}>
                {goal.split('\n')[0]}
              </option>
            ))}
            <option value="">The next plan</option>
          </select>
        </label>
      )}
      {problem && <ProblemNote problem={problem} />}
      {!problem && history === undefined && (
        <p role="status" className="text-small text-soft">
          Reading the history…
        </p>
      )}
      {history && (
        <>
          <TrajectoryBlocks history={history} />
          <HistoryGraph history={history} onOpen={onOpen} />
        </>
      )}
    </section>
  );
}
