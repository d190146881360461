import { useId } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { useSessions } from '../state/sessions.ts';
import { SELECT } from './setup-field.tsx';

/** Chooses the planner that continues a session, among those with the same kind of partner. */
export function PlannerSwitch({
  session,
  chosen,
  disabled,
  onChoose,
}: {
  readonly session: Pick<SessionState, 'plannerId'>;
  readonly chosen: string;
  readonly disabled: boolean;
  readonly onChoose: (id: string) => void;
}) {
  const id = useId();
  const planners = useSessions((state) => state.planners);
  const talks = planners.find((planner) => planner.id === session.plannerId)?.talks;
  const fitting = planners.filter((planner) => planner.talks === talks);
  if (fitting.length < 2) return null;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium">
        Planner
      </label>
      <select
        id={id}
        value={chosen}
        disabled={disabled}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChoose(target.value)}
        className={SELECT}
      >
        {fitting.map((planner) => (
          <option key={planner.id} value={planner.id}>
            {planner.name}
          </option>
        ))}
      </select>
      <p id={`${id}-help`} className="text-meta text-soft">
        {chosen === session.plannerId
          ? 'Another planner can continue from here. Each keeps its own setup.'
          : 'It continues from here once you save. Messages and decisions stay.'}
      </p>
    </div>
  );
}
