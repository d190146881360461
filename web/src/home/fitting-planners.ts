import { useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import type { PlannerLine } from '../api/contracts.ts';
import { useSessions } from '../state/sessions.ts';

/** How long somebody has stopped typing before it is asked who suits. */
const TYPING_MS = 250;

interface Fit {
  readonly id: string;
  readonly fit: number;
  readonly title: string;
}

/** What is inferred from a goal: the planner that suits it best, and what a session of each would be called. */
export interface Inferred {
  /** Undefined until something is typed and answered. */
  readonly planner: PlannerLine | undefined;
  titleOf(plannerId: string): string | undefined;
}

/** Asks who suits what is being typed. */
export function useInferred(text: string): Inferred {
  const planners = useSessions((state) => state.planners);
  const [fits, setFits] = useState<readonly Fit[]>([]);
  const goal = text.trim();
  useEffect(() => {
    if (goal === '') {
      setFits([]);
      return;
    }
    const asked = new AbortController();
    const timer = setTimeout(() => {
      ask<{ readonly planners: readonly Fit[] }>('/api/fits', {
        body: { text: goal },
        signal: asked.signal,
      }).then(
        (answer) => setFits(answer.planners),
        // Without an answer a planner is chosen by hand.
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [goal]);
  return {
    planner: fits.length === 0 ? undefined : bestOf(planners, fits),
    titleOf: (plannerId) => fits.find(({ id }) => id === plannerId)?.title,
  };
}

/** The one that suits best; where none does, one that takes any words of a person. */
export function bestOf<Line extends Pick<PlannerLine, 'id' | 'talks'>>(
  planners: readonly Line[],
  fits: readonly Pick<Fit, 'id' | 'fit'>[],
): Line | undefined {
  const [best] = fits.filter(({ fit }) => fit > 0).toSorted((a, b) => b.fit - a.fit);
  return (
    planners.find(({ id }) => id === best?.id) ??
    planners.find(({ talks }) => talks === 'person') ??
    planners[0]
  );
}
