import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { FactStore } from '../../journal/store.ts';
import type { ErasureReport } from './erase.ts';
import type { ErasureQuery } from './searched-text.ts';

/** What to erase in all journals of a store. */
export type EraseOptions = ErasureQuery & {
  /** Who erases it, for the record; default: the user of the machine. */
  readonly by?: string;
  /** Recorded with every erasure: it must not repeat what is erased. */
  readonly reason?: string;
  /** Only report what would be erased. */
  readonly dryRun?: boolean;
  /** Planners besides the built-in ones, whose fact types say what stays in force. */
  readonly planners?: readonly PlannerModule[];
};

/**
 * Erases words, or everything by and about a person, in all journals of a store: facts, prompts and answers,
 * setups, files, forks and copies, and the files that planners keep next to it. Resolves to what was found, and
 * what is left.
 */
export async function eraseEverywhere(
  store: FactStore,
  { planners = [], by, ...erasure }: EraseOptions,
): Promise<ErasureReport> {
  // The planners are slow to load, and few programs erase anything.
  const [{ erase }, { createRegistry }, { builtInModules }, { localUser }] = await Promise.all([
    import('./erase.ts'),
    import('../../host/registry.ts'),
    import('../../planners/built-in.ts'),
    import('../../host/local-user.ts'),
  ]);
  return await erase(store, createRegistry([...builtInModules(), ...planners]), {
    ...erasure,
    by: by ?? localUser(),
  });
}
