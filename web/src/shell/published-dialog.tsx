import { Copy } from 'lucide-react';
import { useId } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The address of a published session for other agents. */
export function PublishedDialog({
  session,
  onClose,
}: {
  /** The published session; undefined closes the dialog. */
  readonly session: SessionState | undefined;
  readonly onClose: () => void;
}) {
  const field = useId();
  return (
    <Dialog
      open={session !== undefined}
      onOpenChange={onClose}
      title={`${session?.title || session?.id} is published`}
      description="Other agents talk to it over A2A, at the address of its card."
    >
      {session && (
        <div className="flex flex-col gap-2 text-small">
          <label htmlFor={field} className="font-medium">
            Address of its card
          </label>
          <CopyField
            id={field}
            text={`${location.origin}/a2a/${encodeURIComponent(session.id)}/.well-known/agent-card.json`}
            icon={Copy}
            label="Copy"
            done="Copied"
          />
          <p id={`${field}-help`} className="text-meta text-soft">
            The session's menu shows it again.
          </p>
        </div>
      )}
    </Dialog>
  );
}
