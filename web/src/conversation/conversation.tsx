import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
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
  const { box, away, toEnd } = useEnd(shown.head);
  const earlier = useSaid(shown);
  const { said, saidBefore } = earlier;
  const first = saidBefore > 0 ? (said[0]?.seq ?? 0) : 0;
  const items = saidItems(
    said,
    shown.attachments.filter(({ seq }) => seq >= first),
  );
  return (
    <div className="relative flex h-full min-w-0 flex-col">
      <div ref={box} className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 py-4">
        <ShowEarlier earlier={earlier} box={box} />
        {items.length === 0 && shown.waiting.length === 0 ? (
          <EmptyState icon={MessagesSquare} title="Nothing was said yet">
            {HINTS[shown.planner.type] ?? HINTS.conversation}
          </EmptyState>
        ) : (
          <SaidList items={items} isPublic={shown.planner.type === 'conversation'} />
        )}
        {isPresent && <WaitingCards />}
        {isPresent && <PausedNote />}
        {isPresent && <HudLine />}
      </div>
      {away && (
        <Button className="absolute bottom-24 left-1/2 -translate-x-1/2" onClick={toEnd}>
          To the latest
        </Button>
      )}
      <Composer />
    </div>
  );
}

const HINTS: Readonly<Record<string, string>> = {
  conversation: 'Hand over what the other side wrote, and a draft of the answer appears here.',
  tasks: 'Write what is to be done, in your own words. It becomes a list of tasks.',
  trip: 'Say where you want to go, from where, and for how long.',
  commits: 'Say what the next change is for. A plan is made from the history of the repository.',
};

/** Stays at the end of a list that grows, unless somebody has scrolled away. */
function useEnd(growth: number) {
  const box = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const isAway = useRef(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      isAway.current = element.scrollHeight - element.scrollTop - element.clientHeight > NEAR_END_PX;
      setAway(isAway.current);
    };
    const stay = new ResizeObserver(() => {
      if (!isAway.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', look, { passive: true });
    stay.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      stay.disconnect();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: growth is what makes it look again
  useEffect(() => {
    if (!isAway.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [growth]);
  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  return { box, away, toEnd };
}
