import {
  GitCommitHorizontal,
  Globe,
  ListChecks,
  ListTodo,
  type LucideIcon,
  MessagesSquare,
  PenLine,
  Shapes,
} from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  drafter: PenLine,
  scenario: MessagesSquare,
  tasks: ListChecks,
  commits: GitCommitHorizontal,
  trip: Globe,
  'plan-tools': ListTodo,
};

/** The sign of a planner; one that the page does not know has a common one. */
export function PlannerIcon({ plannerId }: { readonly plannerId: string }): ReactNode {
  const Icon = ICONS[plannerId] ?? Shapes;
  return <Icon size={16} className="shrink-0" aria-hidden />;
}
