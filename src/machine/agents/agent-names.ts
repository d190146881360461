/** The coding agents that Wayfold can start. */
export const CODING_AGENTS = ['codex', 'claude', 'gemini', 'opencode'] as const;

/** One of {@link CODING_AGENTS}. */
export type CodingAgentName = (typeof CODING_AGENTS)[number];

/** What each is called. */
export const CODING_AGENT_TITLES: Readonly<Record<CodingAgentName, string>> = {
  codex: 'Codex CLI',
  claude: 'Claude Code',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
};

/** The program of an agent: where a variable like `WORKER_PLANNING_CODEX_BIN` points, or its name on the PATH. */
export function codingAgentProgram(
  name: CodingAgentName,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return env[`WORKER_PLANNING_${name.toUpperCase()}_BIN`]?.trim() || name;
}
