import { History } from 'lucide-react';
import { useIsPresent, useShown } from '../state/open-session.ts';
import { PastSetup } from './past-setup.tsx';
import { SetupCard } from './setup-card.tsx';

/** The planner's setup: editable in the present, read-only in the past. */
export function SetupPanel() {
  const shown = useShown();
  const isPresent = useIsPresent();
  if (shown === undefined) return null;
  if (isPresent && !shown.archived) return <SetupCard key={shown.id} session={shown} />;
  return (
    <div className="h-full overflow-y-auto p-4">
      <p className="mb-3 flex items-center gap-2 text-small text-soft">
        <History size={16} aria-hidden />
        {isPresent ? 'This session is archived. Reopen it to change its setup.' : 'The setup at this moment.'}
      </p>
      <PastSetup setup={shown.setup} />
    </div>
  );
}
