import { applyPatch, type PatchOperation } from '../../../src/sessions/compare/json-patch.ts';
import { ApiProblem, ask, sessionPath } from '../api/client.ts';
import type { Fact, Hud, SessionState } from '../api/contracts.ts';
import { openLiveStream } from '../api/live-stream.ts';
import { type FactKind, rememberKinds } from '../journal/fact-kind.ts';
import { rememberTexts } from '../journal/fact-text.ts';

const FRAME_MS = 16;
const TOO_MANY_REQUESTS = 429;

/** The handlers for changes of a session. */
export interface SessionHandlers {
  /** Its current state: at first, and after each change. */
  onSession(session: SessionState): void;
  /** New facts in order, each once, before the session that includes them. */
  onFacts?(facts: readonly Fact[]): void;
  onHud?(hud: Hud): void;
  /** Something was erased, so earlier reads are outdated. */
  onErased?(): void;
  onDeleted?(): void;
  onProblem?(problem: ApiProblem): void;
}

export interface SessionStream {
  /** Reads the whole session again. */
  restart(): void;
  close(): void;
}

/** The events of a session's stream: all of it first, then changes. */
interface ViewEvent {
  readonly session: SessionState;
}
interface ChangeEvent {
  readonly facts: readonly Fact[];
  readonly kinds?: readonly FactKind[];
  readonly texts?: readonly (string | null)[];
  readonly patch: readonly PatchOperation[];
}

/** Follows any session, not only the open one. */
export function streamSession(id: string, news: SessionHandlers): SessionStream {
  let now: SessionState | undefined;
  let hasView = false;
  let ended = false;
  let close: (() => void) | undefined;

  const show = (session: SessionState) => {
    now = session;
    news.onSession(session);
  };
  const onChanges = gathered((changes: readonly ChangeEvent[]) => {
    if (now === undefined || ended) return;
    const { head } = now;
    let next = now;
    try {
      // The server made the patch of two such answers.
      for (const { patch } of changes) next = applyPatch(next, patch) as SessionState;
    } catch {
      // Something was missed: a new stream begins with all of it.
      restart();
      return;
    }
    for (const { facts, kinds = [], texts = [] } of changes) {
      rememberKinds(facts, kinds);
      rememberTexts(facts, texts);
    }
    const added = changes.flatMap(({ facts }) => facts).filter(({ seq }) => seq > head);
    // Before the session itself: whoever hears of its new head has the facts already.
    if (added.length > 0) news.onFacts?.(added);
    show(next);
  });
  const follow = () =>
    openLiveStream({
      address: () => sessionPath(id, '/events?view=true'),
      onOpen: () => {
        hasView = false;
      },
      onRefused: () => void findProblem(),
      on: {
        view: (data) => {
          onChanges.clear();
          // A second one tells that what was there before is not any more.
          if (hasView) news.onErased?.();
          hasView = true;
          show((data as ViewEvent).session);
        },
        change: (data) => onChanges(data as ChangeEvent),
        hud: (data) => news.onHud?.(data as Hud),
        deleted: () => news.onDeleted?.(),
      },
    });
  /** A stream cannot report why it was refused; reading the session can. */
  const findProblem = async () => {
    try {
      await ask<SessionState>(sessionPath(id));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (ended) return;
      // One that was there was deleted while nobody was heard.
      if (now !== undefined && error.code === 'no-session') news.onDeleted?.();
      else news.onProblem?.(error);
      // Refused for good, such as where there is no session: nothing will come.
      const { status } = error.details;
      if (status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS) {
        close?.();
        close = undefined;
      }
    }
  };
  const restart = () => {
    close?.();
    onChanges.clear();
    close = ended ? undefined : follow();
  };
  restart();
  return {
    restart,
    close() {
      ended = true;
      close?.();
    },
  };
}

/** Passes on everything that arrived within a frame at once: drawing takes longer than receiving. */
function gathered<Item>(take: (items: readonly Item[]) => void): { (item: Item): void; clear(): void } {
  let waiting: Item[] = [];
  const add = (item: Item) => {
    if (waiting.push(item) > 1) return;
    setTimeout(() => {
      const items = waiting;
      waiting = [];
      if (items.length > 0) take(items);
    }, FRAME_MS);
  };
  return Object.assign(add, {
    clear() {
      waiting = [];
    },
  });
}
