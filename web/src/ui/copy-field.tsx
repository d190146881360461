import { Check, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { TextInput } from './field.tsx';

const SHOWN_MS = 2000;

/** A read-only text with a button that copies it. */
export function CopyField({
  id,
  text,
  icon: Icon,
  label,
  done,
}: {
  readonly id: string;
  /** Undefined until it is available. */
  readonly text: string | undefined;
  readonly icon: LucideIcon;
  readonly label: string;
  /** The notice after it was copied. */
  readonly done: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className="flex gap-2">
      <TextInput
        id={id}
        ref={field}
        readOnly
        value={text ?? ''}
        aria-describedby={`${id}-help`}
        onFocus={({ target }) => target.select()}
        className="min-w-0 flex-1 truncate font-mono text-small!"
      />
      <Button
        disabled={text === undefined}
        onClick={() => {
          field.current?.select();
          // A browser lets pages copy by themselves over secure connections only. Else it is selected, to be copied by hand.
          if (text === undefined || !isSecureContext) return;
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
      >
        {copied ? <Check size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
        {label}
      </Button>
      <span role="status" className="sr-only">
        {copied ? done : ''}
      </span>
    </div>
  );
}
