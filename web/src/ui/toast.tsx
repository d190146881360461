import { create } from 'zustand';
import { lazyPart } from './lazy-part.tsx';

export interface Notice {
  readonly title: string;
  readonly description?: string;
  readonly action?: { readonly label: string; onClick(): void };
}

/** Notices to be shown, and whether there ever was one. */
export const useNotices = create<{ readonly waiting: readonly Notice[]; readonly wanted: boolean }>(() => ({
  waiting: [],
  wanted: false,
}));

/** Shows a notice about something that was done, for a few seconds. */
export function notify(notice: Notice): void {
  useNotices.setState(({ waiting }) => ({ waiting: [...waiting, notice], wanted: true }));
}

/** Returns the notices to be shown, and clears them. */
export function takeNotices(): readonly Notice[] {
  const { waiting } = useNotices.getState();
  useNotices.setState({ waiting: [] });
  return waiting;
}

const NoticeBoard = lazyPart(async () => (await import('./notice-board.tsx')).NoticeBoard);

/** Shows notices. It is loaded with the first one. */
export function Notices() {
  const wanted = useNotices((state) => state.wanted);
  if (!wanted) return null;
  return <NoticeBoard />;
}
