import { GitCommitHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { Waiting } from '../api/contracts.ts';
import { useCommands } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { WaitingFrame } from './waiting-frame.tsx';

/** A plan from commits that waits for a decision. Its details are in the view beside. */
export function PlanCard({ item }: { readonly item: Extract<Waiting, { type: 'plan' }> }) {
  const { requestId, digest, summary } = item;
  const [reason, setReason] = useState<string>();
  const { busy, problem, send, clear } = useCommands();
  return (
    <WaitingFrame icon={GitCommitHorizontal} label="Plan" title="A plan waits for your decision">
      <p className="break-words whitespace-pre-wrap">{summary}</p>
      {reason !== undefined && (
        <TextInput
          aria-label="Why it is rejected"
          placeholder="Why? Whoever plans next is told"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex flex-wrap items-center gap-2">
        {reason === undefined ? (
          <>
            <Button
              look="primary"
              disabled={busy}
              onClick={() => send({ type: 'accept-plan', requestId, digest })}
            >
              Accept plan
            </Button>
            <Button disabled={busy} onClick={() => setReason('')}>
              Reject
            </Button>
          </>
        ) : (
          <>
            <Button
              look="primary"
              disabled={busy}
              onClick={() =>
                send({
                  type: 'reject-plan',
                  requestId,
                  digest,
                  ...(reason.trim() && { reason: reason.trim() }),
                })
              }
            >
              Reject plan
            </Button>
            <Button onClick={() => setReason(undefined)}>Keep it</Button>
          </>
        )}
        <span className="ml-auto font-mono text-meta text-soft">{digest.slice(0, 8)}</span>
      </div>
    </WaitingFrame>
  );
}
