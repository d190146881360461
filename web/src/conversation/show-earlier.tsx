import { History } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import type { Earlier } from './use-messages.ts';

const inEnglish = new Intl.NumberFormat('en');

/** Loads earlier messages above those being read, which stay in place. */
export function ShowEarlier({
  earlier,
  box,
}: {
  readonly earlier: Earlier;
  /** The scrolling element. */
  readonly box: RefObject<HTMLElement | null>;
}) {
  const { saidBefore, busy, problem, clear, showEarlier } = earlier;
  if (saidBefore === 0) return null;
  const show = () =>
    showEarlier((put) => {
      const first = firstInView(box.current);
      const placeOf = () => first?.getBoundingClientRect().top ?? 0;
      const before = placeOf();
      put();
      box.current?.scrollBy({ top: placeOf() - before, behavior: 'instant' });
      if (!first || document.activeElement !== document.body) return;
      // The button went with the last page: reading goes on where it was.
      first.tabIndex = -1;
      first.focus({ preventScroll: true });
    });
  return (
    <div className="mb-4 flex flex-col items-center gap-2">
      <div className="flex items-center gap-3">
        <Button onClick={show}>
          <History size={16} aria-hidden />
          Show earlier
        </Button>
        <span role="status" className="text-meta text-soft">
          {busy ? 'Reading…' : `${inEnglish.format(saidBefore)} more`}
        </span>
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}

/** The first visible item, to keep it in place. */
function firstInView(box: HTMLElement | null): HTMLElement | undefined {
  const top = box?.getBoundingClientRect().top ?? 0;
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-message]') ?? [])];
  return rows.find((row) => row.getBoundingClientRect().bottom > top);
}
