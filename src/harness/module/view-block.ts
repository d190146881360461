import { z } from 'zod';

/** A command with its input, as in a button or an option: `{ type: 'pin', line: 3 }`. */
export interface CommandCall {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An action on something that is shown. */
export interface BlockAction<Call = CommandCall> {
  readonly label: string;
  readonly command: Call;
  /** The fields that a person may fill in or change first, if there is a form; the command is complete without. */
  readonly edit?: readonly string[] | undefined;
}

/** An action that needs input first; only on surfaces with forms. */
export interface BlockForm {
  readonly label: string;
  /** The command with the known fields. */
  readonly form: CommandCall;
}

/** The statuses of a step. `simulated`: a model without tools says it is done. */
export const STEP_STATUSES = [
  'pending',
  'running',
  'waiting',
  'blocked',
  'done',
  'failed',
  'cancelled',
  'simulated',
] as const;

/** One of {@link STEP_STATUSES}. */
export type StepStatus = (typeof STEP_STATUSES)[number];

/** One step of a plan. */
export interface StepItem<Call = CommandCall> {
  readonly id: string;
  readonly title: string;
  readonly status: StepStatus;
  /** Markdown. */
  readonly details?: string | undefined;
  readonly notes?: readonly string[] | undefined;
  readonly children?: readonly StepItem<Call>[] | undefined;
  /** The ids of the steps that have to be done first. */
  readonly dependsOn?: readonly string[] | undefined;
  /** When it started and ended, ISO 8601. */
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly actions?: readonly BlockAction<Call>[] | undefined;
  readonly forms?: readonly BlockForm[] | undefined;
  /** Moves it. The command's field `before` names the step to precede; without it, the step goes to the end. */
  readonly move?: { readonly command: Call; readonly before: string } | undefined;
}

/** The value of a cell or a field. */
export type CellValue = string | number | boolean | null;

/** A point on a map, in degrees. */
export interface MapPoint<Call = CommandCall> {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly label?: string | undefined;
  readonly status?: StepStatus | undefined;
  readonly actions?: readonly BlockAction<Call>[] | undefined;
}

/** A line or a border on a map: a sequence of `[latitude, longitude]` in degrees. */
export interface MapPath<Call = CommandCall> {
  readonly id: string;
  readonly label?: string | undefined;
  readonly points: readonly (readonly [lat: number, lng: number])[];
  readonly actions?: readonly BlockAction<Call>[] | undefined;
}

/** What a planner shows: one of a closed set that every surface can render. */
export type ViewBlock<Call = CommandCall> =
  | {
      readonly type: 'markdown';
      readonly title?: string | undefined;
      readonly text: string;
      /** Whether it is collapsed to its title at first, where possible. */
      readonly folded?: boolean | undefined;
      readonly actions?: readonly BlockAction<Call>[] | undefined;
    }
  | {
      readonly type: 'steps';
      readonly title?: string | undefined;
      readonly items: readonly StepItem<Call>[];
      readonly actions?: readonly BlockAction<Call>[] | undefined;
    }
  | {
      readonly type: 'table';
      readonly title?: string | undefined;
      readonly columns: readonly { readonly key: string; readonly label: string }[];
      readonly rows: readonly {
        readonly id?: string | undefined;
        readonly cells: { readonly [key: string]: CellValue };
        readonly status?: StepStatus | undefined;
        readonly actions?: readonly BlockAction<Call>[] | undefined;
      }[];
    }
  | {
      readonly type: 'fields';
      readonly title?: string | undefined;
      readonly items: readonly {
        readonly label: string;
        readonly value: CellValue;
        readonly actions?: readonly BlockAction<Call>[] | undefined;
      }[];
    }
  | {
      readonly type: 'map';
      readonly title?: string | undefined;
      readonly points: readonly MapPoint<Call>[];
      readonly lines?: readonly MapPath<Call>[] | undefined;
      readonly areas?: readonly MapPath<Call>[] | undefined;
    }
  | {
      readonly type: 'chart';
      readonly title?: string | undefined;
      readonly kind: 'line' | 'bar' | 'points';
      readonly x?: string | undefined;
      readonly y?: string | undefined;
      readonly series: readonly {
        readonly name: string;
        readonly points: readonly (readonly [x: number | string, y: number])[];
        readonly actions?: readonly BlockAction<Call>[] | undefined;
      }[];
    }
  | {
      readonly type: 'diff';
      readonly title?: string | undefined;
      /** A unified diff. */
      readonly text: string;
    }
  | {
      readonly type: 'messages';
      readonly title?: string | undefined;
      readonly items: readonly {
        readonly id: string;
        readonly from: string;
        /** Markdown. */
        readonly text: string;
        /** ISO 8601. */
        readonly at?: string | undefined;
        readonly actions?: readonly BlockAction<Call>[] | undefined;
      }[];
    }
  | {
      readonly type: 'progress';
      readonly label: string;
      readonly value: number;
      /** The maximum of `value`; without it the total is unknown. */
      readonly max?: number | undefined;
      /** The parts of `value`, so that failed or simulated work does not look done. */
      readonly parts?: readonly { readonly status: StepStatus; readonly value: number }[] | undefined;
    }
  | {
      readonly type: 'files';
      readonly title?: string | undefined;
      readonly items: readonly {
        readonly name: string;
        readonly mediaType: string;
        /** An attachment of the session; otherwise `text` is the content of the file. */
        readonly sha256?: string | undefined;
        readonly text?: string | undefined;
        readonly size?: number | undefined;
        readonly actions?: readonly BlockAction<Call>[] | undefined;
      }[];
    }
  | { readonly type: 'json'; readonly title?: string | undefined; readonly value: unknown };

const Call = z.looseObject({ type: z.string() });
const Actions = z
  .array(
    z.strictObject({ label: z.string(), command: Call, edit: z.array(z.string()).readonly().optional() }),
  )
  .readonly()
  .optional();
const Title = z.string().optional();
const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Step = z.strictObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(STEP_STATUSES),
  details: z.string().optional(),
  notes: z.array(z.string()).readonly().optional(),
  get children() {
    return z.array(Step).readonly().optional();
  },
  dependsOn: z.array(z.string()).readonly().optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  actions: Actions,
  forms: z
    .array(z.strictObject({ label: z.string(), form: Call }))
    .readonly()
    .optional(),
  move: z.strictObject({ command: Call, before: z.string() }).optional(),
});
const Paths = z
  .array(
    z.strictObject({
      id: z.string(),
      label: z.string().optional(),
      points: z.array(z.tuple([z.number(), z.number()]).readonly()).readonly(),
      actions: Actions,
    }),
  )
  .readonly()
  .optional();

/** The schema of {@link ViewBlock}, for the descriptions that surfaces publish and for tests of modules. */
export const ViewBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('markdown'),
    title: Title,
    text: z.string(),
    folded: z.boolean().optional(),
    actions: Actions,
  }),
  z.strictObject({
    type: z.literal('steps'),
    title: Title,
    items: z.array(Step).readonly(),
    actions: Actions,
  }),
  z.strictObject({
    type: z.literal('table'),
    title: Title,
    columns: z.array(z.strictObject({ key: z.string(), label: z.string() })).readonly(),
    rows: z
      .array(
        z.strictObject({
          id: z.string().optional(),
          cells: z.record(z.string(), Cell),
          status: z.enum(STEP_STATUSES).optional(),
          actions: Actions,
        }),
      )
      .readonly(),
  }),
  z.strictObject({
    type: z.literal('fields'),
    title: Title,
    items: z.array(z.strictObject({ label: z.string(), value: Cell, actions: Actions })).readonly(),
  }),
  z.strictObject({
    type: z.literal('map'),
    title: Title,
    points: z
      .array(
        z.strictObject({
          id: z.string(),
          lat: z.number(),
          lng: z.number(),
          label: z.string().optional(),
          status: z.enum(STEP_STATUSES).optional(),
          actions: Actions,
        }),
      )
      .readonly(),
    lines: Paths,
    areas: Paths,
  }),
  z.strictObject({
    type: z.literal('chart'),
    title: Title,
    kind: z.enum(['line', 'bar', 'points']),
    x: z.string().optional(),
    y: z.string().optional(),
    series: z
      .array(
        z.strictObject({
          name: z.string(),
          points: z.array(z.tuple([z.union([z.number(), z.string()]), z.number()]).readonly()).readonly(),
          actions: Actions,
        }),
      )
      .readonly(),
  }),
  z.strictObject({ type: z.literal('diff'), title: Title, text: z.string() }),
  z.strictObject({
    type: z.literal('messages'),
    title: Title,
    items: z
      .array(
        z.strictObject({
          id: z.string(),
          from: z.string(),
          text: z.string(),
          at: z.string().optional(),
          actions: Actions,
        }),
      )
      .readonly(),
  }),
  z.strictObject({
    type: z.literal('progress'),
    label: z.string(),
    value: z.number(),
    max: z.number().optional(),
    parts: z
      .array(z.strictObject({ status: z.enum(STEP_STATUSES), value: z.number() }))
      .readonly()
      .optional(),
  }),
  z.strictObject({
    type: z.literal('files'),
    title: Title,
    items: z
      .array(
        z.strictObject({
          name: z.string(),
          mediaType: z.string(),
          sha256: z.string().optional(),
          text: z.string().optional(),
          size: z.number().optional(),
          actions: Actions,
        }),
      )
      .readonly(),
  }),
  z.strictObject({ type: z.literal('json'), title: Title, value: z.unknown() }),
]);
