import { errorClassOf, isWayfoldError } from '../../journal/error.ts';
import { HARNESS_ERROR_CODES } from '../error.ts';
import type { PlannerModule } from './planner-module.ts';

const MAX_SHOWN = 300;

/** An unexpected exception from a function of a planner's module. Nothing was appended. */
export class ModuleFailure extends errorClassOf('ModuleFailure', HARNESS_ERROR_CODES, 'planner-failed') {}

/** Runs a function of a module. An unexpected exception becomes a {@link ModuleFailure} that names the function. */
export function runModule<Made>(module: Pick<PlannerModule, 'title'>, member: string, run: () => Made): Made {
  try {
    return run();
  } catch (error) {
    throw failureOf(module, member, error);
  }
}

/** Like {@link runModule}, for asynchronous functions. */
export async function awaitModule<Made>(
  module: Pick<PlannerModule, 'title'>,
  member: string,
  run: () => Made | Promise<Made>,
): Promise<Made> {
  try {
    return await run();
  } catch (error) {
    throw failureOf(module, member, error);
  }
}

/** Like {@link runModule}, with a fallback for failures. */
export function runModuleOr<Made>(
  module: Pick<PlannerModule, 'title'>,
  { member, run }: { readonly member: string; readonly run: () => Made },
  instead: (failure: ModuleFailure) => Made,
): Made {
  try {
    return runModule(module, member, run);
  } catch (error) {
    if (error instanceof ModuleFailure) return instead(error);
    throw error;
  }
}

/**
 * Like {@link runModule}, for results that are sent as JSON: one that cannot be, such as a BigInt or a cycle, is a
 * failure too.
 */
export function runModuleJson<Made>(
  module: Pick<PlannerModule, 'title'>,
  member: string,
  run: () => Made,
): Made {
  return runModule(module, member, () => {
    const result = run();
    JSON.stringify(result);
    return result;
  });
}

function failureOf({ title }: Pick<PlannerModule, 'title'>, member: string, error: unknown): unknown {
  if (isWayfoldError(error)) return error;
  const [firstLine = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const reason = firstLine.slice(0, MAX_SHOWN).replace(/\.$/, '');
  return new ModuleFailure({
    summary: `${title} failed in its ${member}: ${reason}.`,
    fix: 'Correct the module and start Wayfold again.',
    cause: error,
  });
}
