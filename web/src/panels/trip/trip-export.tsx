import { type FormEvent, type ReactNode, useState } from 'react';
import type { TripExportFormat } from '../../../../src/planners/trip/exchange/export-trip.ts';
import type { TripData } from '../../../../src/planners/trip/module.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { usePanel } from '../panel.ts';

const FORMATS: readonly (readonly [TripExportFormat, string])[] = [
  ['ics', 'Calendar (ICS)'],
  ['gpx', 'GPX'],
  ['kml', 'KML'],
  ['geojson', 'GeoJSON'],
  ['md', 'Markdown'],
  ['html', 'Page to print (HTML)'],
];

/** Takes a trip to other programs, as it is at the moment that is looked at. */
export function TripExport({
  trip: { itinerary },
  children,
}: {
  readonly trip: TripData;
  readonly children: ReactNode;
}) {
  const { exportAs } = usePanel();
  const [dating, setDating] = useState(false);
  const isDated = itinerary?.days.every(({ date }) => date !== undefined) ?? false;
  return (
    <>
      <Menu
        trigger={
          <Button look="quiet" className="px-2!">
            {children}
          </Button>
        }
        entries={FORMATS.map(([format, label]) => ({
          label,
          onSelect: () => (format === 'ics' && !isDated ? setDating(true) : exportAs(format)),
        }))}
      />
      <Dialog
        open={dating}
        onOpenChange={setDating}
        title="When does the trip begin?"
        description="A calendar needs dates, and this trip has none yet. The trip itself stays as it is."
      >
        <StartDate
          onDate={(date) => {
            setDating(false);
            exportAs('ics', { startDate: date });
          }}
        />
      </Dialog>
    </>
  );
}

function StartDate({ onDate }: { readonly onDate: (date: string) => void }) {
  const [date, setDate] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (date !== '') onDate(date);
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <label htmlFor="first-day" className="flex-1 text-small">
        First day
        <TextInput id="first-day" type="date" value={date} onChange={({ target }) => setDate(target.value)} />
      </label>
      <Button type="submit" look="primary" disabled={date === ''}>
        Save the calendar
      </Button>
    </form>
  );
}
