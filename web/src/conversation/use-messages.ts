import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ask, sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { type PendingAction, usePendingAction } from '../state/commands.ts';
import { useOpenSession } from '../state/open-session.ts';
import { joinedMessages, type MessageRange } from './message-range.ts';

/** How many earlier messages are loaded at once. */
const AT_ONCE = 500;

/** The messages of a session, as far back as they were loaded. */
export interface Earlier extends MessageRange, Pick<PendingAction, 'busy' | 'problem' | 'clear'> {
  /** Loads earlier messages, and displays them inside `place`. */
  showEarlier(place: (put: () => void) => void): Promise<void>;
}

export function useMessages({ id, at, said, saidBefore }: SessionState): Earlier {
  const erasures = useOpenSession((state) => state.erasures);
  // What was read of another session, of another moment, or before something was erased, is not this.
  const place = `${id} ${at ?? 'now'} ${erasures}`;
  const [known, setKnown] = useState<MessageRange & { readonly place: string }>();
  const isKnown = known?.place === place;
  const shown = useMemo(
    () => joinedMessages(isKnown ? known : undefined, { said, saidBefore }),
    [isKnown, known, said, saidBefore],
  );
  const { busy, problem, run, clear } = usePendingAction();
  const latest = useRef({ id, at, shown, place });
  latest.current = { id, at, shown, place };
  // What leaves the newest part, because more is said, stays for who has looked back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is newly said changes it
  useEffect(() => {
    if (isKnown) setKnown({ ...shown, place });
  }, [said]);
  return {
    ...shown,
    busy,
    problem,
    clear,
    async showEarlier(put) {
      const readEarlier = async (): Promise<void> => {
        const { shown, place, ...open } = latest.current;
        if (open.id !== id || open.at !== at) return;
        const query = new URLSearchParams({
          before: String(shown.said[0]?.seq ?? 0),
          limit: String(AT_ONCE),
          ...(at !== undefined && { at: String(at) }),
        });
        const page = await ask<MessageRange>(sessionPath(id, `/said?${query}`));
        // Something was erased meanwhile: what came is of the conversation as it was before.
        if (latest.current.place !== place) return await readEarlier();
        const whole = { ...page, said: [...page.said, ...shown.said], place };
        put(() => flushSync(() => setKnown(whole)));
      };
      await run(readEarlier);
    },
  };
}
