import { z } from 'zod';
import { renderAction } from '../../../../planners/trip/chat.ts';
import type { TripState } from '../../../../planners/trip/conversation-fold.ts';
import {
  type Activity,
  type Anchor,
  type Day,
  type Itinerary,
  type PlaceRef,
  TRIP_MODES,
} from '../../../../planners/trip/itinerary.ts';
import type { PlannerAction, PlannerIssue } from '../../../../planners/trip/planner-state.ts';
import type { SessionView } from '../../../../sessions/session-view.ts';

const Coordinate = z.number().optional();

const WirePlace = z.strictObject({
  name: z.string(),
  admin1: z.string().optional(),
  country: z.string().optional(),
  lat: Coordinate,
  lng: Coordinate,
});

const WireAnchor = z.strictObject({
  anchor_id: z.string(),
  ...WirePlace.shape,
  nights: z.number().optional(),
  locked: z.boolean().optional(),
  validity: z.string().optional(),
});

const WireActivity = z.strictObject({
  activity_id: z.string(),
  title: z.string(),
  kind: z.string(),
  is_generic: z.boolean().optional().describe('A suggestion of a kind of thing, and no place of this name.'),
  by: z
    .enum(['model'])
    .optional()
    .describe('A language model had the idea: nobody has looked whether it exists.'),
});

const WireDay = z.strictObject({
  number: z.int(),
  date: z.string().optional(),
  anchor_id: z.string(),
  travel_only: z.boolean().optional(),
  activities: z.array(WireActivity),
});

/** A trip as it is on the wire. */
const WireTrip = z.strictObject({
  mode: z.enum(TRIP_MODES),
  round_trip: z.boolean(),
  origin: WirePlace,
  destination: WirePlace,
  anchors: z.array(WireAnchor).describe('The stops, in their order.'),
  days: z.array(WireDay),
});

const WireIssue = z.strictObject({
  issue_id: z.string(),
  type: z.string(),
  severity: z.string(),
  description: z.string(),
  anchor_id: z.string().optional(),
  day_number: z.int().optional(),
});

const ACTIONS = {
  ASK_USER: 'ask_user',
  AUTO_FIX: 'auto_fix',
  SUGGEST_REPAIR: 'suggest_repair',
  CONTINUE_PLAN: 'continue_plan',
} as const satisfies Record<PlannerAction['type'], string>;

/** How a trip stands, as every tool tells it. */
export const WireStanding = {
  trip_id: z.string().optional(),
  version: z.int().optional().describe('How many facts its journal has.'),
  action: z
    .strictObject({
      type: z.enum(Object.values(ACTIONS)),
      text: z.string(),
      options: z.array(z.strictObject({ option_id: z.string(), label: z.string() })),
    })
    .optional()
    .describe('What the planner did or asked last. Choose among its options with trip_choose.'),
  trip: WireTrip.optional().describe('Only when there is one by now.'),
  issues: z.array(WireIssue).optional(),
  advisories: z.array(z.string()).optional().describe('Worth knowing; nothing has to be done about them.'),
};

/** A session of the trip planner as every tool tells it. */
export function wireStanding(tripId: string, view: SessionView) {
  const { session, last } = tripOf(view);
  const { state, itinerary } = session;
  return {
    trip_id: tripId,
    version: view.head,
    ...(last && { action: wireAction(last.action) }),
    ...(itinerary && { trip: wireTrip(itinerary) }),
    issues: state.issues.map(wireIssue),
    advisories: state.advisories.map(({ description }) => description),
  };
}

/** The trip of a session. */
export function tripOf({ at }: SessionView): TripState {
  // A session of the trip planner has its state.
  return at.state as TripState;
}

function wireAction(action: PlannerAction) {
  const { text, options } = renderAction(action);
  return {
    type: ACTIONS[action.type],
    text,
    options: options.map(({ id, label }) => ({ option_id: id, label })),
  };
}

function wireTrip({
  mode,
  roundTrip,
  origin,
  destination,
  anchors,
  days,
}: Itinerary): z.infer<typeof WireTrip> {
  return {
    mode,
    round_trip: roundTrip,
    origin: wirePlace(origin),
    destination: wirePlace(destination),
    anchors: anchors.map(wireAnchor),
    days: days.map(wireDay),
  };
}

/** A coordinate that is none is what a trip may be broken by, and no number. */
function wirePlace({ name, admin1, country, lat, lng }: PlaceRef): z.infer<typeof WirePlace> {
  return {
    name,
    ...(admin1 !== undefined && { admin1 }),
    ...(country !== undefined && { country }),
    ...(Number.isFinite(lat) && { lat }),
    ...(Number.isFinite(lng) && { lng }),
  };
}

function wireAnchor({ id, nights, locked, validity, ...place }: Anchor): z.infer<typeof WireAnchor> {
  return {
    anchor_id: id,
    ...wirePlace(place),
    ...(nights !== undefined && { nights }),
    ...(locked !== undefined && { locked }),
    ...(validity !== undefined && { validity: validity.toLowerCase() }),
  };
}

function wireDay({ number, date, anchorId, travelOnly, activities }: Day): z.infer<typeof WireDay> {
  return {
    number,
    ...(date !== undefined && { date }),
    anchor_id: anchorId,
    ...(travelOnly !== undefined && { travel_only: travelOnly }),
    activities: activities.map(wireActivity),
  };
}

function wireActivity({ id, title, kind, generic, by }: Activity): z.infer<typeof WireActivity> {
  return {
    activity_id: id,
    title,
    kind,
    ...(generic !== undefined && { is_generic: generic }),
    ...(by !== undefined && { by }),
  };
}

function wireIssue({ id, type, severity, description, target }: PlannerIssue): z.infer<typeof WireIssue> {
  const { anchorId, dayNumber } = target;
  return {
    issue_id: id,
    type: type.toLowerCase(),
    severity: severity.toLowerCase(),
    description,
    ...(anchorId !== undefined && { anchor_id: anchorId }),
    ...(dayNumber !== undefined && { day_number: dayNumber }),
  };
}
