import { ArrowDown, MessagesSquare, SlidersHorizontal } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PlannerLine, SessionState } from '../api/contracts.ts';
import { SetupLink } from '../setup/setup-link.tsx';
import { isFailureItem } from '../state/attention.ts';
import { useIsPresent, useShown } from '../state/open-session.ts';
import { useIsAside } from '../state/session-aside.ts';
import { usePlanner, useTitles } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Composer } from './composer.tsx';
import { hasEnded } from './conversation-end.ts';
import { DecidedElsewhere } from './decided-elsewhere.tsx';
import { DraftReply } from './draft-reply.tsx';
import { HudLine } from './hud-line.tsx';
import { messageItems, withoutAsked } from './message-item.ts';
import { MessageList } from './message-list.tsx';
import { OtherSideNote } from './other-side-note.tsx';
import { PausedNote } from './paused-note.tsx';
import { ReplyActions } from './reply-actions.tsx';
import { SendingDraft } from './sending-draft.tsx';
import { ShowEarlier } from './show-earlier.tsx';
import { useMessages } from './use-messages.ts';
import { WaitingCards } from './waiting-cards.tsx';

/** Whoever is this close to the end scrolls along with new messages. */
const NEAR_END_PX = 120;

/** The messages, the waiting items and the box for writing. */
export function Conversation() {
  const shown = useShown();
  const present = useIsPresent();
  return shown === undefined ? null : <Talk shown={shown} isPresent={present} />;
}

function Talk({ shown, isPresent }: { readonly shown: SessionState; readonly isPresent: boolean }) {
  const { box, below, away, stay, leave, toEnd } = useEnd();
  const isAside = useIsAside();
  const earlier = useMessages(shown);
  const planner = usePlanner(shown.plannerId);
  const { said, saidBefore } = earlier;
  const { attachments, drafts, forkOf, head, pairedWith, connectedTo, waiting } = shown;
  const titleOf = useTitles();
  const original = titleOf(forkOf?.session ?? '');
  const isReached = forkOf !== null && forkOf.at <= head;
  const partner = pairedWith === null ? connectedTo?.name : titleOf(pairedWith);
  const other = partner ?? (shown.published ? 'another agent' : undefined);
  // What failed and can be tried again is said once, where that is done.
  const failedAt = useMemo(
    () =>
      isPresent ? [...waiting.filter(isFailureItem), ...failedSends(said, drafts)].map(({ seq }) => seq) : [],
    [isPresent, waiting, said, drafts],
  );
  const sending = isPresent ? drafts.filter(({ approvedBy }) => approvedBy !== undefined) : [];
  const items = useMemo(() => {
    const first = saidBefore > 0 ? (said[0]?.seq ?? 0) : 0;
    const all = messageItems(
      said,
      attachments.filter(({ seq }) => seq >= first),
      forkOf && forkOf.at >= first ? { at: forkOf.at, title: original, isReached } : undefined,
    ).filter(({ look, seq }) => look !== 'failure' || !failedAt.includes(seq));
    return isPresent ? withoutAsked(all, waiting) : all;
  }, [said, saidBefore, attachments, forkOf, isReached, original, failedAt, isPresent, waiting]);
  return (
    <div className="flex h-full min-w-0 flex-col">
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
          tabIndex={0}
          className="relative flex h-full flex-col overflow-y-auto px-4 py-4 -outline-offset-2 [overflow-anchor:none]"
        >
          <ShowEarlier earlier={earlier} box={box} />
          {items.length === 0 && shown.waiting.length === 0 && sending.length === 0 ? (
            <NoMessages
              planner={planner}
              needsSetup={isPresent && shown.standing === 'setup-needed'}
              other={other}
            />
          ) : (
            <MessageList
              // Another session is another conversation, read from its end.
              key={shown.id}
              items={items}
              isPublic={planner?.talks === 'agent'}
              box={box}
              isAway={away}
              onResize={stay}
              onUnfold={leave}
            />
          )}
          <div ref={below} className="shrink-0">
            {sending.map((draft) => (
              <SendingDraft key={draft.composeId} draft={draft} />
            ))}
            {isAside && (
              <div className="mt-2 flex flex-col gap-2">
                <DecidedElsewhere session={shown} />
              </div>
            )}
            {isPresent && <ReplyActions session={shown} />}
            {isPresent && <DraftReply session={shown} />}
            {isPresent && <WaitingCards className="mt-4" />}
            {isPresent && !hasEnded(shown, planner) && <OtherSideNote session={shown} />}
            {isPresent && <PausedNote />}
            {!isAside && <HudLine />}
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

/** The failures to send a draft that waits again: its card says why. */
function failedSends(messages: SessionState['said'], drafts: SessionState['drafts']): SessionState['said'] {
  const waiting = drafts.filter(({ failure }) => failure !== undefined).map(({ composeId }) => composeId);
  return messages.filter(
    ({ type, composeId }) => type === 'send_failed' && waiting.includes(String(composeId)),
  );
}

function NoMessages({
  planner,
  needsSetup,
  other,
}: {
  readonly planner: PlannerLine | undefined;
  readonly needsSetup: boolean;
  /** Who writes for this side automatically. */
  readonly other: string | undefined;
}) {
  const isPresent = useIsPresent();
  const isAside = useIsAside();
  if (!isPresent)
    return <EmptyState icon={MessagesSquare} title={isAside ? 'No messages yet' : 'No messages by then'} />;
  if (needsSetup) {
    return (
      <EmptyState icon={SlidersHorizontal} title="Set it up first" action={<SetupLink />}>
        Messages you write until then are kept, and planned for afterwards.
      </EmptyState>
    );
  }
  const example = planner?.examples[0]?.text.split('\n')[0];
  return (
    <EmptyState icon={MessagesSquare} title="No messages yet">
      {planner?.talks === 'agent'
        ? other
          ? `When ${other} writes, a draft of the reply appears here.`
          : 'Enter what the other side wrote, and a draft of the reply appears here.'
        : example
          ? `Say what you want, such as “${example}”`
          : planner?.description}
    </EmptyState>
  );
}

/** Keeps growing content scrolled to its end, unless the reader has scrolled up. */
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
