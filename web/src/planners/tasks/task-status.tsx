import {
  Ban,
  CheckCircle2,
  Circle,
  CircleHelp,
  CirclePlay,
  Clock,
  LoaderCircle,
  type LucideIcon,
  XCircle,
} from 'lucide-react';
import { classes } from '../../ui/classes.ts';
import type { Task } from './task-list.ts';

interface Look {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly colour: string;
}

const LOOKS: Readonly<Record<Task['status'], Look>> = {
  Planned: { word: 'Planned', icon: Circle, colour: 'text-soft' },
  Running: { word: 'Running', icon: LoaderCircle, colour: 'text-calm animate-spin' },
  NeedsClarification: { word: 'Has a question', icon: CircleHelp, colour: 'text-accent' },
  Completed: { word: 'Done', icon: CheckCircle2, colour: 'text-good' },
  Failed: { word: 'Failed', icon: XCircle, colour: 'text-bad' },
  Cancelled: { word: 'Cancelled', icon: Ban, colour: 'text-soft' },
};
const RETRYING: Look = { word: 'Tried again soon', icon: Clock, colour: 'text-warn' };
const YOURS: Look = { word: 'Yours to do', icon: CirclePlay, colour: 'text-accent' };

/** How a task stands, as an icon with a name. */
export function TaskStatusIcon({ task, isYours }: { readonly task: Task; readonly isYours: boolean }) {
  const { word, icon: Icon, colour } = task.retry ? RETRYING : isYours ? YOURS : LOOKS[task.status];
  return (
    <span className="mt-0.5 shrink-0" title={word}>
      <Icon size={16} className={classes(colour)} role="img" aria-label={word} />
    </span>
  );
}
