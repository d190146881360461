import { CheckCircle2, Circle, CircleDot, type LucideIcon, OctagonPause } from 'lucide-react';
import type { PlanView } from '../../api/contracts.ts';

export type Step = PlanView['steps'][number];

export interface StepLook {
  readonly status: Step['status'];
  readonly word: string;
  readonly icon: LucideIcon;
  readonly colour: string;
}

/** How steps can stand, in the order in which they are offered. */
export const STEP_LOOKS: readonly StepLook[] = [
  { status: 'pending', word: 'Pending', icon: Circle, colour: 'text-soft' },
  { status: 'in_progress', word: 'In progress', icon: CircleDot, colour: 'text-calm' },
  { status: 'blocked', word: 'Blocked', icon: OctagonPause, colour: 'text-warn' },
  { status: 'done', word: 'Done', icon: CheckCircle2, colour: 'text-good' },
];

const LOOKS = new Map(STEP_LOOKS.map((look) => [look.status, look]));
const UNKNOWN: StepLook = { status: 'pending', word: 'Pending', icon: Circle, colour: 'text-soft' };

export function lookOf(status: Step['status']): StepLook {
  return LOOKS.get(status) ?? UNKNOWN;
}

/** Steps as a person writes them, one a line; marks of lists are taken off. */
export function stepsIn(text: string): { title: string }[] {
  return text.split('\n').flatMap((line) => {
    const title = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/i, '').trim();
    return title === '' ? [] : [{ title }];
  });
}
