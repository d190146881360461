import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';

/** The frame around a waiting item. */
export function WaitingFrame({
  icon: Icon,
  title,
  label,
  isFailure = false,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  /** Its accessible name. */
  readonly label: string;
  /** Whether it reports a failure. */
  readonly isFailure?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className={classes(
        'animate-arrive overflow-hidden rounded-md border bg-raised',
        isFailure ? 'border-bad/50' : 'border-accent/50',
      )}
    >
      <header
        className={classes(
          'flex items-center gap-2 px-4 py-2 text-small font-medium',
          isFailure ? 'bg-bad-ground text-bad' : 'bg-chosen',
        )}
      >
        <Icon size={16} className={classes('shrink-0', !isFailure && 'text-accent')} aria-hidden />
        <span className="min-w-0 flex-1">{title}</span>
      </header>
      <div className="flex flex-col gap-3 p-4">{children}</div>
    </section>
  );
}
