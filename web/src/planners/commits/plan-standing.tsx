import type { CommitsView } from '../../api/contracts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

export type PlanLine = CommitsView['plans'][number];

const STANDINGS: Readonly<Record<PlanLine['standing'], { readonly word: string; readonly tone: Tone }>> = {
  requested: { word: 'Being planned', tone: 'calm' },
  proposed: { word: 'Waits for you', tone: 'accent' },
  failed: { word: 'No plan', tone: 'bad' },
  accepted: { word: 'Accepted', tone: 'good' },
  rejected: { word: 'Rejected', tone: 'neutral' },
  succeeded: { word: 'Succeeded', tone: 'good' },
  unsuccessful: { word: 'Did not work out', tone: 'bad' },
};

/** How a plan stands, as a word. */
export function PlanStandingBadge({ standing }: { readonly standing: PlanLine['standing'] }) {
  const { word, tone } = STANDINGS[standing];
  return <Badge tone={tone}>{word}</Badge>;
}
