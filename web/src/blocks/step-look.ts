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
import { STATUS_WORDS } from '../../../src/harness/module/status-words.ts';
import type { StepStatus } from '../../../src/harness/module/view-block.ts';

/** How a status is displayed. */
export interface StepLook {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly colour: string;
}

const LOOKS: Readonly<Record<StepStatus, Omit<StepLook, 'word'>>> = {
  pending: { icon: Circle, colour: 'text-soft' },
  running: { icon: LoaderCircle, colour: 'text-calm' },
  waiting: { icon: Hand, colour: 'text-accent' },
  blocked: { icon: OctagonPause, colour: 'text-warn' },
  done: { icon: CircleCheck, colour: 'text-good' },
  failed: { icon: CircleX, colour: 'text-bad' },
  cancelled: { icon: Ban, colour: 'text-soft' },
  simulated: { icon: CircleDashed, colour: 'text-warn' },
};
const UNKNOWN: StepLook = { word: 'Unknown', icon: CirclePlay, colour: 'text-soft' };

/** How a status is displayed. A newer server may have statuses that this page does not know. */
export function stepLook(status: StepStatus): StepLook {
  const look = LOOKS[status];
  return look === undefined ? UNKNOWN : { word: STATUS_WORDS[status], ...look };
}
