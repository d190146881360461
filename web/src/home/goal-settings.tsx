import { useEffect } from 'react';
import type { PlannerLine, SetupSnapshot } from '../api/contracts.ts';
import { useEvaluatedSetup } from '../setup/evaluated-setup.ts';
import { type Mode, ModeChoice } from '../setup/mode-choice.tsx';
import { editSetup, plannerCard, takesFile, useSetupEdits } from '../setup/setup-edits.ts';
import { SetupFields } from '../setup/setup-fields.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** The last evaluation of a setup; `isCurrent` if nothing was typed since. */
export interface LastEvaluation {
  readonly snapshot: SetupSnapshot;
  readonly isCurrent: boolean;
}

/** The setup of a planner before its session starts. */
export function GoalSettings({
  planner,
  mode,
  disabled,
  onMode,
  onEvaluated,
  onFile,
}: {
  readonly planner: PlannerLine;
  readonly mode: Mode;
  readonly disabled: boolean;
  readonly onMode: (mode: Mode) => void;
  readonly onEvaluated: (evaluated: LastEvaluation) => void;
  /** Takes a file for the field of that key. */
  readonly onFile: (key: string, file: File) => Promise<undefined>;
}) {
  const card = plannerCard(planner.id);
  const edits = useSetupEdits(card);
  const path = `/api/planners/${encodeURIComponent(planner.id)}/setup`;
  const { snapshot = planner.setup, isCurrent, problem } = useEvaluatedSetup(path, edits, '');
  useEffect(() => onEvaluated({ snapshot, isCurrent }), [snapshot, isCurrent, onEvaluated]);
  const fileField = snapshot.fields.find(takesFile);
  return (
    <div className="flex flex-col gap-4 pt-3">
      <SetupFields
        snapshot={snapshot}
        isCurrent={isCurrent}
        edits={edits}
        disabled={disabled}
        onEdit={(key, value) => editSetup(card, key, value)}
        {...(fileField && { onFile: (file: File) => onFile(fileField.key, file) })}
      />
      {planner.talks === 'agent' && <ModeChoice mode={mode} disabled={disabled} onChange={onMode} />}
      <ProblemNote problem={problem} />
    </div>
  );
}
