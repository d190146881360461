import type { Environment } from '../program-environment.ts';
import { programAt } from '../program-path.ts';
import type { AgentBackend } from './agent-backend.ts';
import { type AgentVariables, agentEnvironment } from './agent-environment.ts';
import type { CodingAgentName } from './agent-names.ts';
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

/** A coding agent, from where `WORKER_PLANNING_CODEX_BIN` and similar variables point, or from the PATH. */
export function codingAgent(
  name: CodingAgentName,
  { env, passEnv = [], extraEnv = {} }: Partial<AgentVariables> & { readonly env: Environment },
): AgentBackend {
  const bin = env[`WORKER_PLANNING_${name.toUpperCase()}_BIN`]?.trim() || name;
  return BACKENDS[name]({
    bin: programAt(bin),
    env: agentEnvironment({ env, passEnv, extraEnv }, name),
  });
}
