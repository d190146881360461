import { GitCommitHorizontal, type LucideIcon, Map as MapIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { SessionState } from '../api/contracts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Loading } from '../ui/loading.tsx';

/** A view that a planner draws itself, in place of its blocks. It gets everything from `usePanel`. */
export interface PlannerPanel {
  /** Its name in addresses. */
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The types of waiting items whose options it offers itself, with a preview of each. */
  readonly decides?: readonly string[];
  readonly Panel: ComponentType;
  /** Buttons below the planner's last reply, about the change that it describes. */
  readonly ReplyActions?: ComponentType<ReplyActionsProps>;
}

/** The props of the buttons below a reply. */
export interface ReplyActionsProps {
  readonly session: SessionState;
  readonly onCommand: (command: CommandCall) => Promise<unknown>;
}

const PANELS: Readonly<Record<string, PlannerPanel>> = {
  trip: {
    id: 'map',
    label: 'Map',
    icon: MapIcon,
    decides: ['trip-repair'],
    Panel: lazyPart(async () => (await import('./trip/trip-panel.tsx')).TripPanel, Loading),
    ReplyActions: lazyPart(async () => (await import('./trip/trip-reply-actions.tsx')).TripReplyActions),
  },
  commits: {
    id: 'commits',
    label: 'Commits',
    icon: GitCommitHorizontal,
    Panel: lazyPart(async () => (await import('./commits/commits-panel.tsx')).CommitsPanel, Loading),
  },
};

/** The view that a planner draws itself; undefined if it is shown by its blocks. */
export function panelOf(plannerId: string): PlannerPanel | undefined {
  return Object.hasOwn(PANELS, plannerId) ? PANELS[plannerId] : undefined;
}
