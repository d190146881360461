import type { Environment } from '../program-environment.ts';
import { programAt } from '../program-path.ts';
import type { AgentBackend } from './agent-backend.ts';
import { type AgentVariables, agentEnvironment } from './agent-environment.ts';
import { type CodingAgentName, codingAgentProgram } from './agent-names.ts';
import { claudeBackend } from './claude.ts';
import { codexBackend } from './codex.ts';
import { geminiBackend } from './gemini.ts';
import { opencodeBackend } from './opencode.ts';

const BACKENDS = {
  codex: codexBackend,
  claude: claudeBackend,
  gemini: geminiBackend,
  opencode: opencodeBackend,
} as const;

/** A coding agent that is installed here. */
export function codingAgent(
  name: CodingAgentName,
  {
    env,
    passEnv = [],
    extraEnv = {},
    codexProfile,
  }: Partial<AgentVariables> & { readonly env: Environment; readonly codexProfile?: string | undefined },
): AgentBackend {
  return BACKENDS[name]({
    bin: programAt(codingAgentProgram(name, env)),
    env: agentEnvironment({ env, passEnv, extraEnv }, name),
    profile: codexProfile,
  });
}
