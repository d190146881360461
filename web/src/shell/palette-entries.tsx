import {
  Archive,
  ArchiveRestore,
  BookOpen,
  CirclePause,
  CirclePlay,
  Copy,
  Download,
  GitFork,
  House,
  Inbox,
  type LucideIcon,
  Monitor,
  Moon,
  Send,
  Square,
  Sun,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { sessionPath } from '../api/client.ts';
import type { Command, SessionState } from '../api/contracts.ts';
import { panelsOf } from '../planners/panels.ts';
import { sendCommand } from '../state/commands.ts';
import { travelTo, useOpenSession, useShown } from '../state/open-session.ts';
import { setPaused, usePause } from '../state/pause.ts';
import { useSessions } from '../state/sessions.ts';
import { PlannerIcon } from './planner-icon.tsx';
import { type SessionDeeds, useSessionDeeds } from './session-deeds.ts';
import { chooseTheme } from './theme.ts';

/** Something that can be done or gone to, found by its label and by other words. */
export interface PaletteEntry {
  readonly key: string;
  readonly label: string;
  readonly group: string;
  readonly icon: ReactNode;
  readonly words?: string;
  run(): unknown;
}

/** Everything that can be done at this place, what is nearest first. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const { lines, planners } = useSessions();
  const shown = useShown();
  const { at, head } = useOpenSession();
  const isPaused = usePause(({ pause }) => pause?.paused === true);
  const deeds = useSessionDeeds();
  const [, go] = useLocation();
  const [, setParams] = useSearchParams();
  return useMemo(() => {
    const showView = (id: string) =>
      setParams((before) => {
        before.set('view', id);
        return before;
      });
    const cancels = planners.find(({ id }) => id === shown?.plannerId)?.commands.includes('cancel') ?? false;
    return [
      ...(shown ? entriesOf(shown, { at, head, cancels, deeds, showView }) : []),
      entry('Go', House, 'Go to the start', () => go('/')),
      entry('Go', Inbox, 'Go to the inbox', () => go('/inbox')),
      entry('Go', BookOpen, 'Go to all journals', () => go('/journals')),
      ...planners.map(({ id, name }) => ({
        key: `new-${id}`,
        label: `New ${name} session`,
        group: 'New',
        icon: <PlannerIcon plannerId={id} />,
        run: () => go(`/?new=${id}`),
      })),
      isPaused
        ? entry('Page', CirclePlay, 'Resume everything', () => setPaused(false))
        : entry('Page', CirclePause, 'Pause everything', () => setPaused(true)),
      entry('Page', Sun, 'Colours: light', () => chooseTheme('light')),
      entry('Page', Moon, 'Colours: dark', () => chooseTheme('dark')),
      entry('Page', Monitor, 'Colours: system', () => chooseTheme('system')),
      ...(lines ?? []).map(({ id, title, plannerId, plannerName }) => ({
        key: `session-${id}`,
        label: title,
        words: `${id} ${plannerName}`,
        group: 'Sessions',
        icon: <PlannerIcon plannerId={plannerId} />,
        run: () => go(`/sessions/${encodeURIComponent(id)}`),
      })),
    ];
  }, [lines, planners, shown, at, head, isPaused, deeds, go, setParams]);
}

/**
 * What can be done with the session that is open. It begins with what changes nothing: that is what Enter chooses before
 * somebody has typed.
 */
function entriesOf(
  shown: SessionState,
  {
    at,
    head,
    cancels,
    deeds,
    showView,
  }: {
    readonly at: number | undefined;
    readonly head: number;
    /** Whether something of it can be under way. */
    readonly cancels: boolean;
    readonly deeds: SessionDeeds;
    showView(id: string): void;
  },
): readonly PaletteEntry[] {
  const here = (icon: LucideIcon, label: string, run: () => unknown) =>
    entry('This session', icon, label, run);
  const does = (icon: LucideIcon, label: string, command: Command) =>
    here(icon, label, () => sendCommand(shown.id, command));
  const isPresent = at === undefined;
  return [
    ...(isPresent ? [] : [here(Undo2, 'Return to now', () => travelTo(undefined))]),
    ...panelsOf(shown).beside.map(({ id, label, icon }) =>
      here(icon, `Show ${label.toLowerCase()}`, () => showView(id)),
    ),
    ...shown.waiting.flatMap((waiting) => {
      if (waiting.type !== 'draft' || !isPresent) return [];
      const { composeId, digest } = waiting;
      const approve = does(Send, 'Approve & send the draft', { type: 'approve', composeId, digest });
      return [{ ...approve, key: `approve-${composeId}` }];
    }),
    here(GitFork, `Fork from ${isPresent ? 'now' : `seq ${at}`}`, () => deeds.fork(shown, at ?? head)),
    here(Copy, 'Duplicate setup', () => deeds.duplicate(shown)),
    here(Download, 'Export as JSON lines', () => window.location.assign(sessionPath(shown.id, '/export'))),
    ...(shown.archived
      ? [does(ArchiveRestore, 'Take up again', { type: 'reopen' })]
      : [
          ...(cancels ? [does(Square, 'Cancel what is under way', { type: 'cancel' })] : []),
          shown.pause === null
            ? does(CirclePause, 'Pause this session', { type: 'pause' })
            : does(CirclePlay, 'Resume this session', { type: 'resume' }),
          here(Archive, 'Archive', () => deeds.archive(shown)),
        ]),
  ];
}

function entry(group: string, Icon: LucideIcon, label: string, run: () => unknown): PaletteEntry {
  return { key: `${group}-${label}`, label, group, icon: <Icon size={16} aria-hidden />, run };
}
