import { type FormEvent, type ReactNode, useState } from 'react';
import type { TripData } from '../../../../src/planners/trip/module.ts';
import { ApiProblem } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { notify } from '../../ui/toast.tsx';
import { usePanel } from '../panel.ts';

/** Exports a trip to other programs, as it is at the moment on display. */
export function TripExport({
  trip: { itinerary },
  children,
}: {
  readonly trip: TripData;
  readonly children: ReactNode;
}) {
  const { exports, exportAs } = usePanel();
  const save = async (format: string, input?: { readonly startDate: string }) => {
    try {
      await exportAs(format, input);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify({ title: 'Nothing was saved', description: error.message });
    }
  };
  const [dating, setDating] = useState<string>();
  const isDated = itinerary?.days.every(({ date }) => date !== undefined) ?? false;
  return (
    <>
      <Menu
        trigger={
          <Button look="quiet" className="px-2!">
            {children}
          </Button>
        }
        entries={exports.map(({ format, title, input }) => ({
          label: title,
          onSelect: () => (input !== undefined && !isDated ? setDating(format) : void save(format)),
        }))}
      />
      <Dialog
        open={dating !== undefined}
        onOpenChange={(open) => {
          if (!open) setDating(undefined);
        }}
        title="When does the trip begin?"
        description="A calendar needs dates, and this trip has none yet. The trip itself stays as it is."
      >
        <StartDate
          onCancel={() => setDating(undefined)}
          onDate={(date) => {
            setDating(undefined);
            if (dating !== undefined) void save(dating, { startDate: date });
          }}
        />
      </Dialog>
    </>
  );
}

function StartDate({
  onDate,
  onCancel,
}: {
  readonly onDate: (date: string) => void;
  readonly onCancel: () => void;
}) {
  const [date, setDate] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (date !== '') onDate(date);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <label htmlFor="first-day" className="flex flex-col gap-1 text-small font-medium">
        First day
        <TextInput id="first-day" type="date" value={date} onChange={({ target }) => setDate(target.value)} />
      </label>
      <DialogActions onCancel={onCancel}>
        <Button type="submit" look="primary" disabled={date === ''}>
          Save the calendar
        </Button>
      </DialogActions>
    </form>
  );
}
