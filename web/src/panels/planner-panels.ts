import { GitCommitHorizontal, type LucideIcon, Map as MapIcon } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';

/** A view that a planner draws itself, in the place of its blocks. It takes all it needs from `usePanel`. */
export interface PlannerPanel {
  /** Its name in addresses. */
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly Panel: LazyExoticComponent<ComponentType>;
}

const PANELS: Readonly<Record<string, PlannerPanel>> = {
  trip: {
    id: 'map',
    label: 'Map',
    icon: MapIcon,
    Panel: lazyPart(async () => (await import('./trip/trip-panel.tsx')).TripPanel),
  },
  commits: {
    id: 'commits',
    label: 'Commits',
    icon: GitCommitHorizontal,
    Panel: lazyPart(async () => (await import('./commits/commits-panel.tsx')).CommitsPanel),
  },
};

/** The view that a planner draws itself; undefined for all that are shown by their blocks. */
export function panelOf(plannerId: string): PlannerPanel | undefined {
  return Object.hasOwn(PANELS, plannerId) ? PANELS[plannerId] : undefined;
}
