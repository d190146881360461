import { namingModels, type OpenModel } from '../../../host/engine/session-model.ts';
import type { Llm } from '../../../model/llm.ts';
import { openModel } from '../../../model/open-model.ts';
import { builtInModules, offlineSkillsOf } from '../../../planners/built-in.ts';
import type { Invocation } from '../invocation.ts';
import { namedModules } from './planner-registry.ts';

/** Opens models by name, with the keys of the environment and the offline skills of all planners. */
export async function modelsOf(invocation: Invocation): Promise<OpenModel> {
  const own = (await namedModules(invocation)).map(({ module }) => module);
  const skills = offlineSkillsOf([...builtInModules(), ...own]);
  return (name) => openModel(name, { env: invocation.env, skills });
}

/** The default model of a store's sessions. Throws if it cannot be used. */
export async function usualModel(invocation: Invocation): Promise<Llm> {
  const open = await modelsOf(invocation);
  return namingModels(open(invocation.env.WAYFOLD_MODEL?.trim() || 'offline'), open);
}

/** The model named on the command line or in the environment, or the demo model, which needs no key. */
export async function talkingModel(model: string | undefined, invocation: Invocation): Promise<Llm> {
  if (model === undefined || model === '') {
    invocation.output.note('No model is named (--model or WAYFOLD_MODEL): the offline demo model writes.');
  }
  return (await modelsOf(invocation))(model || 'offline');
}
