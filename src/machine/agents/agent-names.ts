/** The coding agents that Wayfold can start. */
export const CODING_AGENTS = ['codex', 'claude', 'gemini', 'opencode'] as const;

/** One of {@link CODING_AGENTS}. */
export type CodingAgentName = (typeof CODING_AGENTS)[number];
