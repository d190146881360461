import { z } from 'zod';
import type { RepairAction, RepairOption } from '../../repair/action.ts';
import type { Issue, IssueRecord } from '../../repair/issue.ts';
import type { Itinerary, Validity } from './itinerary/itinerary.ts';
import type { PlannerMutation } from './itinerary/mutation.ts';
import { requestedDays, TripPreferences, TripRequirements } from './requirements/requirements.ts';

/** The types of issues of a trip. */
export const ISSUE_TYPES = [
  'DESTINATION_INVALID',
  'STRUCTURE_BROKEN',
  'ANCHOR_INVALID',
  'ANCHOR_DUPLICATE',
  'ROUTE_NON_MONOTONIC',
  'DAYS_OUT_OF_ORDER',
  'DRIVE_TOO_LONG',
  'CONSTRAINT_BROKEN',
  'ACTIVITY_MISPLACED',
  'ACTIVITY_DENSITY_LOW',
] as const;

/** What can be wrong with a trip. */
export type PlannerIssueType = (typeof ISSUE_TYPES)[number];

/** Where the issue is. */
export interface IssueTarget {
  readonly anchorId?: string | undefined;
  readonly dayNumber?: number | undefined;
  readonly field?: string | undefined;
}

/** The planner's next action. */
export type PlannerAction = RepairAction<PlannerMutation>;

/** A repair option, as offered to a person. */
export type PlannerRepairOption = RepairOption<PlannerMutation>;

/** An issue of a trip. */
export type PlannerIssue = Issue<PlannerIssueType, IssueTarget, PlannerAction>;

/** A line of the history of issues. */
export type PlannerIssueRecord = IssueRecord<PlannerIssueType, IssueTarget>;

/** The fields without which no trip can be planned. */
export const CRITICAL_FIELDS = ['origin', 'destination', 'days', 'mode'] as const;

/** One of {@link CRITICAL_FIELDS}. */
export type CriticalField = (typeof CRITICAL_FIELDS)[number];

/** Which critical fields are known. */
export type KnownFields = Readonly<Record<CriticalField, boolean>>;

/** The subjects of questions, so that a bare answer is understood. */
export const QUESTION_FIELDS = [
  ...CRITICAL_FIELDS,
  'dates',
  'interests',
  'stops',
  'direction',
  'confirm',
] as const;

/** One of {@link QUESTION_FIELDS}. */
export type QuestionField = (typeof QUESTION_FIELDS)[number];

/** The types of advisories: about the trip, or about how the last message was interpreted. */
export const ADVISORY_TYPES = [
  'LONG_DRIVE',
  'OFF_CORRIDOR',
  'NAMESAKE',
  'FEW_THINGS_TO_DO',
  'FEW_OF_A_KIND',
  'MORE_THAN_ASKED',
  'NOT_UNDERSTOOD',
  'ASSUMED',
  'NOT_DONE',
  'ANSWER',
  'READ_BY_RULES',
] as const;

/** A remark about a trip that needs no action. */
export interface Advisory {
  readonly type: (typeof ADVISORY_TYPES)[number];
  readonly target: IssueTarget;
  readonly description: string;
}

/** An edit that was made, with its place. */
export const RecentEdit = z.object({ type: z.string(), place: z.string() });
export type RecentEdit = Readonly<z.infer<typeof RecentEdit>>;

/** What is known about a trip, besides the trip itself. */
export interface PlannerState {
  readonly knownFields: KnownFields;
  readonly requirements: TripRequirements;
  readonly preferences: TripPreferences;
  readonly issues: readonly PlannerIssue[];
  readonly issueHistory: readonly PlannerIssueRecord[];
  readonly anchorValidity: Readonly<Record<string, Validity>>;
  readonly advisories: readonly Advisory[];
  /** The fields that the last question asked for. */
  readonly asking: readonly QuestionField[];
  /** The fields asked for so far, so that no optional question is repeated. */
  readonly asked: readonly QuestionField[];
  /** A request that waits for a confirmation. */
  readonly pending?: string;
  /** The last edit and its places, which "there" and "I meant" refer to. */
  readonly recent?: readonly RecentEdit[];
}

/** The initial state. */
export const EMPTY_STATE: PlannerState = {
  knownFields: { origin: false, destination: false, days: false, mode: false },
  requirements: {},
  preferences: {},
  issues: [],
  issueHistory: [],
  anchorValidity: {},
  advisories: [],
  asking: [],
  asked: [],
};

const Target = z
  .object({ anchorId: z.string().optional(), dayNumber: z.number().optional(), field: z.string().optional() })
  .catch({});
const IssueType = z.enum(ISSUE_TYPES);

/** A stored issue. Its suggestions are not stored, but computed again. */
export const StoredIssue = z.object({
  id: z.string(),
  type: IssueType,
  severity: z.enum(['FATAL', 'LOCAL']),
  target: Target,
  description: z.string(),
  detectedAt: z.string(),
});

/** A stored line of the history of issues. */
export const StoredIssueRecord = z.object({
  issueId: z.string(),
  type: IssueType,
  target: Target,
  outcome: z.enum(['AUTO_FIXED', 'CHOSEN', 'WAIVED', 'RESOLVED', 'UNDONE']),
  at: z.string(),
  optionId: z.string().optional(),
  evidence: z.string().optional(),
});

const flag = z.boolean().catch(false);

/** Parses any state; invalid parts are ignored. */
const TolerantState = z
  .object({
    knownFields: z
      .object({ origin: flag, destination: flag, days: flag, mode: flag })
      .catch(EMPTY_STATE.knownFields),
    requirements: z.object(lenient(TripRequirements.shape)).catch({}),
    preferences: z.object(lenient(TripPreferences.shape)).catch({}),
    issues: listOf(StoredIssue),
    issueHistory: listOf(StoredIssueRecord),
    anchorValidity: z.record(z.string(), z.enum(['VALID', 'INVALID', 'UNKNOWN'])).catch({}),
    advisories: listOf(z.object({ type: z.enum(ADVISORY_TYPES), target: Target, description: z.string() })),
    asking: listOf(z.enum(QUESTION_FIELDS)),
    asked: listOf(z.enum(QUESTION_FIELDS)),
    pending: z.string().optional().catch(undefined),
    recent: z.array(RecentEdit).optional().catch(undefined),
  })
  .catch({
    ...EMPTY_STATE,
    issues: [],
    issueHistory: [],
    advisories: [],
    asking: [],
    asked: [],
    recent: undefined,
  });

/** Each field on its own: an invalid one is dropped without affecting others. */
function lenient<Shape extends z.ZodRawShape>(shape: Shape): Shape {
  const entries = Object.entries(shape).map(([name, schema]) => [
    name,
    z
      .unknown()
      .pipe(schema as z.ZodType)
      .catch(undefined),
  ]);
  return Object.fromEntries(entries) as Shape;
}

function listOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .array(z.unknown())
    .transform((values) =>
      values.flatMap((value): z.infer<Schema>[] => {
        const parsed = schema.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    )
    .catch([]);
}

/** A state parsed from any value. Never throws. */
export function readState(given: unknown): PlannerState {
  const { pending, recent, ...state } = TolerantState.parse(given);
  return { ...state, ...(pending !== undefined && { pending }), ...(recent && { recent }) } as PlannerState;
}

/** Which critical fields are known: from messages, from the trip, or from before. */
export function knownFieldsOf(
  {
    knownFields,
    requirements,
    preferences,
  }: Pick<PlannerState, 'knownFields' | 'requirements' | 'preferences'>,
  itinerary: Itinerary | null,
): KnownFields {
  return {
    origin: knownFields.origin || requirements.origin !== undefined || isNamed(itinerary?.origin),
    destination:
      knownFields.destination || requirements.destination !== undefined || isNamed(itinerary?.destination),
    days: knownFields.days || requestedDays(requirements) !== undefined || (itinerary?.days.length ?? 0) > 0,
    mode:
      knownFields.mode ||
      requirements.mode !== undefined ||
      preferences.transport !== undefined ||
      typeof itinerary?.mode === 'string',
  };
}

function isNamed(place: unknown): boolean {
  if (typeof place !== 'object' || place === null) return false;
  const { name, lat, lng } = place as { name?: unknown; lat?: unknown; lng?: unknown };
  return (
    (typeof name === 'string' && name.trim() !== '') || (typeof lat === 'number' && typeof lng === 'number')
  );
}
