import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { useEscape } from './use-escape.ts';

/** How far an arrow key moves the line. */
const KEY_STEP_PX = 48;

type Orientation = 'horizontal' | 'vertical';

/** Two panels with a divider to drag. Their sizes are kept, and Escape cancels a drag. */
export function Split({
  id,
  orientation = 'horizontal',
  label,
  initial,
  min,
  max,
  minOfRest,
  first,
  children,
}: {
  /** The key that the size is kept under. */
  readonly id: string;
  readonly orientation?: Orientation;
  /** The name of the divider; none outside landmarks. */
  readonly label?: string;
  /** The size of the first panel, in pixels or percent, until a person drags the divider. */
  readonly initial: `${number}${'px' | '%'}`;
  readonly min: number;
  readonly max?: number;
  readonly minOfRest: number;
  readonly first: ReactNode;
  /** What is in the second panel. */
  readonly children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(() => keptSize(id) ?? initial);
  const [drag, setDrag] = useState<{ readonly size: string; readonly grip: number }>();
  const isRow = orientation === 'horizontal';
  const along = (box: DOMRect | undefined) => (isRow ? box?.width : box?.height) ?? 0;
  const resize = (wanted: number) => {
    const whole = along(panel.current?.parentElement?.getBoundingClientRect());
    const px = Math.max(min, Math.min(wanted, max ?? whole, whole - minOfRest));
    setSize(initial.endsWith('%') ? `${(px / whole) * 100}%` : `${px}px`);
  };
  const sizeNow = () => along(panel.current?.getBoundingClientRect());
  const pointed = (event: PointerEvent) => (isRow ? event.clientX : event.clientY);
  useEffect(() => {
    if (drag !== undefined) return;
    if (size === initial) localStorage.removeItem(keyOf(id));
    else localStorage.setItem(keyOf(id), size);
  }, [id, drag, size, initial]);
  useEscape(drag !== undefined, () => {
    if (drag) setSize(drag.size);
    setDrag(undefined);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = sizeForKey(event.key, sizeNow(), isRow);
    if (wanted === undefined) return;
    event.preventDefault();
    resize(wanted);
  };
  return (
    <div className={classes('flex min-h-0 flex-1', !isRow && 'flex-col')}>
      <div
        ref={panel}
        className="min-h-0 min-w-0 overflow-hidden"
        style={{ flex: `0 1 ${size}`, ...limits(isRow, min, max) }}
      >
        {first}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a line that can be moved is no rule between paragraphs. */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation={isRow ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(Number.parseFloat(size))}
        aria-valuemin={0}
        aria-valuemax={initial.endsWith('%') ? 100 : max}
        className={classes(
          "relative z-20 shrink-0 touch-none select-none bg-line transition-colors duration-120 outline-none after:absolute after:content-[''] hover:bg-accent focus-visible:bg-accent",
          isRow
            ? 'w-px cursor-col-resize after:inset-y-0 after:-inset-x-1.5 pointer-coarse:after:-inset-x-2.5'
            : 'h-px cursor-row-resize after:inset-x-0 after:-inset-y-1.5 pointer-coarse:after:-inset-y-2.5',
          drag && 'bg-accent',
        )}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ size, grip: pointed(event) - sizeNow() });
        }}
        onPointerMove={(event) => drag && resize(pointed(event) - drag.grip)}
        onLostPointerCapture={() => setDrag(undefined)}
        onDoubleClick={() => setSize(initial)}
        onKeyDown={onKeyDown}
      />
      <div className="min-h-0 min-w-0 flex-1 overflow-hidden" style={limits(isRow, minOfRest)}>
        {children}
      </div>
    </div>
  );
}

function sizeForKey(key: string, size: number, isRow: boolean): number | undefined {
  switch (key) {
    case isRow ? 'ArrowLeft' : 'ArrowUp':
      return size - KEY_STEP_PX;
    case isRow ? 'ArrowRight' : 'ArrowDown':
      return size + KEY_STEP_PX;
    case 'Home':
      return 0;
    case 'End':
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
}

function limits(isRow: boolean, min: number, max?: number) {
  return isRow ? { minWidth: min, maxWidth: max } : { minHeight: min, maxHeight: max };
}

function keptSize(id: string): string | undefined {
  const kept = localStorage.getItem(keyOf(id));
  return kept && /^\d+(\.\d+)?(px|%)$/.test(kept) ? kept : undefined;
}

function keyOf(id: string): string {
  return `wayfold.split.${id}`;
}
