import {
  BookOpen,
  GitCommitHorizontal,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Map as MapIcon,
  MessageSquare,
  Microscope,
  SlidersHorizontal,
} from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { PlannerView, SessionState } from '../api/contracts.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { lazyPart } from '../ui/lazy-part.ts';

/** A view of a session. It reads the shown session itself and takes nothing from the shell. */
export interface PanelEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly Panel: LazyExoticComponent<ComponentType> | ComponentType;
}

const OWN: Readonly<Record<PlannerView['type'], readonly PanelEntry[]>> = {
  conversation: [],
  tasks: [
    {
      id: 'plan',
      label: 'Plan',
      icon: ListChecks,
      Panel: lazyPart(async () => (await import('./tasks/tasks-panel.tsx')).TasksPanel),
    },
  ],
  trip: [
    {
      id: 'map',
      label: 'Map',
      icon: MapIcon,
      Panel: lazyPart(async () => (await import('./trip/trip-panel.tsx')).TripPanel),
    },
  ],
  commits: [
    {
      id: 'commits',
      label: 'Commits',
      icon: GitCommitHorizontal,
      Panel: lazyPart(async () => (await import('./commits/commits-panel.tsx')).CommitsPanel),
    },
  ],
  plan: [
    {
      id: 'plan',
      label: 'Plan',
      icon: ListTodo,
      Panel: lazyPart(async () => (await import('./plan/plan-panel.tsx')).PlanPanel),
    },
  ],
};

const TALK: PanelEntry = { id: 'talk', label: 'Talk', icon: MessageSquare, Panel: Conversation };

const JOURNAL: PanelEntry = {
  id: 'journal',
  label: 'Journal',
  icon: BookOpen,
  Panel: lazyPart(async () => (await import('../journal/journal-panel.tsx')).JournalPanel),
};

/** What a session has that somebody plans in. */
const PLANNED: readonly PanelEntry[] = [
  {
    id: 'setup',
    label: 'Setup',
    icon: SlidersHorizontal,
    Panel: lazyPart(async () => (await import('../setup/setup-panel.tsx')).SetupPanel),
  },
  {
    id: 'why',
    label: 'Why',
    icon: Microscope,
    Panel: lazyPart(async () => (await import('../passes/passes-panel.tsx')).PassesPanel),
  },
];

/** What the planner of a session has made, as a view; planners that only talk have none. */
export function ownPanelOf(type: PlannerView['type']): PanelEntry | undefined {
  return OWN[type]?.[0];
}

/** The views of a session: one that is always there on a wide page, and those to choose from beside it. */
export interface SessionPanels {
  readonly main: PanelEntry;
  readonly beside: readonly PanelEntry[];
}

/**
 * The views that a session has: those of its planner first, then those that others have too. An agent keeps its plan
 * by tools, with nothing to set up and mostly without a word: then the plan itself is what stands in the middle.
 */
export function panelsOf({ planner, said }: Pick<SessionState, 'planner' | 'said'>): SessionPanels {
  const own = OWN[planner.type] ?? [];
  if (planner.type !== 'plan') return { main: TALK, beside: [...own, ...PLANNED, JOURNAL] };
  const [main = TALK, ...beside] = said.length > 0 ? [TALK, ...own] : own;
  return { main, beside: [...beside, JOURNAL] };
}
