import { useCommands } from '../state/commands.ts';
import { useShown } from '../state/open-session.ts';
import { usePlanner } from '../state/sessions.ts';
import { classes } from '../ui/classes.ts';

const MODES = [
  { mode: 'approve', label: 'Approve', title: 'Every draft waits for you' },
  { mode: 'auto', label: 'Auto', title: 'Drafts are sent without waiting' },
] as const;

/** Chooses whether drafts wait for approval. Only conversations have drafts. */
export function ModeSwitch() {
  const shown = useShown();
  const planner = usePlanner(shown?.plannerId);
  const { busy, send } = useCommands();
  if (shown?.setup == null || planner?.talks !== 'agent') return null;
  return (
    <div role="radiogroup" aria-label="Mode" className="flex rounded-md border p-0.5">
      {MODES.map(({ mode, label, title }) => (
        <label
          key={mode}
          title={title}
          className={classes(
            'flex h-6 cursor-pointer items-center rounded-sm px-2 text-meta font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent',
            shown.mode === mode ? 'bg-chosen text-accent' : 'text-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="mode"
            className="sr-only"
            disabled={busy}
            checked={shown.mode === mode}
            onChange={() => void send({ type: 'configure', mode })}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
