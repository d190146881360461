import { ArrowDown, MessagesSquare, SlidersHorizontal } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { SetupLink } from '../setup/setup-link.tsx';
import { useIsPresent, useShown } from '../state/open-session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Composer } from './composer.tsx';
import { HudLine } from './hud-line.tsx';
import { PausedNote } from './paused-note.tsx';
import { saidItems } from './said-item.ts';
import { SaidList } from './said-list.tsx';
import { ShowEarlier } from './show-earlier.tsx';
import { useSaid } from './use-said.ts';
import { WaitingCards } from './waiting-cards.tsx';

/** How near the end one has to be for new things to be scrolled to. */
const NEAR_END_PX = 120;

/** What is said, what waits for a decision, and where one writes. */
export function Conversation() {
  const shown = useShown();
  const present = useIsPresent();
  return shown === undefined ? null : <Talk shown={shown} isPresent={present} />;
}

function Talk({ shown, isPresent }: { readonly shown: SessionState; readonly isPresent: boolean }) {
  const { box, below, away, stay, leave, toEnd } = useEnd();
  const earlier = useSaid(shown);
  const { said, saidBefore } = earlier;
  const { attachments } = shown;
  const items = useMemo(() => {
    const first = saidBefore > 0 ? (said[0]?.seq ?? 0) : 0;
    return saidItems(
      said,
      attachments.filter(({ seq }) => seq >= first),
    );
  }, [said, saidBefore, attachments]);
  return (
    <div className="flex h-full min-w-0 flex-col">
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          className="relative flex h-full flex-col overflow-y-auto px-4 py-4 [overflow-anchor:none]"
        >
          <ShowEarlier earlier={earlier} box={box} />
          {items.length === 0 && shown.waiting.length === 0 ? (
            <NothingSaid session={shown} needsSetup={isPresent && shown.standing === 'setup-needed'} />
          ) : (
            <SaidList
              // Another session is another conversation, read from its end.
              key={shown.id}
              items={items}
              isPublic={shown.planner.type === 'conversation'}
              box={box}
              isAway={away}
              onResize={stay}
              onUnfold={leave}
            />
          )}
          <div ref={below} className="shrink-0">
            {isPresent && <WaitingCards />}
            {isPresent && <PausedNote />}
            {isPresent && <HudLine />}
          </div>
        </div>
        {away && (
          <Button
            className="animate-arrive absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full! shadow-[0_4px_12px_oklch(15%_0.02_265/0.18)]"
            onClick={toEnd}
          >
            <ArrowDown size={14} aria-hidden />
            To the latest
          </Button>
        )}
      </div>
      <Composer />
    </div>
  );
}

function NothingSaid({
  session: { planner },
  needsSetup,
}: {
  readonly session: SessionState;
  readonly needsSetup: boolean;
}) {
  if (needsSetup) {
    return (
      <EmptyState icon={SlidersHorizontal} title="It has to be set up first" action={<SetupLink />}>
        What is said before that is kept, and nothing is planned from it yet.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={MessagesSquare} title="Nothing was said yet">
      {HINTS[planner.type] ?? HINTS.conversation}
    </EmptyState>
  );
}

const HINTS: Readonly<Record<string, string>> = {
  conversation: 'Hand over what the other side wrote, and a draft of the answer appears here.',
  tasks: 'Write what is to be done, in your own words. It becomes a list of tasks.',
  trip: 'Say where you want to go, from where, and for how long.',
  commits: 'Say what the next change is for. A plan is made from the history of the repository.',
};

/** Stays at the end of what grows, unless somebody has scrolled up or reads something. */
function useEnd() {
  const box = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const isAway = useRef(false);
  const lastTop = useRef(0);
  const look = useCallback(() => {
    if (box.current === null) return;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    // What is far because more came below is not what somebody went away from.
    if (scrollHeight - scrollTop - clientHeight <= NEAR_END_PX) isAway.current = false;
    else if (scrollTop < lastTop.current) isAway.current = true;
    lastTop.current = scrollTop;
    setAway(isAway.current);
  }, []);
  const toEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  const stay = useCallback(() => {
    if (isAway.current) look();
    else toEnd();
  }, [look, toEnd]);
  const leave = useCallback(() => {
    isAway.current = true;
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const sizes = new ResizeObserver(stay);
    element.addEventListener('scroll', look, { passive: true });
    sizes.observe(element);
    if (below.current) sizes.observe(below.current);
    return () => {
      element.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [look, stay]);
  return { box, below, away, stay, leave, toEnd };
}
