import { Car, Plane, Route } from 'lucide-react';
import type { TripMode } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Concerns } from './concerns.tsx';
import { DayActivities } from './day-activities.tsx';
import { type DayLeg, type DayPlan, type DayRow, dateText, legText, type PassedStop } from './day-plan.ts';
import { StopRow } from './stop-row.tsx';
import { useTripList } from './trip-list-context.ts';

/** A trip day by day: travel, activities and issues. */
export function DayList({ plan: { rows, rest, general, remarks } }: { readonly plan: DayPlan }) {
  return (
    <div className="px-2 pb-2">
      <Concerns issues={general} advisories={remarks} />
      <ol aria-label="Days">
        {rows.map((row, at) => (
          // Follows its stop when that is moved, so that what is open and focused stays with it.
          <DayItem key={keyOf(rows, at)} row={row} />
        ))}
      </ol>
      {rest.map((stop) => (
        <Passed key={stop.anchor.id} stop={stop} />
      ))}
    </div>
  );
}

function keyOf(rows: readonly DayRow[], at: number): string {
  const id = rows[at]?.day.anchorId;
  const before = rows.slice(0, at).filter(({ day }) => day.anchorId === id).length;
  return `${id} ${before}`;
}

function DayItem({ row }: { readonly row: DayRow }) {
  const { day, stop, arrives, nights, leg, passed, issues, advisories } = row;
  const { canChange, hasControls, onChange } = useTripList();
  const heading = `day-${day.number}`;
  return (
    <>
      {passed.map((each) => (
        <li key={each.anchor.id} data-drop={each.anchor.id}>
          <Passed stop={each} />
        </li>
      ))}
      <li aria-labelledby={heading} data-day={day.number} data-drop={stop?.id} className="border-t py-2">
        <div className="flex min-h-6 items-center gap-2 pl-2 text-meta text-soft">
          <h2 id={heading} className="shrink-0 font-semibold text-ink">
            Day {day.number}
          </h2>
          {day.date && <span className="shrink-0">{dateText(day.date)}</span>}
          {leg && <LegNote leg={leg} />}
          {!canChange && day.travelOnly && <span className="shrink-0">travel only</span>}
          {hasControls && leg && (
            <TravelOnly
              hidden={!canChange}
              dayNumber={day.number}
              travelOnly={day.travelOnly ?? false}
              onChange={(travelOnly) =>
                onChange({ op: 'SET_TRAVEL_ONLY', payload: { dayNumber: day.number, travelOnly } })
              }
            />
          )}
        </div>
        {stop === undefined ? (
          <p className="px-2 py-1 text-small text-bad">This day refers to a stop that does not exist.</p>
        ) : arrives ? (
          <StopRow anchor={stop} note={nights === 1 ? '1 night' : `${nights} nights`} />
        ) : (
          <p className="flex min-h-8 items-center pl-8 text-small text-soft">Still in {stop.name}</p>
        )}
        <Concerns issues={issues} advisories={advisories} />
        <DayActivities day={day} />
      </li>
    </>
  );
}

function Passed({ stop: { anchor, isStart, issues } }: { readonly stop: PassedStop }) {
  return (
    <div className="py-1">
      <StopRow anchor={anchor} note={isStart ? 'Start' : 'On the way'} draggable={!isStart} />
      <Concerns issues={issues} />
    </div>
  );
}

const MODE: Readonly<Record<TripMode, { readonly Icon: typeof Car; readonly label: string }>> = {
  road: { Icon: Car, label: 'By road' },
  flight: { Icon: Plane, label: 'By plane' },
  mixed: { Icon: Route, label: 'By road or plane' },
};

function LegNote({ leg }: { readonly leg: DayLeg }) {
  const { Icon, label } = MODE[leg.mode];
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Icon size={14} className="shrink-0" aria-label={label} />
      <span className="truncate">
        {legText(leg)} from {leg.from}
      </span>
    </span>
  );
}

function TravelOnly({
  hidden,
  dayNumber,
  travelOnly,
  onChange,
}: {
  readonly hidden: boolean;
  readonly dayNumber: number;
  readonly travelOnly: boolean;
  readonly onChange: (travelOnly: boolean) => void;
}) {
  return (
    <IconButton
      label={`Only travel on day ${dayNumber}`}
      aria-pressed={travelOnly}
      onClick={() => onChange(!travelOnly)}
      className={classes(
        'ml-auto h-6 w-8 max-sm:size-9',
        travelOnly && 'bg-chosen text-accent',
        hidden && 'invisible',
      )}
    >
      <Route size={14} aria-hidden />
    </IconButton>
  );
}
