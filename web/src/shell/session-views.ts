import {
  ArrowLeftRight,
  BookOpen,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Microscope,
  SlidersHorizontal,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { PlannerLine, SessionState } from '../api/contracts.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { panelOf } from '../panels/planner-panels.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Loading } from '../ui/loading.tsx';

/** A view of a session. It reads the session itself and takes no props. */
export interface SessionViewEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly View: ComponentType;
}

/** The views of a session: one that is always visible on a wide page, and those beside it. */
export interface SessionViews {
  readonly main: SessionViewEntry;
  readonly beside: readonly SessionViewEntry[];
}

/** The conversation of a session. */
export const TALK: SessionViewEntry = { id: 'talk', label: 'Talk', icon: MessageSquare, View: Conversation };

const JOURNAL: SessionViewEntry = {
  id: 'journal',
  label: 'Journal',
  icon: BookOpen,
  View: lazyPart(async () => (await import('../journal/journal-panel.tsx')).JournalPanel, Loading),
};

const SETUP: SessionViewEntry = {
  id: 'setup',
  label: 'Setup',
  icon: SlidersHorizontal,
  View: lazyPart(async () => (await import('../setup/setup-panel.tsx')).SetupPanel, Loading),
};

const WHY: SessionViewEntry = {
  id: 'why',
  label: 'Why',
  icon: Microscope,
  View: lazyPart(async () => (await import('../passes/passes-panel.tsx')).PassesPanel, Loading),
};

const BOTH_SIDES: SessionViewEntry = {
  id: 'both',
  label: 'Both sides',
  icon: ArrowLeftRight,
  View: lazyPart(async () => (await import('../conversation/both-sides.tsx')).BothSides, Loading),
};

const BLOCKS = { id: 'plan', label: 'Plan', icon: ListChecks };
const PlannerView = lazyPart(async () => (await import('./planner-view.tsx')).PlannerView, Loading);

/** The planner's view; undefined if it shows nothing and takes no commands. */
export function plannerViewOf({
  plannerId,
  blocks,
  commands,
}: Pick<SessionState, 'plannerId' | 'blocks' | 'commands'>): SessionViewEntry | undefined {
  if (blocks.length === 0 && commands.every(({ hidden }) => hidden)) return undefined;
  const { id, label, icon } = panelOf(plannerId) ?? BLOCKS;
  return { id, label, icon, View: PlannerView };
}

/**
 * The views of a session: its planner's first, then the common ones. Planners without a conversation have their view in
 * the middle, and no setup or passes if there are none.
 */
export function sessionViewsOf(
  session: Pick<SessionState, 'plannerId' | 'blocks' | 'commands' | 'said' | 'readOnly' | 'pairedWith'>,
  planner: PlannerLine | undefined,
): SessionViews {
  if (session.readOnly) return { main: TALK, beside: [JOURNAL] };
  const shown = plannerViewOf(session);
  const own = shown ? [shown] : [];
  const isSilent = planner?.talks === 'nobody';
  const hasSetup = !isSilent || (planner?.setup.fields.length ?? 0) > 0;
  const isTalk = !isSilent || session.said.some(({ type }) => type !== 'planner_said');
  const [main = TALK, ...rest] = isTalk ? [TALK, ...own] : own;
  const pair = session.pairedWith === null ? [] : [BOTH_SIDES];
  return { main, beside: [...rest, ...pair, ...(hasSetup ? [SETUP, WHY] : []), JOURNAL] };
}
