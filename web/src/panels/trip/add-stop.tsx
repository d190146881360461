import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextInput } from '../../ui/field.tsx';

/** Asks the planner for another stop: it knows where places are, and which day is best. */
export function AddStop({
  hidden,
  disabled,
  onAdd,
}: {
  /** Keeps its place, but is invisible. */
  readonly hidden: boolean;
  readonly disabled: boolean;
  readonly onAdd: (place: string) => Promise<boolean>;
}) {
  const [place, setPlace] = useState('');
  const [adding, setAdding] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (place.trim() === '' || adding) return;
    setAdding(true);
    if (await onAdd(place.trim())) setPlace('');
    setAdding(false);
  };
  return (
    <form onSubmit={submit} className={classes('flex gap-2 border-t p-3', hidden && 'invisible')}>
      <TextInput
        aria-label="Add a stop"
        placeholder="Add a stop, such as Amarillo"
        value={place}
        onChange={({ target }) => setPlace(target.value)}
      />
      <Button type="submit" waits={adding} disabled={disabled || place.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
