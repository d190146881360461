import type { PlannerLine, SessionState, SetupField } from '../api/contracts.ts';
import type { Mode } from '../setup/mode-choice.tsx';
import { type SetupEdits, valuesOf } from '../setup/setup-edits.ts';
import { beginSession, type NewSession } from '../state/begin-session.ts';
import { sendCommand } from '../state/commands.ts';

/** What a person wants planned, by whom and how. */
export interface Goal {
  readonly planner: PlannerLine;
  readonly text: string;
  /** Only if the person named it; otherwise the session is named after its goal. */
  readonly title?: string | undefined;
  /** Whether the words came from the other side of a conversation. */
  readonly isReceived: boolean;
  readonly edits: SetupEdits;
  readonly fields: readonly SetupField[];
  readonly mode: Mode;
}

/** Starts a session with a goal, then applies its setup if it was changed; planning starts afterwards. */
export async function beginGoal(goal: Goal): Promise<SessionState> {
  const { planner, edits, fields, mode } = goal;
  const session = await beginSession(newSessionOf(goal));
  if (isUnchanged(goal)) return session;
  await sendCommand(session.id, {
    type: 'configure',
    values: valuesOf(edits, fields),
    ...(planner.talks === 'agent' && { mode }),
  });
  return session;
}

/** The request for a new session. */
export function newSessionOf(goal: Goal): NewSession {
  const { planner, text, isReceived } = goal;
  const title = goal.title?.trim();
  const named = title ? { title } : {};
  // Nobody talks to it: what is wanted is all that it can be called.
  if (planner.talks === 'nobody') return { plannerId: planner.id, title: title || firstLine(text) };
  return {
    plannerId: planner.id,
    ...named,
    ...(isUnchanged(goal) && { config: {} }),
    ...(planner.talks === 'agent' && isReceived ? { text } : { goal: text }),
  };
}

/** The reason why a session cannot start, to show after a click; undefined if it can. */
export function obstacleTo({
  text,
  planner,
  fields,
  edits,
  canSave,
}: {
  readonly text: string;
  readonly planner: PlannerLine | undefined;
  readonly fields: readonly SetupField[];
  readonly edits: SetupEdits;
  readonly canSave: boolean;
}): string | undefined {
  if (text.trim() === '') return 'Describe your goal first: a sentence is enough.';
  if (planner === undefined) return 'Choose a planner below.';
  if (canSave) return undefined;
  const missing = fields.filter(
    ({ key, required, visible = true, value, error }) =>
      visible && (error !== undefined || (required && isBlank(edits[key] ?? value))),
  );
  const names = missing.map(({ label }) => label).join(', ');
  const isOffered = ({ config }: PlannerLine['examples'][number]) =>
    missing.length > 0 && missing.every(({ key }) => Object.hasOwn(config ?? {}, key));
  if (planner.examples.some(isOffered))
    return `${planner.name} needs a setting first: ${names}. Choose one of these, or fill it in below.`;
  return names === ''
    ? `${planner.name} needs its settings first: see what is marked below.`
    : `${planner.name} needs a setting first: ${names}.`;
}

function isUnchanged({ planner, edits, mode }: Goal): boolean {
  return (
    !planner.commands.includes('configure') ||
    (Object.keys(edits).length === 0 && (planner.talks !== 'agent' || mode === 'approve'))
  );
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

const MAX_TITLE_LENGTH = 200;

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, MAX_TITLE_LENGTH) ?? '';
}
