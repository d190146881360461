import { z } from 'zod';

/** What the agents whose hooks are alike tell of an event. Each adds fields of its own. */
const Input = z.looseObject({
  session_id: z.string().optional().catch(undefined),
  agent_id: z.string().optional().catch(undefined),
  cwd: z.string().optional().catch(undefined),
  tool_name: z.string().optional().catch(undefined),
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
});

/** An event as Claude Code, Codex and Gemini CLI tell it. */
export interface HookEvent {
  readonly session: string | undefined;
  /** The agent inside the session that it started for a part of the work. */
  readonly subagent: string | undefined;
  readonly directory: string | undefined;
  readonly tool: string | undefined;
  readonly input: unknown;
  readonly response: unknown;
}

/** Whatever it is: what cannot be read is not there. */
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

/** The answer of those agents that puts a text before the model. */
export function additionalContext(event: string, text: string): object {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
}
