import { type FormEvent, type ReactNode, useState } from 'react';
import type { TripExportFormat } from '../../../../src/planners/trip/exchange/export-trip.ts';
import { sessionPath } from '../../api/client.ts';
import { useShown } from '../../state/open-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';

const FORMATS: readonly (readonly [TripExportFormat, string])[] = [
  ['ics', 'Calendar (ICS)'],
  ['gpx', 'GPX'],
  ['kml', 'KML'],
  ['geojson', 'GeoJSON'],
  ['md', 'Markdown'],
  ['html', 'Page to print (HTML)'],
];

/** Takes a trip to other programs, as it is at the moment that is looked at. */
export function TripExport({ children }: { readonly children: ReactNode }) {
  const shown = useShown();
  const [dating, setDating] = useState(false);
  if (shown?.planner.type !== 'trip') return null;
  const { id, at } = shown;
  const isDated = shown.planner.itinerary?.days.every(({ date }) => date !== undefined) ?? false;
  const save = (format: TripExportFormat, startDate?: string) => {
    const query = new URLSearchParams({
      ...(at !== undefined && { at: String(at) }),
      ...(startDate !== undefined && { startDate }),
    });
    const link = document.createElement('a');
    link.href = sessionPath(id, `/trip/${format}?${query}`);
    link.download = '';
    link.click();
  };
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
          onSelect: () => (format === 'ics' && !isDated ? setDating(true) : save(format)),
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
            save('ics', date);
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
