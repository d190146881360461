import { builtInPlanners, OFFLINE_SKILLS } from '../../host/built-in-planners.ts';
import type { OpenModel } from '../../host/engine/session-model.ts';
import { createRegistry, type PlannerRegistry } from '../../host/registry.ts';
import type { Llm } from '../../model/llm.ts';
import { openModel } from '../../model/open-model.ts';
import type { Invocation } from '../invocation.ts';

/** The planners of this installation. */
export function plannerRegistry(): PlannerRegistry {
  return createRegistry(builtInPlanners());
}

/** Opens models by their names, with the keys of the environment. */
export function modelsOf({ env }: Invocation): OpenModel {
  return (name) => openModel(name, { env, skills: OFFLINE_SKILLS });
}

/** The model of who runs the sessions of a store. Throws for one that cannot be used. */
export function usualModel(invocation: Invocation): Llm {
  return modelsOf(invocation)(invocation.env.WAYFOLD_MODEL?.trim() || 'offline');
}

/** The model that the command line or the environment names, or the demo model that needs no key. */
export function talkingModel(model: string | undefined, invocation: Invocation): Llm {
  if (model === undefined || model === '') {
    invocation.output.note('No model is named (--model or WAYFOLD_MODEL): the offline demo model writes.');
  }
  return modelsOf(invocation)(model || 'offline');
}
