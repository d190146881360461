import { join } from 'node:path';
import { artifactsFolder } from '../../../planners/commits/artifacts.ts';
import type { Invocation } from '../invocation.ts';

/** Where planners keep files outside of the store: artifacts of planning, and summaries of commits beside it. */
export function plannerFolders({ location, env }: Pick<Invocation, 'location' | 'env'>): readonly string[] {
  return [
    artifactsFolder(env.LOGS_BASE_DIR?.trim() || undefined),
    ...(location.type === 'sqlite' ? [join(location.data, 'commit-summaries')] : []),
  ];
}
