import { z } from 'zod';
import type { TripState } from '../../../../planners/trip/conversation-fold.ts';
import { type Itinerary, TRIP_MODES } from '../../../../planners/trip/itinerary/itinerary.ts';
import { renderAction } from '../../../../planners/trip/turn/chat.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { wireEnum, wireKeys } from '../../wire-names.ts';

const Coordinate = z.number().optional();
const Name = z.string().toLowerCase();

const WirePlace = z.object({
  name: z.string(),
  admin1: z.string().optional(),
  country: z.string().optional(),
  lat: Coordinate,
  lng: Coordinate,
});

const WireAnchor = z.object({
  anchor_id: z.string(),
  ...WirePlace.shape,
  nights: z.number().optional(),
  locked: z.boolean().optional(),
  validity: Name.optional(),
});

const WireActivity = z.object({
  activity_id: z.string(),
  title: z.string(),
  kind: z.string(),
  is_generic: z.boolean().optional().describe('A general suggestion, not a place of this name.'),
  by: z
    .enum(['model'])
    .optional()
    .describe('A language model suggested it, and nobody has checked that it exists.'),
});

const WireDay = z.object({
  number: z.int(),
  date: z.string().optional(),
  anchor_id: z.string(),
  travel_only: z.boolean().optional(),
  activities: z.array(WireActivity),
});

const WireTrip = z.object({
  mode: z.enum(TRIP_MODES),
  round_trip: z.boolean(),
  origin: WirePlace,
  destination: WirePlace,
  anchors: z.array(WireAnchor).describe('The stops, in order.'),
  days: z.array(WireDay),
});

const WireIssue = z.object({
  issue_id: z.string(),
  type: Name,
  severity: Name,
  description: z.string(),
  anchor_id: z.string().optional(),
  day_number: z.int().optional(),
});

const WireAction = z.object({
  type: wireEnum(['ask_user', 'auto_fix', 'suggest_repair', 'continue_plan']),
  text: z.string(),
  options: z.array(z.object({ option_id: z.string(), label: z.string() })),
});

/** The status of a trip, included in every answer. */
export const WireStatus = z.object({
  trip_id: z.string().optional(),
  version: z.int().optional().describe('The number of facts in its journal.'),
  action: WireAction.optional().describe(
    'What the planner did or asked last. Choose among its options with trip_choose.',
  ),
  trip: WireTrip.optional().describe('Missing until there is a trip.'),
  issues: z.array(WireIssue).optional(),
  advisories: z.array(z.string()).optional().describe('For information; they need no action.'),
});

/** A trip session in wire format. The schema picks the fields to send. */
export function wireStatus(view: SessionView, tripId: string): z.infer<typeof WireStatus> {
  const { session, last } = tripOf(view);
  const { state, itinerary } = session;
  const result = {
    tripId,
    version: view.head,
    action: last ? wireAction(last) : undefined,
    trip: itinerary ? wireTrip(itinerary) : undefined,
    issues: state.issues.map(({ id, target, ...issue }) => ({ ...issue, ...target, issueId: id })),
    advisories: state.advisories.map(({ description }) => description),
  };
  return WireStatus.parse(wireKeys(result));
}

/** The trip of a session. */
export function tripOf({ at }: SessionView): TripState {
  // A session of the trip planner has its state.
  return at.state as TripState;
}

function wireAction({ action }: NonNullable<TripState['last']>) {
  const { text, options } = renderAction(action);
  return { type: action.type, text, options: options.map(({ id, label }) => ({ optionId: id, label })) };
}

function wireTrip({ anchors, days, ...trip }: Itinerary) {
  return {
    ...trip,
    anchors: anchors.map((anchor) => ({ ...anchor, anchorId: anchor.id })),
    days: days.map(({ activities, ...day }) => ({
      ...day,
      activities: activities.map(({ id, generic, ...activity }) => ({
        ...activity,
        activityId: id,
        isGeneric: generic,
      })),
    })),
  };
}
