import { LoaderCircle } from 'lucide-react';
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useState } from 'react';
import { classes } from './classes.ts';

const LOOKS = {
  primary: 'bg-accent-fill text-on-accent border-transparent hover:not-disabled:brightness-110',
  plain: 'bg-raised text-ink border-line hover:not-disabled:bg-hover',
  quiet:
    'bg-transparent text-soft border-transparent hover:not-disabled:bg-hover hover:not-disabled:text-ink',
  danger: 'bg-raised text-bad border-line hover:not-disabled:bg-bad-ground',
} as const;

export type ButtonLook = keyof typeof LOOKS;

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> {
  readonly look?: ButtonLook;
  /** The action. If it returns a promise, the button is busy until that settles. */
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** Whether it is busy for another reason, for example while its form is being sent. */
  readonly waits?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with a label. While busy it keeps its place and the focus, and does nothing. */
export function Button({
  look = 'plain',
  className,
  type = 'button',
  waits = false,
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const [isPressed, setPressed] = useState(false);
  const isWaiting = waits || isPressed;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isWaiting) {
      event.preventDefault();
      return;
    }
    const outcome = onClick?.(event);
    if (!(outcome instanceof Promise)) return;
    setPressed(true);
    void outcome.finally(() => setPressed(false));
  };
  return (
    <button
      type={type}
      disabled={disabled && !isWaiting}
      {...(isWaiting && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={press}
      className={classes(
        'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 text-small font-medium whitespace-nowrap transition-colors duration-120 disabled:opacity-55 max-sm:h-10',
        LOOKS[look],
        isWaiting && 'relative',
        className,
      )}
      {...rest}
    >
      {isWaiting ? <Waiting>{children}</Waiting> : children}
    </button>
  );
}

/** The label of a button, replaced by a spinner unless the action is quick. */
function Waiting({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <span className="animate-give-way inline-flex min-w-0 items-center gap-1.5">{children}</span>
      <span aria-hidden className="animate-come-late absolute inset-0 grid place-items-center">
        <LoaderCircle size={16} className="animate-spin" />
      </span>
    </>
  );
}

export interface IconButtonProps extends ButtonProps {
  /** Its accessible name. */
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
