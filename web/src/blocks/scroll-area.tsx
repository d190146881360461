import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from '../ui/classes.ts';

/** Content that is larger than its place and scrolls. It is reachable by keyboard while it does. */
export function ScrollArea({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const area = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = area;
    if (current === null) return;
    const observer = new ResizeObserver(() =>
      setScrolls(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight),
    );
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={area}
      {...(scrolls && { role: 'group', tabIndex: 0, 'aria-label': label })}
      className={classes('relative max-w-full overflow-auto', className)}
    >
      {children}
    </div>
  );
}
