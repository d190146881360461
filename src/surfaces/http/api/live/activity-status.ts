import { z } from 'zod';
import type { HudPhase } from '../../../../harness/planner.ts';
import { type Clock, systemClock } from '../../../../journal/clock.ts';

/** The current activity of a session's planner. It is not recorded. */
export const Hud = z.strictObject({
  phase: z.enum(['idle', 'reading', 'planning', 'tool', 'drafting', 'waiting']),
  label: z.string().exactOptional(),
  since: z.iso.datetime().describe('When the phase began.'),
  elapsedMs: z.number().min(0),
});
export type Hud = Readonly<z.infer<typeof Hud>>;

interface Phase {
  readonly phase: HudPhase;
  readonly label: string | undefined;
  readonly since: number;
}

/** The maximum length of a label: a whole draft may stream through it. */
const MAX_LABEL_LENGTH = 4000;

/** The current activity of all planners, for subscribers. */
export class ActivityStatus {
  readonly #clock: Clock;
  readonly #phases = new Map<string, Phase>();
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  set(session: string, phase: HudPhase, label?: string): void {
    const before = this.#phases.get(session);
    if (before?.phase === phase && before.label === label) return;
    const since = before?.phase === phase ? before.since : this.#clock.now();
    if (phase === 'idle') this.#phases.delete(session);
    else this.#phases.set(session, { phase, label: label?.slice(0, MAX_LABEL_LENGTH), since });
    for (const listener of this.#listeners.get(session) ?? []) listener();
  }

  of(session: string): Hud {
    const now = this.#clock.now();
    const { phase, label, since } = this.#phases.get(session) ?? IDLE;
    const began = phase === 'idle' ? now : since;
    return {
      phase,
      ...(label !== undefined && label !== '' && { label }),
      since: new Date(began).toISOString(),
      elapsedMs: Math.max(0, now - began),
    };
  }

  /** Calls back after each change until the returned function is called. */
  follow(session: string, listener: () => void): () => void {
    const own = () => listener();
    const all = this.#listeners.get(session) ?? new Set();
    this.#listeners.set(session, all.add(own));
    return () => {
      all.delete(own);
      if (all.size === 0 && this.#listeners.get(session) === all) this.#listeners.delete(session);
    };
  }
}

const IDLE: Phase = { phase: 'idle', label: undefined, since: 0 };
