import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says what could be here, and how to get it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  isPage = false,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Whether it fills the page. */
  readonly isPage?: boolean;
}) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="m-auto flex max-w-sm flex-col items-center gap-2 p-8 text-center">
      <Icon size={20} className="text-soft" aria-hidden />
      <Title className="font-medium">{title}</Title>
      {children && <p className="text-small text-soft">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
