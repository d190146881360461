import { type ReactNode, useId } from 'react';
import { classes } from '../ui/classes.ts';

/** A block with its title. */
export function BlockFrame({
  title,
  label,
  aside,
  framed = false,
  children,
}: {
  readonly title?: string | undefined;
  /** Its accessible name if it has no title. */
  readonly label: string;
  /** Shown next to the title. */
  readonly aside?: ReactNode;
  /** Whether it has a border around it. */
  readonly framed?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  const hasHeader = Boolean(title) || Boolean(aside);
  return (
    <article
      {...(title ? { 'aria-labelledby': id } : { 'aria-label': label })}
      className={classes('min-w-0', framed && 'overflow-hidden rounded-md border bg-raised')}
    >
      {hasHeader && (
        <header
          className={classes(
            'flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1',
            framed ? 'border-b px-3 py-1' : 'mb-1',
          )}
        >
          {title && (
            <h2 id={id} dir="auto" className="min-w-0 flex-1 text-body font-semibold break-words">
              {title}
            </h2>
          )}
          {aside && <div className="ml-auto text-meta text-soft tabular-nums">{aside}</div>}
        </header>
      )}
      {children}
    </article>
  );
}
