import { z } from 'zod';

/** The types of links: `from` blocks `to`, is its parent, was discovered from it, or is related to it. */
export const LINK_TYPES = ['blocks', 'parent', 'discovered-from', 'related'] as const;

/** One of {@link LINK_TYPES}. */
export type LinkType = (typeof LINK_TYPES)[number];

/** A link from one step to another: S001 `blocks` S002. */
export interface StepLink {
  readonly from: string;
  readonly type: LinkType;
  readonly to: string;
}

/** Who works on a step, and until when nobody else may claim it. */
export interface StepClaim {
  readonly agent: string;
  /** ISO 8601. */
  readonly until: string;
}

/** The relations of a step. Empty fields are omitted. */
export interface StepRelations {
  /** Its parent step. */
  readonly parent?: string;
  /** The steps that have to be done first. */
  readonly blockedBy?: readonly string[];
  /** The steps during which it was discovered. */
  readonly discoveredFrom?: readonly string[];
  readonly related?: readonly string[];
  readonly claim?: StepClaim;
}

/** The relations in a snapshot. */
export const relationFields = {
  parent: z.string().exactOptional(),
  blockedBy: z.array(z.string()).exactOptional(),
  discoveredFrom: z.array(z.string()).exactOptional(),
  related: z.array(z.string()).exactOptional(),
  claim: z.strictObject({ agent: z.string(), until: z.string() }).exactOptional(),
} as const;

/** The relations on the wire. */
export const wireRelationFields = {
  parent: z.string().optional().describe('The step that it is a part of.'),
  blocked_by: z.array(z.string()).optional().describe('The steps that have to be done first.'),
  discovered_from: z.array(z.string()).optional().describe('The steps during which it was found.'),
  related: z.array(z.string()).optional().describe('Steps that have to do with it.'),
  claim: z
    .strictObject({ agent: z.string(), until: z.string() })
    .optional()
    .describe('Who works on it, and until when nobody else may take it.'),
} as const;

const WireRelations = z.strictObject(wireRelationFields);

/** The relations of a step, in their wire form. */
export function toWireRelations(step: StepRelations): z.infer<typeof WireRelations> {
  const { parent, blockedBy, discoveredFrom, related, claim } = step;
  return {
    ...(parent !== undefined && { parent }),
    ...(blockedBy && { blocked_by: [...blockedBy] }),
    ...(discoveredFrom && { discovered_from: [...discoveredFrom] }),
    ...(related && { related: [...related] }),
    ...(claim && { claim: { ...claim } }),
  };
}

/** The relations from their wire form. */
export function fromWireRelations(wire: z.infer<typeof WireRelations>): StepRelations {
  const { parent, blocked_by, discovered_from, related, claim } = wire;
  return {
    ...(parent !== undefined && { parent }),
    ...(blocked_by && { blockedBy: blocked_by }),
    ...(discovered_from && { discoveredFrom: discovered_from }),
    ...(related && { related }),
    ...(claim && { claim }),
  };
}

/** A step and its relations. */
type Related = StepRelations & { readonly stepId: string };

/** The links stored in a step, each from its first step. */
export function linksOf({ stepId, parent, ...lists }: Related): readonly StepLink[] {
  const { blockedBy = [], discoveredFrom = [], related = [] } = lists;
  return [
    ...(parent === undefined ? [] : [{ from: parent, type: 'parent', to: stepId } as const]),
    ...blockedBy.map((from) => ({ from, type: 'blocks', to: stepId }) as const),
    ...discoveredFrom.map((to) => ({ from: stepId, type: 'discovered-from', to }) as const),
    ...related.map((to) => ({ from: stepId, type: 'related', to }) as const),
  ];
}

/** The step that stores a link. */
export function carrierOf({ from, type, to }: StepLink): string {
  return type === 'blocks' || type === 'parent' ? to : from;
}

/** The step with a link added or removed. */
export function withLink<Step extends Related>(step: Step, link: StepLink, isLinked: boolean): Step {
  switch (link.type) {
    case 'parent': {
      if (isLinked) return { ...step, parent: link.from };
      const { parent, ...without } = step;
      // The result is still a step: only an optional field was removed.
      return parent === link.from ? (without as Step) : step;
    }
    case 'blocks':
      return withItem(step, 'blockedBy', link.from, isLinked);
    case 'discovered-from':
      return withItem(step, 'discoveredFrom', link.to, isLinked);
    default:
      return withItem(step, 'related', link.to, isLinked);
  }
}

type ListField = 'blockedBy' | 'discoveredFrom' | 'related';

function withItem<Step extends Related>(step: Step, field: ListField, id: string, isLinked: boolean): Step {
  const { [field]: before = [], ...without } = step;
  if (before.includes(id) === isLinked) return step;
  // Sorted, so that clones that link concurrently end with the same step.
  const after = isLinked ? [...before, id].toSorted() : before.filter((each) => each !== id);
  // As above: only an optional field is removed.
  return (after.length === 0 ? without : { ...without, [field]: Object.freeze(after) }) as Step;
}

/** The step without a claim. */
export function unclaimed<Step extends StepRelations>(step: Step): Step {
  if (step.claim === undefined) return step;
  const { claim: _, ...without } = step;
  // As above: only an optional field is removed.
  return without as Step;
}

/** Whether somebody holds the step at this time, ISO 8601. */
export function isClaimed({ claim }: StepRelations, at: string): boolean {
  return claim !== undefined && Date.parse(claim.until) > Date.parse(at);
}
