import { Wrench } from 'lucide-react';
import { useCommands } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { WaitingFrame } from './waiting-frame.tsx';

/** Repairs to choose from, exactly as the planner offers them. */
export function OptionsCard({
  reason,
  options,
}: {
  readonly reason: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}) {
  const { busy, problem, send, clear } = useCommands();
  return (
    <WaitingFrame icon={Wrench} label="Repair" title="Something needs mending">
      <p className="break-words whitespace-pre-wrap">{reason}</p>
      <div className="flex flex-col items-start gap-2">
        {options.map(({ id, label }) => (
          <Button
            key={id}
            disabled={busy}
            onClick={() => send({ type: 'choose', optionId: id })}
            className="h-auto min-h-8 max-w-full py-1.5 text-left whitespace-normal"
          >
            {label}
          </Button>
        ))}
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </WaitingFrame>
  );
}
