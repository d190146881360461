import { useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import type { PlannerLine } from '../api/contracts.ts';
import { useSessions } from '../state/sessions.ts';

/** How long after the last keystroke the planner is inferred. */
const TYPING_MS = 250;

interface Fit {
  readonly id: string;
  readonly fit: number;
  readonly title: string;
}

/** The planner inferred for a goal. */
interface Answer {
  readonly fits: readonly Fit[];
  readonly of: string;
}

const NO_ANSWER: Answer = { fits: [], of: '' };

/** What is inferred from a goal: the best planner, and the title of a session of each. */
export interface GoalInference {
  /** Undefined until there is a text and an answer. */
  readonly planner: PlannerLine | undefined;
  titleOf(plannerId: string): string | undefined;
  /** The planner for the current text, even if it was typed just before. */
  settle(): Promise<PlannerLine | undefined>;
}

/** Infers the planner while the goal is being typed. */
export function useInferred(text: string): GoalInference {
  const planners = useSessions((state) => state.planners);
  const [{ fits, of }, setAnswer] = useState(NO_ANSWER);
  const goal = text.trim();
  useEffect(() => {
    if (goal === '') {
      setAnswer(NO_ANSWER);
      return;
    }
    const asked = new AbortController();
    const timer = setTimeout(() => {
      fitsOf(goal, asked.signal).then(
        (found) => setAnswer({ fits: found, of: goal }),
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
    settle: async () => bestOf(planners, of === goal ? fits : await fitsOf(goal)),
  };
}

async function fitsOf(goal: string, signal?: AbortSignal): Promise<readonly Fit[]> {
  const asked = { body: { text: goal }, ...(signal && { signal }) };
  return (await ask<{ readonly planners: readonly Fit[] }>('/api/fits', asked)).planners;
}

/** The best match; if there is none, a planner that takes any text. */
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
