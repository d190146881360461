import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  BookOpen,
  CirclePause,
  CirclePlay,
  Columns2,
  Copy,
  Download,
  GitFork,
  Hand,
  House,
  Inbox,
  type LucideIcon,
  Monitor,
  Moon,
  Square,
  Sun,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { STATUS_WORDS } from '../../../src/harness/module/status-words.ts';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import { sessionPath } from '../api/client.ts';
import type { PlannerLine, SessionState } from '../api/contracts.ts';
import { compareAddress } from '../journal/compare-address.ts';
import { sendCommand } from '../state/commands.ts';
import { askToFork } from '../state/forking.ts';
import { travelTo, useOpenSession, useShown } from '../state/open-session.ts';
import { setPaused, usePause } from '../state/pause.ts';
import { useSessions } from '../state/sessions.ts';
import { CAN_NOTIFY, chooseNotifications, useNotifications } from './notifications.ts';
import { PlannerIcon } from './planner-icon.tsx';
import { cancelLabel, type SessionActions, useSessionActions } from './session-actions.ts';
import { sessionViewsOf } from './session-views.ts';
import { chooseTheme } from './theme.ts';

/** An action or destination, found by its label and other words. */
export interface PaletteEntry {
  readonly key: string;
  readonly label: string;
  readonly group: string;
  readonly icon: ReactNode;
  readonly words?: string;
  run(): unknown;
}

/** The actions available on this page, the closest first. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const { lines, planners } = useSessions();
  const shown = useShown();
  const { at, head } = useOpenSession();
  const isPaused = usePause(({ pause }) => pause?.paused === true);
  const notifies = useNotifications(({ choice }) => choice === 'on');
  const actions = useSessionActions();
  const [, go] = useLocation();
  const [, setParams] = useSearchParams();
  return useMemo(() => {
    const showView = (id: string) =>
      setParams((before) => {
        before.set('view', id);
        return before;
      });
    const planner = planners.find(({ id }) => id === shown?.plannerId);
    return [
      ...(shown ? entriesOf(shown, { at, head, planner, actions, go, showView }) : []),
      entry('Go', House, 'Go to the home page', () => go('/')),
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
      ...(CAN_NOTIFY
        ? [
            notifies
              ? entry('Page', BellOff, 'Turn off notifications', () => chooseNotifications(false))
              : entry('Page', Bell, 'Turn on notifications', () => chooseNotifications(true)),
          ]
        : []),
      entry('Page', Sun, 'Colours: light', () => chooseTheme('light')),
      entry('Page', Moon, 'Colours: dark', () => chooseTheme('dark')),
      entry('Page', Monitor, 'Colours: system', () => chooseTheme('system')),
      ...(lines ?? []).map(({ id, title, plannerId, plannerName, standing }) => ({
        key: `session-${id}`,
        label: title || id,
        words: `${id} ${plannerName} ${STATUS_WORDS[standing]}`,
        group: 'Sessions',
        icon: <PlannerIcon plannerId={plannerId} />,
        run: () => go(`/sessions/${encodeURIComponent(id)}`),
      })),
    ];
  }, [lines, planners, shown, at, head, isPaused, notifies, actions, go, setParams]);
}

/**
 * The actions of the open session. Those that change nothing come first, because Enter chooses the first one before
 * anything is typed.
 */
function entriesOf(
  shown: SessionState,
  {
    at,
    head,
    planner,
    actions,
    go,
    showView,
  }: {
    readonly at: number | undefined;
    readonly head: number;
    readonly planner: PlannerLine | undefined;
    readonly actions: SessionActions;
    go(address: string): void;
    showView(id: string): void;
  },
): readonly PaletteEntry[] {
  const here = (icon: LucideIcon, label: string, run: () => unknown) =>
    entry('This session', icon, label, run);
  const does = (icon: LucideIcon, label: string, command: CommandCall) =>
    here(icon, label, () => sendCommand(shown.id, command));
  const isPresent = at === undefined;
  const cancels = cancelLabel(shown, planner);
  return [
    ...(isPresent ? [] : [here(Undo2, 'Return to now', () => travelTo(undefined))]),
    ...sessionViewsOf(shown, planner).beside.map(({ id, label, icon }) =>
      here(icon, `Show ${label.toLowerCase()}`, () => showView(id)),
    ),
    ...(isPresent ? shown.waiting : []).flatMap(({ id, options = [] }) =>
      options
        .filter(({ edit = [] }) => edit.length === 0)
        .map(({ label, command }) => ({
          ...does(Hand, label, command),
          key: `${id} ${label}`,
        })),
    ),
    here(Columns2, 'Compare with another session', () => go(`/compare?left=${encodeURIComponent(shown.id)}`)),
    ...(shown.forkOf
      ? [
          here(Columns2, 'Compare with the original', () =>
            go(compareAddress(shown.forkOf?.session ?? '', shown.id)),
          ),
        ]
      : []),
    here(GitFork, `Fork from ${isPresent ? 'now' : `seq ${at}`}`, () => askToFork(at ?? head)),
    here(Copy, 'Duplicate setup', () => actions.duplicate(shown)),
    here(Download, 'Export as JSON lines', () => window.location.assign(sessionPath(shown.id, '/export'))),
    ...(shown.readOnly
      ? []
      : shown.archived
        ? [does(ArchiveRestore, 'Reopen', { type: 'reopen' })]
        : [
            ...(cancels !== undefined ? [does(Square, cancels, { type: 'cancel' })] : []),
            shown.pause === null
              ? does(CirclePause, 'Pause this session', { type: 'pause' })
              : does(CirclePlay, 'Resume this session', { type: 'resume' }),
            here(Archive, 'Archive', () => actions.archive(shown)),
          ]),
  ];
}

function entry(group: string, Icon: LucideIcon, label: string, run: () => unknown): PaletteEntry {
  return { key: `${group}-${label}`, label, group, icon: <Icon size={16} aria-hidden />, run };
}
