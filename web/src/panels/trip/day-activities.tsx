import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Activity, Day } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { TRANSIT } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextInput } from '../../ui/field.tsx';
import { sightKey } from './map-scene.ts';
import { useTripList } from './trip-list-context.ts';

/** The activities of a day. */
export function DayActivities({ day }: { readonly day: Day }) {
  const [adding, setAdding] = useState(false);
  const { hovered, canChange, hasControls, onHover, onChange } = useTripList();
  const { number: dayNumber, activities } = day;
  return (
    <div className="pl-8">
      {activities.length > 0 && (
        <ul>
          {activities.map((activity) => (
            <ActivityLine
              key={activity.id}
              activity={activity}
              isHovered={hovered === sightKey(dayNumber, activity.id)}
              onHover={(isOver) => onHover(isOver ? sightKey(dayNumber, activity.id) : undefined)}
              canRemove={canChange}
              onRemove={
                hasControls && !activity.locked
                  ? () => onChange({ op: 'REMOVE_ACTIVITY', payload: { dayNumber, activityId: activity.id } })
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {adding && hasControls ? (
        <AddActivity
          hidden={!canChange}
          dayNumber={dayNumber}
          onCancel={() => setAdding(false)}
          onAdd={(activity) => {
            setAdding(false);
            onChange({ op: 'ADD_ACTIVITY', payload: { dayNumber, activities: [activity] } });
          }}
        />
      ) : (
        hasControls && (
          <Button
            look="quiet"
            className={classes('-ml-2 h-7 px-2! max-sm:h-9', !canChange && 'invisible')}
            aria-label={`Add something to do on day ${dayNumber}`}
            onClick={() => setAdding(true)}
          >
            <Plus size={16} aria-hidden />
            Add
          </Button>
        )
      )}
    </div>
  );
}

function ActivityLine({
  activity: { title, kind, generic, by },
  isHovered,
  canRemove,
  onHover,
  onRemove,
}: {
  readonly activity: Activity;
  readonly isHovered: boolean;
  readonly canRemove: boolean;
  readonly onHover: (isOver: boolean) => void;
  readonly onRemove: (() => void) | undefined;
}) {
  const note =
    kind === TRANSIT ? 'on the way' : by === 'model' ? 'suggested by a model' : generic ? 'suggestion' : '';
  return (
    <li
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      className={classes(
        'group -ml-2 flex min-h-7 items-center gap-1.5 rounded-md pl-2 text-small max-sm:min-h-9',
        isHovered && 'bg-hover',
      )}
    >
      <span className="min-w-0 flex-1 break-words">
        {title} {note && <span className="text-meta text-soft">{note}</span>}
      </span>
      {onRemove && (
        <IconButton
          label={`Remove ${title}`}
          onClick={onRemove}
          className={classes(
            'h-7 w-7 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-sm:size-9 max-sm:opacity-100',
            !canRemove && 'invisible',
          )}
        >
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function AddActivity({
  hidden,
  dayNumber,
  onAdd,
  onCancel,
}: {
  readonly hidden: boolean;
  readonly dayNumber: number;
  readonly onAdd: (activity: Activity) => void;
  readonly onCancel: () => void;
}) {
  const [title, setTitle] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = title.trim();
    if (text !== '') onAdd({ id: `by-hand:${Date.now().toString(36)}`, title: text, kind: 'OTHER' });
  };
  return (
    <form onSubmit={submit} className={classes('flex gap-1 py-1', hidden && 'invisible')}>
      <TextInput
        autoFocus
        aria-label={`What to do on day ${dayNumber}`}
        placeholder="Such as: see the old town"
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      <Button type="submit" disabled={title.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
