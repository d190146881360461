import type { ProposedFact } from '../../journal/fact.ts';
import type { Llm } from '../../model/llm.ts';
import type { PlanContext, Planner } from '../planner.ts';
import type { PlannerModule } from './planner-module.ts';
import { ModuleSecrets, type ReadSecret } from './secret-field.ts';

/**
 * The planner of a module with the secrets that its setup names, read again for each pass. Its proposals, messages,
 * prompts and errors contain none of them.
 */
export function plannerWithSecrets(planner: Planner, module: PlannerModule, read: ReadSecret): Planner {
  const secrets = new ModuleSecrets(module, read);
  if (secrets.areNone) return planner;
  return {
    ...planner,
    plan: (input, context) =>
      secrets.concealed(async () => {
        const config = secrets.reveal(context.config);
        return await planner.plan(input, concealing({ ...context, config }, secrets));
      }),
  };
}

/** The same model, called without the revealed secrets. */
export function llmWithoutSecrets(llm: Llm, secrets: ModuleSecrets): Llm {
  const { named } = llm;
  return {
    ...(named && { named: (name: string) => llmWithoutSecrets(named.call(llm, name), secrets) }),
    get id() {
      return llm.id;
    },
    get demo() {
      return llm.demo;
    },
    generate: ({ system, messages, ...request }) =>
      llm.generate({
        ...request,
        ...(system !== undefined && { system: secrets.conceal(system) }),
        messages: secrets.conceal(messages),
      }),
  };
}

function concealing(context: PlanContext, secrets: ModuleSecrets): PlanContext {
  const { commit } = context;
  return {
    ...context,
    hud: (phase, label) => context.hud(phase, secrets.conceal(label)),
    llm: llmWithoutSecrets(context.llm, secrets),
    ...(commit && { commit: (facts: readonly ProposedFact[]) => commit(secrets.conceal(facts)) }),
  };
}
