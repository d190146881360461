import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import type { PlannerMutation } from '../../../../src/planners/trip/itinerary/mutation.ts';
import type { TripData } from '../../../../src/planners/trip/module.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Split } from '../../ui/split.tsx';
import { notify } from '../../ui/toast.tsx';
import { usePanel } from '../panel.ts';
import { usePanelCommands } from '../panel-commands.ts';
import { AddStop } from './add-stop.tsx';
import { Comparison } from './comparison.tsx';
import { DayList } from './day-list.tsx';
import { dayPlanOf } from './day-plan.ts';
import { useStopDrag } from './drag-stop.ts';
import { useLastRepair } from './last-repair.ts';
import { bareScene, changeScene, sceneOf } from './map-scene.ts';
import { brokenStop, outlineOption } from './option-outline.ts';
import { RepairCards } from './repair-cards.tsx';
import { moveBy, moveOnto } from './stop-moves.ts';
import { stopStatuses } from './stop-status.ts';
import { TripListContext } from './trip-list-context.ts';
import { TripMap } from './trip-map.tsx';
import { TripToolbar } from './trip-toolbar.tsx';

/** A trip on the map and in days, with the same stop selected in both. */
export function TripBoard({
  trip,
  itinerary,
  offers,
}: {
  readonly trip: TripData;
  readonly itinerary: Itinerary;
  /** Whether a repair waits for a choice. */
  readonly offers: boolean;
}) {
  const { send, busy, problem, clear } = usePanelCommands();
  const { canAct: canChange, isAside } = usePanel();
  const [chosen, setChosen] = useState<string>();
  const [hovered, setHovered] = useState<string>();
  const [previewed, setPreviewed] = useState<string>();
  const [comparing, setComparing] = useState(false);
  const repair = useLastRepair(trip.mended, comparing);
  const offered = offers && trip.action?.type === 'SUGGEST_REPAIR' ? trip.action : undefined;
  const option = offered?.options.find(({ id }) => id === previewed);
  const preview = useMemo(() => option && outlineOption(itinerary, option.mutation), [itinerary, option]);
  const broken = offered && brokenStop(offered, trip.issues, itinerary);
  const standing = useMemo(() => stopStatuses(itinerary, trip.issues), [itinerary, trip.issues]);
  const plan = useMemo(
    () => dayPlanOf(itinerary, trip.issues, trip.advisories),
    [itinerary, trip.issues, trip.advisories],
  );
  const scene = useMemo(() => {
    const now = sceneOf(itinerary, standing);
    if (preview) return changeScene(now, sceneOf(preview.after, standing));
    return repair ? changeScene(bareScene(repair.before), sceneOf(repair.after, standing)) : now;
  }, [itinerary, standing, preview, repair]);

  const change = (mutation: PlannerMutation | undefined) => {
    if (mutation) void send({ type: 'change', mutation });
  };
  const { drag, handleOf } = useStopDrag((anchorId, onto) => change(moveOnto(itinerary, anchorId, onto)));
  const choose = (anchorId: string) => setChosen(anchorId === chosen ? undefined : anchorId);
  const board = useRef<HTMLDivElement>(null);
  useShownInList(board, chosen);
  const follow = useFocusAfter(board, itinerary);

  return (
    <div ref={board} className="@container flex h-full flex-col">
      {!isAside && (
        <TripToolbar
          trip={trip}
          canChange={canChange && !busy}
          comparing={comparing}
          onUndo={() => send({ type: 'undo' })}
          onRedo={() => send({ type: 'redo' })}
          onCompare={() => setComparing(!comparing)}
        />
      )}
      <Split
        id="trip"
        orientation="vertical"
        label="Height of the map"
        initial="42%"
        min={96}
        minOfRest={120}
        first={
          <TripMap
            scene={scene}
            chosen={chosen}
            broken={broken}
            hovered={hovered}
            onChoose={choose}
            onHover={setHovered}
          />
        }
      >
        <div data-scrolls className="h-full overflow-y-auto">
          {problem && (
            <div className="p-2">
              <ProblemNote problem={problem} onClose={clear} />
            </div>
          )}
          {offered && (
            <RepairCards
              action={offered}
              itinerary={itinerary}
              previewed={option?.id}
              canChoose={canChange && !busy}
              onPreview={setPreviewed}
              onChoose={async ({ id, label }) => {
                setPreviewed(undefined);
                if (!(await send({ type: 'choose', optionId: id }))) return;
                notify({
                  title: 'Repaired',
                  description: label,
                  action: { label: 'Undo', onClick: () => void send({ type: 'undo' }) },
                });
              }}
            />
          )}
          {preview ? (
            <Comparison before={itinerary} after={preview.after} titles={['Now', 'With this repair']} />
          ) : repair ? (
            <Comparison
              caption={repair.label}
              before={repair.before}
              after={repair.after}
              titles={['Before the repair', 'After it']}
            />
          ) : (
            <TripListContext
              value={{
                itinerary,
                standing,
                chosen,
                broken,
                hovered,
                canChange,
                hasControls: !isAside,
                drag,
                handleOf,
                onChoose: choose,
                onHover: setHovered,
                onChange: change,
                onMove: (anchorId, step) => {
                  follow(anchorId);
                  change(moveBy(itinerary, anchorId, step));
                },
              }}
            >
              <DayList plan={plan} />
              {!isAside && (
                <AddStop
                  hidden={!canChange}
                  disabled={busy}
                  onAdd={(place) => send({ type: 'say', text: `Add a stop in ${place}` })}
                />
              )}
            </TripListContext>
          )}
        </div>
      </Split>
    </div>
  );
}

/** Scrolls to the selected stop, also if it was selected on the map. */
function useShownInList(board: Board, chosen: string | undefined): void {
  useEffect(() => {
    if (chosen !== undefined) stopButton(board, chosen)?.scrollIntoView({ block: 'nearest' });
  }, [board, chosen]);
}

/** Keeps the focus on a stop that is moved by keyboard, although its row moves. */
function useFocusAfter(board: Board, { anchors }: Itinerary): (anchorId: string) => void {
  const moved = useRef<string>(undefined);
  const order = anchors.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for another order
  useEffect(() => {
    if (moved.current !== undefined) stopButton(board, moved.current)?.focus();
    moved.current = undefined;
  }, [order]);
  return (anchorId) => {
    moved.current = anchorId;
  };
}

/** The element of one trip; there may be two on a page. */
type Board = RefObject<HTMLElement | null>;

function stopButton({ current }: Board, anchorId: string): HTMLElement | null | undefined {
  return current?.querySelector<HTMLElement>(`[data-stop-button="${CSS.escape(anchorId)}"]`);
}
