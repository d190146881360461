import type { PlannerFamily } from '../harness/family.ts';
import type { HudPhase, Planner } from '../harness/planner.ts';
import type { FactTypes } from '../journal/fact-types.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { Llm } from '../model/llm.ts';
import type { Dialogue } from './dialogue/dialogue.ts';
import { HostError } from './error.ts';

/** What a planner's reactors may need of the host. */
export interface ReactorEquipment {
  readonly llm: Llm;
  /** The config that the session's planner has now. */
  config(): unknown;
  /** Tells people what is going on. Nothing of it is recorded. */
  hud?(phase: HudPhase, label?: string): void;
}

/** A planner, and everything that a host needs to run sessions with it. */
export interface RegistryEntry {
  readonly planner: Planner;
  /** What it does, in one sentence. */
  readonly description: string;
  /** When it runs, and what its output ends in. */
  readonly family: PlannerFamily;
  /** Everything that its journals may hold. */
  readonly facts: FactTypes;
  /** How it is talked to in words. Planners that answer by drafts, as those of conversations do, need none. */
  dialogue?(): Dialogue;
  /** What acts on its facts. */
  reactors?(equipment: ReactorEquipment): readonly Reactor[];
}

/** Every planner that a host knows, by its id. */
export interface PlannerRegistry {
  readonly entries: readonly RegistryEntry[];
  find(plannerId: string): RegistryEntry | undefined;
  /** Throws a {@link HostError} when there is none. */
  get(plannerId: string): RegistryEntry;
}

/** A registry of these planners. Of two with one id the later stands. */
export function createRegistry(entries: readonly RegistryEntry[]): PlannerRegistry {
  const byId = new Map(entries.map((entry) => [entry.planner.id, entry]));
  return {
    entries: [...byId.values()],
    find: (plannerId) => byId.get(plannerId),
    get(plannerId) {
      const entry = byId.get(plannerId);
      if (entry !== undefined) return entry;
      throw new HostError('unknown-planner', {
        expected: `a planner: ${[...byId.keys()].join(', ')}`,
        actual: JSON.stringify(plannerId),
        fix: 'Check the spelling, or register the planner with the host.',
      });
    },
  };
}
