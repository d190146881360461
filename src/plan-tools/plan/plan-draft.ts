import type { z } from 'zod';
import type { LeftOut } from '../formats/import-omissions.ts';
import type { StepLink } from '../graph/step-relations.ts';
import type { WireEvidence } from './evidence.ts';
import type { StepStatus } from './plan.ts';

/** A text of a file, and its position. */
export interface LocatedText {
  readonly text: string;
  /** `line 12`, or `steps[2].title` in JSON. */
  readonly place: string;
}

/** A piece of evidence of a file, and its position. */
export interface LocatedEvidence {
  readonly evidence: z.infer<typeof WireEvidence>;
  readonly place: string;
}

/** A link of a file between two steps by their keys, and its position. */
export interface LocatedLink extends StepLink {
  readonly place: string;
}

/** A plan that was read from a file, before its texts are checked against the rules of the tools. */
export interface PlanDraft {
  readonly objective: LocatedText | undefined;
  /** The default title, if neither the file nor the caller gives one. */
  readonly usualObjective?: LocatedText | undefined;
  readonly abandoned: boolean;
  readonly steps: readonly StepDraft[];
  /** What in the file is not in it. */
  readonly leftOut?: readonly LeftOut[] | undefined;
}

export interface StepDraft {
  readonly title: LocatedText;
  readonly details: LocatedText | undefined;
  readonly status: StepStatus;
  readonly notes: readonly LocatedText[];
  readonly evidence?: readonly LocatedEvidence[];
  /** The key by which other steps refer to it; without one, nothing links to it. */
  readonly key?: string | undefined;
  readonly links?: readonly LocatedLink[] | undefined;
}
