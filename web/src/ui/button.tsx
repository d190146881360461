import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from './classes.ts';

const LOOKS = {
  primary: 'bg-accent-fill text-on-accent border-transparent hover:not-disabled:brightness-110',
  plain: 'bg-raised text-ink border-line hover:not-disabled:bg-hover',
  quiet:
    'bg-transparent text-soft border-transparent hover:not-disabled:bg-hover hover:not-disabled:text-ink',
  danger: 'bg-raised text-bad border-line hover:not-disabled:bg-bad-ground',
} as const;

export type ButtonLook = keyof typeof LOOKS;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with words on it. */
export function Button({ look = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classes(
        'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 text-small font-medium whitespace-nowrap transition-colors duration-120 disabled:opacity-55 max-sm:h-10',
        LOOKS[look],
        className,
      )}
      {...rest}
    />
  );
}

export interface IconButtonProps extends ButtonProps {
  /** Its name, for those who do not see the icon. */
  readonly label: string;
}

/** A button that is an icon of 16 px. */
export function IconButton({ label, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      look={look}
      aria-label={label}
      title={label}
      className={classes('w-8 px-0! max-sm:w-10', className)}
      {...rest}
    />
  );
}
