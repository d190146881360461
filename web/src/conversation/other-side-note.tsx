import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { otherSidesOf } from '../shell/other-sides.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const PairDialog = lazyPart(async () => (await import('../shell/pair-dialog.tsx')).PairDialog);

/** Says that a conversation has no other side yet, and lets the user choose one that the planner can play. */
export function OtherSideNote({ session }: { readonly session: SessionState }) {
  const [choosing, setChoosing] = useState(false);
  const isAlone = session.heardFrom === 'person' && otherSidesOf(session).length > 0;
  if (!isAlone || session.archived || session.readOnly) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-4 py-3 text-small">
      <ArrowLeftRight size={16} className="shrink-0 text-soft" aria-hidden />
      <p className="min-w-48 flex-1 break-words">
        <span className="font-medium">Nobody is on the other side.</span> Enter what they wrote, or choose who
        plays them.
      </p>
      <Button onClick={() => setChoosing(true)}>Choose the other side</Button>
      {choosing && <PairDialog session={session} onClose={() => setChoosing(false)} />}
    </div>
  );
}
