import { Check, Link2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { addressOf, linkStateOf } from './session-link.ts';

const SHOWN_MS = 2000;

/** A link to what is applied, to hand to somebody else. */
export function CopyLink({ session }: { readonly session: SessionState }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [link, setLink] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [copied, setCopied] = useState(false);
  // The session changes with every fact, and its link with its setup alone.
  const state = JSON.stringify(linkStateOf(session));
  useEffect(() => {
    let isOver = false;
    setRefusal(undefined);
    addressOf(JSON.parse(state), location.origin).then(
      (made) => !isOver && setLink(made),
      // A setup may be too large for a link.
      (error: unknown) => !isOver && setRefusal(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isOver = true;
    };
  }, [state]);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  if (refusal !== undefined) return <p className="text-meta text-soft">{refusal}</p>;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium">
        Link to this setup
      </label>
      <div className="flex gap-2">
        <TextInput
          id={id}
          ref={field}
          readOnly
          value={link ?? ''}
          aria-describedby={`${id}-help`}
          onFocus={({ target }) => target.select()}
          className="min-w-0 flex-1 truncate font-mono text-small!"
        />
        <Button
          disabled={link === undefined}
          onClick={() => {
            field.current?.select();
            // A browser lets pages copy by themselves over secure connections only. Else it is selected, to be copied by hand.
            if (link === undefined || !isSecureContext) return;
            void navigator.clipboard.writeText(link).then(
              () => setCopied(true),
              () => undefined,
            );
          }}
        >
          {copied ? <Check size={16} aria-hidden /> : <Link2 size={16} aria-hidden />}
          Copy link
        </Button>
        <span role="status" className="sr-only">
          {copied ? 'The link is copied.' : ''}
        </span>
      </div>
      <p id={`${id}-help`} className="text-meta text-soft">
        Opens this session, or offers a new one with the same setup. It holds no secret.
      </p>
    </div>
  );
}
