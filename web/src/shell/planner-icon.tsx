import {
  BookOpen,
  BriefcaseBusiness,
  Calendar,
  ChartLine,
  ClipboardList,
  Compass,
  FlaskConical,
  GitBranch,
  GitCommitHorizontal,
  Globe,
  Hammer,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  MessageSquare,
  MessagesSquare,
  NotebookPen,
  PenLine,
  Rocket,
  Search,
  Shapes,
  ShoppingCart,
  Sparkles,
  Users,
  UtensilsCrossed,
  Wallet,
  Wrench,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useSessions } from '../state/sessions.ts';

/** The icons that a planner may use, by their lucide names. All of lucide would be larger than the rest of the page. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'book-open': BookOpen,
  'briefcase-business': BriefcaseBusiness,
  calendar: Calendar,
  'chart-line': ChartLine,
  'clipboard-list': ClipboardList,
  compass: Compass,
  'flask-conical': FlaskConical,
  'git-branch': GitBranch,
  'git-commit-horizontal': GitCommitHorizontal,
  globe: Globe,
  hammer: Hammer,
  'list-checks': ListChecks,
  'list-todo': ListTodo,
  mail: Mail,
  map: MapIcon,
  'message-square': MessageSquare,
  'messages-square': MessagesSquare,
  'notebook-pen': NotebookPen,
  'pen-line': PenLine,
  rocket: Rocket,
  search: Search,
  'shopping-cart': ShoppingCart,
  sparkles: Sparkles,
  users: Users,
  'utensils-crossed': UtensilsCrossed,
  wallet: Wallet,
  wrench: Wrench,
};

/** The icon of a planner; a neutral one if it has none or an unknown one. */
export function PlannerIcon({ plannerId }: { readonly plannerId: string }): ReactNode {
  const name = useSessions(({ planners }) => planners.find(({ id }) => id === plannerId)?.icon);
  const Icon = (name !== undefined && Object.hasOwn(ICONS, name) ? ICONS[name] : undefined) ?? Shapes;
  return <Icon size={16} className="shrink-0" aria-hidden />;
}
