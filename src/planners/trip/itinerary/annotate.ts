import type { PlannerIssue } from '../planner-state.ts';
import type { Anchor, Itinerary, Validity } from './itinerary.ts';

/** The trip with its findings stored on each stop. A stop without changes stays the same object. */
export function annotated(
  itinerary: Itinerary,
  issues: readonly Pick<PlannerIssue, 'id' | 'target'>[],
  anchorValidity: Readonly<Record<string, Validity>>,
): Itinerary {
  const byAnchor = new Map<string, string[]>();
  const anchorOfDay = new Map(itinerary.days.map(({ number, anchorId }) => [number, anchorId]));
  for (const { id, target } of issues) {
    const anchorId =
      target.anchorId ?? (target.dayNumber === undefined ? undefined : anchorOfDay.get(target.dayNumber));
    if (anchorId === undefined) continue;
    const listed = byAnchor.get(anchorId);
    if (listed) listed.push(id);
    else byAnchor.set(anchorId, [id]);
  }
  const anchors = itinerary.anchors.map((anchor): Anchor => {
    const validity = anchorValidity[anchor.id] ?? 'UNKNOWN';
    const own = byAnchor.get(anchor.id) ?? [];
    const isSame = anchor.validity === validity && sameTexts(anchor.issues, own);
    return isSame ? anchor : { ...anchor, validity, issues: own };
  });
  return anchors.every((anchor, at) => anchor === itinerary.anchors[at])
    ? itinerary
    : { ...itinerary, anchors };
}

/** The issues of a stop in a file may not be a list. */
function sameTexts(a: unknown, b: readonly string[]): boolean {
  return Array.isArray(a) && a.length === b.length && a.every((text, at) => text === b[at]);
}
