import type { ComponentProps, KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import { TextArea } from './field.tsx';
import { Key } from './key.tsx';

/** A box for text that Enter sends; Shift+Enter starts a new line. */
export function MessageBox({
  onSend,
  onKeyDown,
  ...rest
}: ComponentProps<typeof TextArea> & { readonly onSend: () => unknown }) {
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event);
    if (!isSending(event)) return;
    event.preventDefault();
    onSend();
  };
  return <TextArea {...rest} onKeyDown={press} />;
}

/** The key that confirms a word of an input method; Safari ends the composition before it. */
const COMPOSING_KEY = 229;

function isSending({ key, shiftKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  const isComposing = nativeEvent.isComposing || nativeEvent.keyCode === COMPOSING_KEY;
  return key === 'Enter' && !shiftKey && !altKey && !isComposing;
}

/** Says what Enter does in the box beside it. */
export function SendKeys({ verb, className }: { readonly verb: string; readonly className?: string }) {
  return (
    <p className={classes('text-meta whitespace-nowrap text-soft max-sm:hidden', className)}>
      <Key>Enter</Key> {verb} · <Key>Shift Enter</Key> new line
    </p>
  );
}
