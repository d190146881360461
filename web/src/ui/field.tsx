import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { classes } from './classes.ts';

const BOX =
  'w-full rounded-md border border-edge/60 bg-raised px-3 text-body text-ink transition-colors duration-120 hover:border-edge focus-visible:border-accent focus-visible:outline-1 disabled:opacity-60 aria-invalid:border-bad max-sm:text-[16px]';

export function TextInput({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> }) {
  return <input dir="auto" className={classes(BOX, 'h-8 max-sm:h-10', className)} {...rest} />;
}

const LINE_PX = 20;
const AROUND_PX = 14;

/** A text area that grows with its content, from `lines` on. */
export function TextArea({
  className,
  lines = 3,
  ...rest
}: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'style'> & {
  readonly lines?: number;
  readonly ref?: Ref<HTMLTextAreaElement>;
}) {
  return (
    <textarea
      dir="auto"
      className={classes(BOX, 'field-sizing-content resize-none py-1.5', className)}
      style={{ minHeight: lines * LINE_PX + AROUND_PX }}
      {...rest}
    />
  );
}
