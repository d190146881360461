import {
  BookOpen,
  GitCommitHorizontal,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Map as MapIcon,
  Microscope,
  SlidersHorizontal,
} from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { PlannerView } from '../api/contracts.ts';
import { lazyPart } from '../ui/lazy-part.ts';

/** A view beside the conversation. It reads the shown session itself and takes nothing from the shell. */
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

const COMMON: readonly PanelEntry[] = [
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
  {
    id: 'journal',
    label: 'Journal',
    icon: BookOpen,
    Panel: lazyPart(async () => (await import('../journal/journal-panel.tsx')).JournalPanel),
  },
];

/** The views that a session has: those of its planner first, then those that all have. */
export function panelsOf(view: PlannerView['type']): readonly PanelEntry[] {
  return [...(OWN[view] ?? []), ...COMMON];
}
