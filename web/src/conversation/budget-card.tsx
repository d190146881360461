import { Gauge } from 'lucide-react';
import type { Waiting } from '../api/contracts.ts';
import { useCommands } from '../state/commands.ts';
import { amountText } from '../ui/amount.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { WaitingFrame } from './waiting-frame.tsx';

/** A limit is used up: nothing begins until somebody lets it go on. */
export function BudgetCard({ item }: { readonly item: Extract<Waiting, { type: 'budget' }> }) {
  const { limit, spent, allowed } = item;
  const { busy, problem, send, clear } = useCommands();
  return (
    <WaitingFrame icon={Gauge} label="Limit" title="A limit is used up, and the session is paused">
      <p>
        {amountText(limit, spent)} spent, of {amountText(limit, allowed)} that were allowed.
      </p>
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={busy} onClick={() => send({ type: 'resume' })}>
          Go on with as much again
        </Button>
        <Button
          disabled={busy}
          onClick={() => send({ type: 'resume', limits: { [limit]: Math.max(allowed, spent) * 10 } })}
        >
          Raise to {amountText(limit, Math.max(allowed, spent) * 10)}
        </Button>
      </div>
    </WaitingFrame>
  );
}
