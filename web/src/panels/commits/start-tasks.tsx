import { ListChecks } from 'lucide-react';
import { HandOverButton } from '../../commands/hand-over-button.tsx';
import { usePanel } from '../panel.ts';

/** Starts the tasks of an accepted plan in their own session, or links to it. */
export function StartTasks({ requestId }: { readonly requestId: string }) {
  const { id, handsOver } = usePanel().session;
  const offered = handsOver.find(({ key }) => key === requestId);
  if (offered === undefined) return null;
  return (
    <HandOverButton
      from={id}
      offered={offered}
      icon={<ListChecks size={16} aria-hidden />}
      startLabel="Start its tasks"
      openLabel="Go to its tasks"
    />
  );
}
