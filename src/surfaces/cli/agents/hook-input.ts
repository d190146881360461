import { z } from 'zod';

/** The common fields of an event. Each agent adds its own. */
const Input = z.looseObject({
  session_id: z.string().optional().catch(undefined),
  agent_id: z.string().optional().catch(undefined),
  cwd: z.string().optional().catch(undefined),
  tool_name: z.string().optional().catch(undefined),
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
});

/** An event of Claude Code, Codex or Gemini CLI. */
export interface HookEvent {
  readonly session: string | undefined;
  /** The subagent inside the session. */
  readonly subagent: string | undefined;
  readonly directory: string | undefined;
  readonly tool: string | undefined;
  readonly input: unknown;
  readonly response: unknown;
}

/** Parses any input; unreadable fields are ignored. */
export function hookEvent(input: unknown): HookEvent {
  const { data } = Input.safeParse(input);
  return {
    session: data?.session_id,
    subagent: data?.agent_id,
    directory: data?.cwd,
    tool: data?.tool_name,
    input: data?.tool_input,
    response: data?.tool_response,
  };
}

/** The hook output of those agents that adds a text to the model's context. */
export function additionalContext(event: string, text: string): object {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
}
