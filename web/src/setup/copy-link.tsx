import { Link2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { addressOf, linkStateOf } from './session-link.ts';

/** A link to the applied setup, to share. */
export function CopyLink({ session }: { readonly session: SessionState }) {
  const id = useId();
  const [link, setLink] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  // The session changes with every fact, and its link with its setup alone.
  const state = JSON.stringify(linkStateOf(session));
  useEffect(() => {
    let isOver = false;
    setRefusal(undefined);
    addressOf(JSON.parse(state), location.origin).then(
      (address) => !isOver && setLink(address),
      // A setup may be too large for a link.
      (error: unknown) => !isOver && setRefusal(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isOver = true;
    };
  }, [state]);
  if (refusal !== undefined) return <p className="text-meta text-soft">{refusal}</p>;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium">
        Link to this setup
      </label>
      <CopyField id={id} text={link} icon={Link2} label="Copy link" done="The link is copied." />
      <p id={`${id}-help`} className="text-meta text-soft">
        Opens this session, or offers a new one with the same setup. It holds no secret.
      </p>
    </div>
  );
}
