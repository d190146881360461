import type { Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { type ComparedDay, compareDays } from './day-comparison.ts';

/** The differences between two trips, side by side. */
export function Comparison({
  caption,
  before,
  after,
  titles: [left, right],
}: {
  /** What led from one to the other. */
  readonly caption?: string;
  readonly before: Itinerary;
  readonly after: Itinerary;
  readonly titles: readonly [string, string];
}) {
  const { changed, same } = compareDays(before, after);
  return (
    <div className="p-2">
      {caption && <p className="px-3 py-1 font-medium break-words">{caption}</p>}
      {changed.length > 0 && (
        <table
          aria-label={`${left} and ${right.toLowerCase()}`}
          className="w-full table-fixed border-separate border-spacing-1"
        >
          <thead>
            <tr className="text-left text-meta text-soft">
              <th scope="col" className="px-2 font-medium">
                {left}
              </th>
              <th scope="col" className="px-2 font-medium">
                {right}
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ before: then, after: now }) => {
              const isNamesake = then?.name === now?.name && then?.where === now?.where;
              return (
                <tr key={`${then?.number} ${now?.number}`}>
                  <Side day={then} exact={isNamesake} otherwise="Not in the trip" className="bg-bad-ground" />
                  <Side day={now} exact={isNamesake} otherwise="Removed" className="bg-good-ground" />
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <p className="px-3 py-1 text-small text-soft">{sameText(same, changed.length)}</p>
    </div>
  );
}

function sameText(same: number, changed: number): string {
  if (changed === 0) return `All ${same} days stay as they are.`;
  return same === 1 ? '1 day stays as it is.' : `${same} days stay as they are.`;
}

function Side({
  day,
  exact,
  otherwise,
  className,
}: {
  readonly day: ComparedDay | undefined;
  /** Whether only its coordinates differ from the other side. */
  readonly exact: boolean;
  readonly otherwise: string;
  readonly className: string;
}) {
  if (day === undefined) return <td className="h-8 rounded-sm px-2 text-small text-soft">{otherwise}</td>;
  return (
    <td className={`h-8 rounded-sm px-2 text-small ${className}`}>
      <span className="flex min-w-0 items-baseline gap-1.5">
        <span className="shrink-0 text-meta text-soft">Day {day.number}</span>
        <span className="truncate font-medium">{day.name}</span>
        <span className="truncate text-meta text-soft">{exact ? day.coordinates : day.where}</span>
      </span>
    </td>
  );
}
