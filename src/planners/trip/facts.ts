import { z } from 'zod';
import { conversationFacts } from '../../harness/facts.ts';
import type { Trigger } from '../../harness/family.ts';
import type { Envelope } from '../../journal/fact.ts';
import { eventOf } from '../../kernel/event.ts';
import { keeping } from '../../kernel/projection/kept-fields.ts';
import { type Activity, type Anchor, type Day, type Itinerary, TRIP_MODES } from './itinerary/itinerary.ts';
import type { PlannerMutation } from './itinerary/mutation.ts';
import {
  ADVISORY_TYPES,
  type Advisory,
  type PlannerAction,
  QUESTION_FIELDS,
  RecentEdit,
  StoredIssue,
  StoredIssueRecord,
} from './planner-state.ts';
import { TRAVEL_MEANS } from './requirements/constraints.ts';
import { TripPreferences, TripRequirements } from './requirements/requirements.ts';

/** A coordinate may be wrong or missing, which repairs fix. It is stored as given. */
const coordinate = z.number().nullable();

const PlaceSchema = z.looseObject({
  name: z.string(),
  admin1: z.string().optional(),
  country: z.string().optional(),
  lat: coordinate.optional(),
  lng: coordinate.optional(),
});

const ActivitySchema: z.ZodType<Activity, Activity> = z.looseObject({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  place: PlaceSchema.optional(),
  locked: z.boolean().optional(),
  generic: z.boolean().optional(),
  part: z.enum(['morning', 'afternoon', 'evening']).optional(),
  by: z.literal('model').optional(),
}) as z.ZodType<Activity, Activity>;

const AnchorSchema: z.ZodType<Anchor, Anchor> = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  admin1: z.string().optional(),
  country: z.string().optional(),
  area: z.string().optional(),
  lat: coordinate,
  lng: coordinate,
  nights: z.number().optional(),
  by: z.enum(TRAVEL_MEANS).optional(),
  drive: z.object({ from: z.string(), km: z.number() }).optional(),
  locked: z.boolean().optional(),
  validity: z.enum(['VALID', 'INVALID', 'UNKNOWN']).optional(),
  issues: z.array(z.string()).optional(),
}) as z.ZodType<Anchor, Anchor>;

const DaySchema: z.ZodType<Day, Day> = z.looseObject({
  number: z.int(),
  date: z.string().optional(),
  anchorId: z.string(),
  travelOnly: z.boolean().optional(),
  activities: z.array(ActivitySchema),
}) as z.ZodType<Day, Day>;

/** A trip in a fact. Unknown fields are kept. */
const ItinerarySchema: z.ZodType<Itinerary, Itinerary> = z.looseObject({
  id: z.string().optional(),
  mode: z.enum(TRIP_MODES),
  roundTrip: z.boolean(),
  tour: z.boolean().optional(),
  along: z.string().max(200).optional(),
  origin: PlaceSchema,
  destination: PlaceSchema,
  anchors: z.array(AnchorSchema),
  days: z.array(DaySchema),
}) as z.ZodType<Itinerary, Itinerary>;

const FixedPlaceSchema = z.object({
  name: z.string(),
  admin1: z.string().optional(),
  country: z.string().optional(),
  lat: z.number(),
  lng: z.number(),
});

const NewDaySchema = z.object({
  date: z.string().optional(),
  travelOnly: z.boolean().optional(),
  activities: z.array(ActivitySchema),
});

const dayNumber = z.int().min(1);
const anchorId = z.string().min(1);

/** A change of a trip in a fact. */
const MutationSchema: z.ZodType<PlannerMutation, PlannerMutation> = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('REMOVE_ANCHOR'),
    payload: z.object({ anchorId, mergeInto: anchorId.optional() }),
  }),
  z.object({
    op: z.literal('REPLACE_ANCHOR'),
    payload: z.object({
      anchorId: anchorId.optional(),
      endpoint: z.enum(['origin', 'destination']).optional(),
      place: FixedPlaceSchema,
    }),
  }),
  z.object({
    op: z.literal('UPDATE_ANCHOR'),
    payload: z.object({
      anchorId,
      set: z.object({
        name: z.string().optional(),
        admin1: z.string().optional(),
        country: z.string().optional(),
        lat: z.number().optional(),
        lng: z.number().optional(),
        nights: z.int().min(0).max(365).optional(),
        by: z.enum(TRAVEL_MEANS).optional(),
        locked: z.boolean().optional(),
      }),
      days: z.array(NewDaySchema).optional(),
    }),
  }),
  z.object({
    op: z.literal('ADD_ACTIVITY'),
    payload: z.object({ dayNumber, activities: z.array(ActivitySchema).min(1) }),
  }),
  z.object({
    op: z.literal('REMOVE_ACTIVITY'),
    payload: z.object({ dayNumber, activityId: z.string(), isUnwanted: z.boolean().optional() }),
  }),
  z.object({
    op: z.literal('INSERT_ANCHOR'),
    payload: z.object({ anchor: AnchorSchema, at: z.int().min(0), days: z.array(NewDaySchema) }),
  }),
  z.object({ op: z.literal('MOVE_ANCHOR'), payload: z.object({ anchorId, to: z.int().min(0) }) }),
  z.object({ op: z.literal('SET_TRAVEL_ONLY'), payload: z.object({ dayNumber, travelOnly: z.boolean() }) }),
  z.object({ op: z.literal('SET_DAY_ANCHOR'), payload: z.object({ dayNumber, anchorId }) }),
  z.object({ op: z.literal('REMOVE_DAY'), payload: z.object({ dayNumber }) }),
  z.object({
    op: z.literal('MOVE_ACTIVITY'),
    payload: z.object({ dayNumber, activityId: z.string(), to: dayNumber }),
  }),
  z.object({
    op: z.literal('RENAME_ACTIVITY'),
    payload: z.object({ dayNumber, activityId: z.string(), id: z.string().min(1) }),
  }),
  z.object({ op: z.literal('REFLOW_DAYS'), payload: z.object({ startDate: z.iso.date().optional() }) }),
  z.object({
    op: z.literal('SET_MODE'),
    payload: z.object({ mode: z.enum(TRIP_MODES), by: z.enum(TRAVEL_MEANS).optional() }),
  }),
]) as z.ZodType<PlannerMutation, PlannerMutation>;

const OptionSchema = z.object({ id: z.string(), label: z.string(), mutation: MutationSchema });

/** The planner's action in a fact. */
const ActionSchema: z.ZodType<PlannerAction, PlannerAction> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ASK_USER'), question: z.string(), reason: z.string() }),
  z.object({ type: z.literal('AUTO_FIX'), change: MutationSchema, justification: z.string() }),
  z.object({ type: z.literal('SUGGEST_REPAIR'), options: z.array(OptionSchema), reason: z.string() }),
  z.object({ type: z.literal('CONTINUE_PLAN') }),
]) as z.ZodType<PlannerAction, PlannerAction>;

const AdvisorySchema: z.ZodType<Advisory, Advisory> = z.object({
  type: z.enum(ADVISORY_TYPES),
  target: StoredIssue.shape.target,
  description: z.string(),
}) as z.ZodType<Advisory, Advisory>;

/** The origin of a change: an automatic fix, a choice, a message, a person's manual edit, or what follows from that edit. */
const CHANGED_BY = ['auto-fix', 'choice', 'revision', 'person', 'consequence'] as const;

/** The facts of a trip, besides the `user_input` of its conversation. */
export const tripFacts = {
  /** A message was understood. `wishes` (the requirements) and `preferences` are complete: they replace the previous ones. */
  trip_understood: keeping(
    ['preferences', 'by'],
    z.object({
      wishes: TripRequirements,
      preferences: TripPreferences,
      /** What understood it. */
      by: z.enum(['rules', 'model']),
    }),
  ),
  itinerary_generated: z.object({ itinerary: ItinerarySchema, request: z.unknown() }),
  /** The whole trip was planned again, which happens only after a fatal issue and the user's answer. */
  itinerary_regenerated: z.object({
    itinerary: ItinerarySchema,
    request: z.unknown(),
    because: z.array(z.string()),
  }),
  itinerary_imported: z.object({ itinerary: ItinerarySchema, format: z.string() }),
  itinerary_mutated: keeping(
    ['by', 'mutation.op', 'mutation.payload.set.locked'],
    z.object({
      mutation: MutationSchema,
      by: z.enum(CHANGED_BY),
      why: z.string().optional(),
      issueId: z.string().optional(),
      /** The author, if `by` is a person. */
      person: z.string().min(1).max(256).optional(),
    }),
  ),
  /** Undoes the changes of the last turn. */
  trip_undone: keeping([], z.object({ at: z.string() })),
  trip_redone: keeping([], z.object({ at: z.string() })),
  /** The user abandoned this trip and starts another. */
  trip_started_over: keeping([], z.object({})),
  /** The planner's action and its findings. Ends a turn. */
  planner_action: keeping(
    ['action.type', 'settled.outcome'],
    z.object({
      action: ActionSchema,
      issues: z.array(StoredIssue),
      advisories: z.array(AdvisorySchema),
      /** The outcome of issues in this turn. */
      settled: z.array(StoredIssueRecord),
      asking: z.array(z.enum(QUESTION_FIELDS)),
      asked: z.array(z.enum(QUESTION_FIELDS)),
      knownFields: z.object({
        origin: z.boolean(),
        destination: z.boolean(),
        days: z.boolean(),
        mode: z.boolean(),
      }),
      anchorValidity: z.record(z.string(), z.enum(['VALID', 'INVALID', 'UNKNOWN'])),
      /** A request that waits for a confirmation. */
      pending: z.string().optional(),
      /** The last edit and its places. */
      recent: z.array(RecentEdit).optional(),
    }),
  ),
} as const;

/** What triggers the planner besides messages: an import, or a manual edit. */
export const TRIP_WAKES: readonly Trigger[] = [
  { kind: 'import', on: 'itinerary_imported' },
  { kind: 'edit', on: 'itinerary_mutated', when: ({ by }) => by === 'person' },
];

/** All facts of a journal with a trip. */
export const tripSessionFacts = { ...conversationFacts, ...tripFacts } as const;

const TripEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('trip_understood'), ...tripFacts.trip_understood.shape }),
  z.object({ type: z.literal('itinerary_generated'), ...tripFacts.itinerary_generated.shape }),
  z.object({ type: z.literal('itinerary_regenerated'), ...tripFacts.itinerary_regenerated.shape }),
  z.object({ type: z.literal('itinerary_imported'), ...tripFacts.itinerary_imported.shape }),
  z.object({ type: z.literal('itinerary_mutated'), ...tripFacts.itinerary_mutated.shape }),
  z.object({ type: z.literal('trip_undone'), ...tripFacts.trip_undone.shape }),
  z.object({ type: z.literal('trip_redone'), ...tripFacts.trip_redone.shape }),
  z.object({ type: z.literal('trip_started_over') }),
  z.object({ type: z.literal('planner_action'), ...tripFacts.planner_action.shape }),
]);

/** An event that changes a trip or its requirements. */
export type TripEvent = Readonly<z.infer<typeof TripEvent>>;

/** The trip event of a fact, if it is one: a journal may contain others, and those of newer versions. */
export function tripEventOf(fact: Envelope): TripEvent | undefined {
  return TripEvent.safeParse(eventOf(fact)).data;
}
