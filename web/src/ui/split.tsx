import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Group, Separator, useDefaultLayout, useGroupRef } from 'react-resizable-panels';
import { classes } from './classes.ts';
import { useEscape } from './use-escape.ts';

/** Panels beside or below each other. What a person makes of their sizes is kept, and Escape takes a drag back. */
export function SplitGroup({
  id,
  orientation = 'horizontal',
  children,
}: {
  /** What its sizes are kept under. */
  readonly id: string;
  readonly orientation?: 'horizontal' | 'vertical';
  readonly children: ReactNode;
}) {
  const layout = useDefaultLayout({ id, storage: localStorage });
  const group = useGroupRef();
  const [pointer, setPointer] = useState<number>();
  const before = useRef<Readonly<Record<string, number>>>(undefined);
  useEffect(() => {
    if (pointer === undefined) return;
    const end = () => setPointer(undefined);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [pointer]);
  useEscape(pointer !== undefined, () => {
    const pointerId = pointer ?? 0;
    document.dispatchEvent(new window.PointerEvent('pointercancel', { pointerId, bubbles: true }));
    if (before.current) group.current?.setLayout({ ...before.current });
    setPointer(undefined);
  });
  return (
    <Group
      orientation={orientation}
      className="min-h-0 flex-1"
      groupRef={group}
      onPointerDownCapture={({ target, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
        const line = target instanceof Element ? target.closest('[role=separator]') : null;
        if (line?.parentElement !== currentTarget) return;
        before.current = group.current?.getLayout();
        setPointer(pointerId);
      }}
      {...layout}
    >
      {children}
    </Group>
  );
}

/** The line between two panels: dragged over a strip wider than it looks, or moved with the arrow keys. */
export function SplitLine({
  orientation = 'horizontal',
  label,
}: {
  /** As that of its group. */
  readonly orientation?: 'horizontal' | 'vertical';
  /** Its name; outside of every landmark it has none. */
  readonly label?: string;
}) {
  return (
    <Separator
      aria-label={label}
      className={classes(
        "relative z-20 bg-line transition-colors duration-120 outline-none after:absolute after:content-[''] hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent",
        orientation === 'horizontal'
          ? 'w-px after:inset-y-0 after:-inset-x-1.5 pointer-coarse:after:-inset-x-2.5'
          : 'h-px after:inset-x-0 after:-inset-y-1.5 pointer-coarse:after:-inset-y-2.5',
      )}
    />
  );
}
