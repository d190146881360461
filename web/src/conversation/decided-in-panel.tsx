import { Hand } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { PlannerPanel } from '../panels/planner-panels.ts';
import { Button } from '../ui/button.tsx';
import { WaitingFrame } from './waiting-frame.tsx';

/** A waiting item that is decided in the planner's own panel, which shows what each choice changes. */
export function DecidedInPanel({
  text,
  panel: { id, label, icon: Icon },
}: {
  readonly text: string;
  readonly panel: PlannerPanel;
}) {
  const [, setParams] = useSearchParams();
  const show = () => {
    setParams(
      (before) => {
        before.set('view', id);
        return before;
      },
      { replace: true },
    );
    document.querySelector<HTMLElement>('[data-options] button')?.focus();
  };
  return (
    <WaitingFrame icon={Hand} label={text} title="Your decision">
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {text}
      </p>
      <Button look="primary" className="self-start" onClick={show}>
        <Icon size={16} aria-hidden />
        Compare the options · {label}
      </Button>
    </WaitingFrame>
  );
}
