import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CirclePlay,
  CircleX,
  Hand,
  LoaderCircle,
  type LucideIcon,
  OctagonPause,
} from 'lucide-react';
import type { StepStatus } from '../../../src/harness/module/view-block.ts';

/** A status as people see it. */
export interface StepLook {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly colour: string;
}

const LOOKS: Readonly<Record<StepStatus, StepLook>> = {
  pending: { word: 'Pending', icon: Circle, colour: 'text-soft' },
  running: { word: 'Running', icon: LoaderCircle, colour: 'text-calm' },
  waiting: { word: 'Needs you', icon: Hand, colour: 'text-accent' },
  blocked: { word: 'Blocked', icon: OctagonPause, colour: 'text-warn' },
  done: { word: 'Done', icon: CircleCheck, colour: 'text-good' },
  failed: { word: 'Failed', icon: CircleX, colour: 'text-bad' },
  cancelled: { word: 'Cancelled', icon: Ban, colour: 'text-soft' },
  simulated: { word: 'Simulated', icon: CircleDashed, colour: 'text-warn' },
};
const UNKNOWN: StepLook = { word: 'Unknown', icon: CirclePlay, colour: 'text-soft' };

/** How a status looks. A newer server may know one that this page does not. */
export function stepLook(status: StepStatus): StepLook {
  return LOOKS[status] ?? UNKNOWN;
}
