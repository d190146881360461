import type { PlannerFamily } from '../harness/family.ts';
import { factTypesOfModule, familyOfModule, plannerOfModule } from '../harness/module/module-planner.ts';
import { checkedReactor } from '../harness/module/own-facts.ts';
import { moduleOfPlanner } from '../harness/module/planner-as-module.ts';
import {
  isPlannerModule,
  type ModuleServices,
  type PlannerModule,
} from '../harness/module/planner-module.ts';
import type { Planner } from '../harness/planner.ts';
import type { FactTypes } from '../journal/fact-types.ts';
import type { Reactor } from '../kernel/work/reactor.ts';
import { HostError } from './error.ts';

/** A planner written directly for the harness, with everything that a host needs to run its sessions. */
export interface PlannerEntry {
  readonly planner: Planner;
  /** What it does, in one sentence. */
  readonly description: string;
  /** When it runs, and what its output may end in. */
  readonly family: PlannerFamily;
  /** All fact types of its journals. */
  readonly facts: FactTypes;
  /** The reactors on its facts. */
  reactors?(services: ModuleServices): readonly Reactor[] | Promise<readonly Reactor[]>;
}

/** A planner as a host runs it: its module, and the harness's view of it. */
export interface RegistryEntry extends PlannerEntry {
  readonly module: PlannerModule;
}

/** Every planner that a host knows, by id. */
export interface PlannerRegistry {
  readonly entries: readonly RegistryEntry[];
  find(plannerId: string): RegistryEntry | undefined;
  /** Throws a {@link HostError} if there is none. */
  get(plannerId: string): RegistryEntry;
}

/** A registry of these planners. Of two with the same id the later wins. */
export function createRegistry(
  planners: readonly (PlannerModule | PlannerEntry | RegistryEntry)[],
): PlannerRegistry {
  const byId = new Map(planners.map(entryOf).map((entry) => [entry.planner.id, entry]));
  return {
    entries: [...byId.values()],
    find: (plannerId) => byId.get(plannerId),
    get(plannerId) {
      const entry = byId.get(plannerId);
      if (entry !== undefined) return entry;
      throw new HostError('unknown-planner', {
        summary: `There is no planner ${JSON.stringify(plannerId)}. Known planners: ${[...byId.keys()].join(', ')}.`,
        fix: 'Check the spelling, or load the planner with --planner or in the configuration.',
      });
    },
  };
}

/** A planner as a host runs it. */
export function entryOf(planner: PlannerModule | PlannerEntry | RegistryEntry): RegistryEntry {
  if (isPlannerModule(planner)) {
    const { reactors } = planner;
    return {
      module: planner,
      planner: plannerOfModule(planner),
      description: planner.description,
      family: familyOfModule(planner),
      facts: factTypesOfModule(planner),
      ...(reactors && {
        async reactors(services) {
          const own = await reactors.call(planner, services);
          return own.map((reactor) => checkedReactor(planner, reactor));
        },
      }),
    };
  }
  return 'module' in planner ? planner : { ...planner, module: moduleOfPlanner(planner) };
}
