import { ArrowRight, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { sessionPath, upload } from '../api/client.ts';
import type { PlannerLine, SessionState, SetupSnapshot } from '../api/contracts.ts';
import type { Mode } from '../setup/mode-choice.tsx';
import {
  editSetup,
  editsOf,
  forgetEdits,
  plannerCard,
  type SetupEdits,
  sessionCard,
  useSetupEdits,
  valuesOf,
} from '../setup/setup-edits.ts';
import { beginSession } from '../state/begin-session.ts';
import { usePendingAction } from '../state/commands.ts';
import { askWhenReachable } from '../state/connection.ts';
import { useSessions } from '../state/sessions.ts';
import { useUnsentText } from '../state/unsent.ts';
import { Button } from '../ui/button.tsx';
import { MessageBox, SendKeys } from '../ui/message-box.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { beginGoal, type Goal, newSessionOf, obstacleTo } from './begin-goal.ts';
import { useInferred } from './fitting-planners.ts';
import { GoalSettings, type LastEvaluation } from './goal-settings.tsx';
import { PlannerChips } from './planner-chips.tsx';
import { isOwnSide, SideChip } from './side-chip.tsx';
import { isSetUp, type Suggestion, Suggestions, suggestionsOf } from './suggestions.tsx';
import { TitleChip } from './title-chip.tsx';
import { WordsChoice } from './words-choice.tsx';

/** This many equal letters identify an edited example. */
const SAME_BEGINNING = 12;
const NO_FIELDS: SetupSnapshot['fields'] = [];

/** The goal in words. Planner and title are inferred, and can be changed. */
export function GoalBox({
  wanted,
  shown,
}: {
  /** The planner requested for a new session; empty for any, null if none was requested. */
  readonly wanted: string | null;
  /** The planners to choose from, in the order of their cards. */
  readonly shown: readonly PlannerLine[];
}) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const planners = useSessions((state) => state.planners);
  const [text = '', setText] = useUnsentText('goal');
  const [chosenId, choose] = useState<string>();
  const [title, setTitle] = useState<string>();
  const [isReceived, setReceived] = useState(false);
  /** The example that the box was filled with, until it contains other words. */
  const [pickedExample, setTaken] = useState<Suggestion['example']>();
  const [mode, setMode] = useState<Mode>('approve');
  const [isOpen, setOpen] = useState(false);
  const [evaluated, setEvaluated] = useState<LastEvaluation & { readonly of: string }>();
  const [obstacle, setObstacle] = useState<string>();
  const [, go] = useLocation();
  const { busy, problem, run, clear } = usePendingAction();

  const isOwnText = text.trim() !== '' && !(pickedExample && begins(text, pickedExample));
  const inferred = useInferred(text);
  const chosen = planners.find((each) => each.id === chosenId);
  const planner = chosen ?? inferred.planner;
  const edits = useSetupEdits(plannerCard(planner?.id ?? ''));
  const setup = evaluated?.of === planner?.id ? evaluated : undefined;
  const { fields = NO_FIELDS, canSave = true } = setup?.snapshot ?? planner?.setup ?? {};
  const hasSettings = fields.length > 0 || planner?.talks === 'agent';

  useEffect(() => {
    if (wanted === null) return;
    choose(wanted === '' ? undefined : wanted);
    box.current?.focus();
  }, [wanted]);
  useEffect(() => {
    // What is wrong stands at its field.
    if (problem?.code === 'config-invalid') setOpen(true);
  }, [problem]);
  const plannerId = planner?.id ?? '';
  const onEvaluated = useCallback(
    (now: LastEvaluation) => setEvaluated({ ...now, of: plannerId }),
    [plannerId],
  );

  const goalOf = (by: PlannerLine): Goal => ({
    planner: by,
    text: text.trim(),
    title,
    isReceived,
    edits,
    fields,
    mode,
  });
  const show = (session: SessionState, view = '') => {
    setText(undefined);
    forgetEdits(plannerCard(session.plannerId));
    go(`/sessions/${encodeURIComponent(session.id)}${view}`);
  };
  const begin = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === '') box.current?.focus();
    void run(async () => {
      // What was typed a moment ago counts, also where who suits it, or its evaluation, is still under way.
      const by = chosen ?? (text.trim() === '' ? undefined : await inferred.settle());
      const typed = editsOf(plannerCard(by?.id ?? ''));
      const known = by?.id === planner?.id ? { fields, canSave } : (by?.setup ?? { fields, canSave });
      const isStale = by && Object.keys(typed).length > 0 && !(by.id === planner?.id && setup?.isCurrent);
      const now = isStale ? await evaluatedNow(by, typed, known.fields) : known;
      const reason = obstacleTo({ text, planner: by, edits: typed, ...now });
      setObstacle(reason);
      if (reason !== undefined && text.trim() !== '') setOpen(true);
      if (reason === undefined && by)
        show(await beginGoal({ ...goalOf(by), edits: typed, fields: known.fields }));
    });
  };
  /** Files belong to a session, so it starts here, and is set up on its own page. */
  const beginWithFile = async (key: string, file: File) => {
    if (planner === undefined) return undefined;
    await run(async () => {
      const { text: words, goal, ...empty } = newSessionOf({ ...goalOf(planner), edits: { [key]: '' } });
      const session = await beginSession({
        ...empty,
        ...(words && { text: words }),
        ...(goal && { goal }),
      });
      const at = sessionPath(session.id, `/attachments?name=${encodeURIComponent(file.name)}`);
      const { sha256 } = await upload<{ readonly sha256: string }>(at, file);
      for (const [other, value] of Object.entries(edits)) editSetup(sessionCard(session.id), other, value);
      editSetup(sessionCard(session.id), key, `sha256:${sha256}`);
      show(session, '?view=setup');
    });
    return undefined;
  };
  const take = ({ planner: by, example }: Suggestion) => {
    choose(by.id);
    // What somebody has typed stays: they only lacked a setting.
    if (!isOwnText) {
      setText(example.text);
      setTitle(by.talks === 'agent' ? example.title : undefined);
      setReceived(by.talks === 'agent');
      setTaken(example);
    }
    setObstacle(undefined);
    for (const [key, value] of Object.entries(example.config ?? {}))
      editSetup(plannerCard(by.id), key, value);
    box.current?.focus();
  };

  return (
    <form
      onSubmit={begin}
      aria-label="New session"
      className="flex flex-col gap-3 rounded-md border bg-raised p-4"
    >
      <label htmlFor={`${id}-text`} className="sr-only">
        Your goal
      </label>
      <MessageBox
        ref={box}
        id={`${id}-text`}
        lines={2}
        value={text}
        placeholder={
          isReceived && planner?.talks === 'agent'
            ? 'Paste the message you received'
            : 'Describe it in your own words'
        }
        aria-describedby={obstacle === undefined ? undefined : `${id}-obstacle`}
        onChange={({ target }) => {
          setText(target.value || undefined);
          setObstacle(undefined);
          // Whoever writes words of their own in place of the example's writes what they want.
          if (pickedExample && !begins(target.value, pickedExample)) {
            setTaken(undefined);
            setReceived(false);
          }
        }}
        onSend={begin}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PlannerChips planners={shown} chosen={planner} onChoose={choose} />
        {planner && text.trim() !== '' && (
          <TitleChip
            inferred={inferred.titleOf(planner.id) ?? text.trim().split('\n')[0] ?? ''}
            title={title}
            onChange={setTitle}
          />
        )}
        {planner &&
          fields
            .filter(isOwnSide)
            .map((field) => (
              <SideChip
                key={field.key}
                field={field}
                value={edits[field.key] ?? field.value}
                disabled={busy}
                onChange={(side) => editSetup(plannerCard(planner.id), field.key, side)}
              />
            ))}
      </div>
      {planner?.talks === 'agent' && <WordsChoice isReceived={isReceived} onChange={setReceived} />}
      {obstacle && (
        <p id={`${id}-obstacle`} role="alert" className="text-small font-medium text-bad">
          {obstacle}
        </p>
      )}
      {(chosen || obstacle || text.trim() === '') && (
        <Suggestions
          suggestions={suggestionsOf(shown, obstacle ? planner : chosen).filter(
            ({ example }) => !isOwnText || example.config !== undefined,
          )}
          isTaken={(example) => example === pickedExample || isSetUp(example, edits)}
          onTake={take}
        />
      )}
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" waits={busy}>
          {planner ? `Plan with ${planner.name}` : 'Plan'}
          <ArrowRight size={16} aria-hidden />
        </Button>
        {planner && hasSettings && (
          <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal size={14} aria-hidden />
            Settings
            {Object.keys(edits).length > 0 && <span className="font-normal">· changed</span>}
          </Button>
        )}
        <SendKeys verb="starts" className="ml-auto" />
      </div>
      {planner && hasSettings && (isOpen || Object.keys(edits).length > 0) && (
        <div hidden={!isOpen}>
          <GoalSettings
            key={planner.id}
            planner={planner}
            mode={mode}
            disabled={busy}
            onMode={setMode}
            onEvaluated={onEvaluated}
            onFile={beginWithFile}
          />
        </div>
      )}
    </form>
  );
}

/** Whether a text is still that of an example, however it goes on. */
function begins(text: string, example: Suggestion['example']): boolean {
  return text.startsWith(example.text.slice(0, SAME_BEGINNING));
}

/** The setup of a planner with what was typed into it by now. */
async function evaluatedNow(
  { id }: PlannerLine,
  edits: SetupEdits,
  fields: SetupSnapshot['fields'],
): Promise<SetupSnapshot> {
  return await askWhenReachable<SetupSnapshot>(`/api/planners/${encodeURIComponent(id)}/setup`, {
    body: { values: valuesOf(edits, fields) },
  });
}
