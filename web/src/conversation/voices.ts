import { EyeOff, type LucideIcon, MessageSquareText, PenLine } from 'lucide-react';
import type { PlannerLine, SessionState } from '../api/contracts.ts';
import { hasEnded } from './conversation-end.ts';

/** A way of speaking, offered if the planner takes its command. */
export interface Voice {
  readonly command: 'say' | 'receive' | 'guide' | 'write';
  readonly label: string;
  readonly verb: string;
  /** What Enter does with the text. */
  readonly onEnter: string;
  readonly placeholder: string;
  readonly icon: LucideIcon;
}

const VOICES: readonly Voice[] = [
  {
    command: 'say',
    label: 'Message',
    verb: 'Send',
    onEnter: 'sends',
    placeholder: 'Write to the planner',
    icon: MessageSquareText,
  },
  {
    command: 'receive',
    label: 'Receive',
    verb: 'Receive',
    onEnter: 'adds it',
    placeholder: 'What they wrote',
    icon: MessageSquareText,
  },
  {
    command: 'write',
    label: 'Write yourself',
    verb: 'Send',
    onEnter: 'sends',
    placeholder: 'Write to the other side in your own words',
    icon: PenLine,
  },
  {
    command: 'guide',
    label: 'Whisper',
    verb: 'Whisper',
    onEnter: 'whispers',
    placeholder: 'Only the planner sees this',
    icon: EyeOff,
  },
];

const NONE: readonly Voice[] = [];

/** The ways in which a person can speak in a session; none if it is over. */
export function voicesIn(
  session: SessionState | undefined,
  planner: PlannerLine | undefined,
): readonly Voice[] {
  if (session === undefined || planner === undefined || session.archived || session.readOnly) return NONE;
  if (hasEnded(session, planner)) return NONE;
  // What a transport brings is not for a person to write.
  const isHandedIn = session.heardFrom === 'person';
  return VOICES.filter(
    ({ command }) => planner.commands.includes(command) && (command !== 'receive' || isHandedIn),
  );
}
