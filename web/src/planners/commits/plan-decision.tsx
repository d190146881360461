import { ListChecks } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ask, sessionPath } from '../../api/client.ts';
import type { SessionState } from '../../api/contracts.ts';
import { useCommands, useDoing } from '../../state/commands.ts';
import { whenHeard } from '../../state/connection.ts';
import { putLine, useSessions } from '../../state/sessions.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { PlanLine } from './plan-standing.tsx';

/** What can be done about a plan: decide on exactly what is shown, and begin its tasks once it is accepted. */
export function PlanDecision({ session, plan }: { readonly session: string; readonly plan: PlanLine }) {
  const { standing, proposal, request } = plan;
  // It is told of a decision that came too late also when there is nothing left to decide.
  const deciding = useCommands();
  const starting = useStartedTasks(session, request.requestId);
  return (
    <>
      {standing === 'proposed' && proposal && (
        <Decide
          requestId={request.requestId}
          digest={proposal.digest}
          deciding={deciding}
          starting={starting}
        />
      )}
      {standing === 'accepted' && <StartTasks starting={starting} />}
      <ProblemNote problem={deciding.problem} onClose={deciding.clear} />
      <ProblemNote problem={starting.problem} onClose={starting.clear} />
    </>
  );
}

type StartedTasks = ReturnType<typeof useStartedTasks>;

function Decide({
  requestId,
  digest,
  deciding: { busy, send },
  starting,
}: {
  readonly requestId: string;
  readonly digest: string;
  readonly deciding: ReturnType<typeof useCommands>;
  readonly starting: StartedTasks;
}) {
  const id = useId();
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const accept = async (andStart: boolean) => {
    if ((await send({ type: 'accept-plan', requestId, digest })) && andStart) await starting.start();
  };
  return (
    <form
      aria-label="Decide on this plan"
      className="flex flex-col gap-2 rounded-md border border-accent bg-chosen px-3 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send({
          type: 'reject-plan',
          requestId,
          digest,
          ...(reason.trim() && { reason: reason.trim() }),
        });
      }}
    >
      <p className="flex items-baseline gap-2 text-small">
        <span className="min-w-0 flex-1 font-medium">This plan waits for your decision.</span>
        <span className="shrink-0 font-mono text-meta text-soft" title={`Digest ${digest}`}>
          {digest.slice(0, 12)}
        </span>
      </p>
      {rejecting && (
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="text-meta text-soft">
            Why? Whoever plans next is told.
          </label>
          <TextInput id={id} value={reason} onChange={({ target }) => setReason(target.value)} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {rejecting ? (
          <>
            <Button type="submit" look="danger" waits={busy}>
              Reject this plan
            </Button>
            <Button onClick={() => setRejecting(false)}>Back</Button>
          </>
        ) : (
          <>
            <Button look="primary" disabled={busy} onClick={() => accept(false)}>
              Accept
            </Button>
            <Button disabled={busy || starting.busy} onClick={() => accept(true)}>
              Accept & start tasks
            </Button>
            <Button look="quiet" disabled={busy} onClick={() => setRejecting(true)}>
              Reject…
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

function StartTasks({ starting: { id, isThere, busy, start } }: { readonly starting: StartedTasks }) {
  return isThere ? (
    <Link
      href={`/sessions/${encodeURIComponent(id)}`}
      className="flex h-8 items-center gap-1.5 self-start rounded-md border px-3 text-small font-medium hover:bg-hover"
    >
      <ListChecks size={16} aria-hidden />
      Go to its tasks
    </Link>
  ) : (
    <Button look="primary" waits={busy} onClick={start} className="self-start">
      <ListChecks size={16} aria-hidden />
      Start its tasks
    </Button>
  );
}

/** The session with the tasks of a plan, which bears the plan's own name. */
function useStartedTasks(session: string, requestId: string) {
  const id = `tasks:${requestId}`;
  const isThere = useSessions(({ lines = [] }) => lines.some((line) => line.id === id));
  const [, navigate] = useLocation();
  const { busy, problem, run, clear } = useDoing();
  const start = () =>
    run(async () => {
      // Asked twice, it is done once: a plan has one session with its tasks.
      const path = sessionPath(session, '/commits/tasks');
      const made = await whenHeard(() => ask<SessionState>(path, { body: { requestId } }));
      putLine(made);
      navigate(`/sessions/${encodeURIComponent(made.id)}`);
    });
  return { id, isThere, busy, problem, start, clear };
}
