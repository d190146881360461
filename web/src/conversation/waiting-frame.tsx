import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** The frame around something that waits for a person. */
export function WaitingFrame({
  icon: Icon,
  title,
  label,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  /** Its name for those who do not see it. */
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className="animate-arrive overflow-hidden rounded-md border border-accent/50 bg-raised"
    >
      <header className="flex items-center gap-2 bg-chosen px-4 py-2 text-small font-medium">
        <Icon size={16} className="shrink-0 text-accent" aria-hidden />
        <span className="min-w-0 flex-1">{title}</span>
      </header>
      <div className="flex flex-col gap-3 p-4">{children}</div>
    </section>
  );
}
