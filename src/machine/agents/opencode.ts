import { z } from 'zod';
import type { AgentBackend } from './agent-backend.ts';
import { runProgram } from './agent-program.ts';
import type { CliOptions } from './codex.ts';
import { AgentError } from './error.ts';
import { eventsIn } from './event-stream.ts';

const TextEvent = z.object({
  type: z.literal('text'),
  part: z.object({ text: z.string(), messageID: z.string().optional() }),
});
const StepEvent = z.object({
  type: z.literal('step_finish'),
  part: z.object({
    cost: z.number().default(0),
    tokens: z.object({ input: z.number().default(0), output: z.number().default(0) }),
  }),
});
const BashEvent = z.object({
  type: z.literal('tool_use'),
  part: z.object({
    tool: z.literal('bash'),
    state: z.object({
      input: z.object({ command: z.string() }),
      metadata: z.object({ exit: z.number().nullish() }).optional().catch(undefined),
    }),
  }),
});
const ErrorEvent = z.object({ type: z.literal('error'), error: z.unknown().optional() });

const LOGIN = {
  pattern: /ProviderAuthError|invalid api key|unauthorized|opencode auth login|missing.{0,20}api key/i,
  fix: 'Run `opencode auth login`, or set the key that its provider needs.',
};

/**
 * OpenCode: its read-only `plan` agent, or `build`; the prompt on stdin. It takes no schema, so the schema is in
 * the prompt.
 */
export function opencodeBackend({ bin, env }: CliOptions): AgentBackend {
  return {
    name: 'opencode',
    nativeSchema: false,
    run: async ({ prompt }, { workingDir, signal, gitEnv, access = 'read' }) => {
      const invocation = await runProgram({
        file: bin,
        args: ['run', ...['--format', 'json'], ...['--agent', access === 'write' ? 'build' : 'plan']],
        input: prompt,
        cwd: workingDir,
        env: { ...env, ...gitEnv },
        signal,
        install:
          'Install it with `npm install -g opencode-ai`, or set WORKER_PLANNING_OPENCODE_BIN to where it is.',
        login: LOGIN,
      });
      const events = eventsIn(invocation.stdout);
      const texts = events.flatMap((event) => TextEvent.safeParse(event).data?.part ?? []);
      const failure = events.flatMap((event) => ErrorEvent.safeParse(event).data ?? []).at(-1);
      if (failure !== undefined && texts.length === 0) {
        const reason = JSON.stringify(failure.error) ?? 'no reason';
        throw new AgentError(LOGIN.pattern.test(reason) ? 'backend-not-logged-in' : 'backend-failed', {
          summary: `opencode failed: ${reason.slice(0, 300)}.`,
          fix: LOGIN.pattern.test(reason)
            ? LOGIN.fix
            : 'See the artifact of the attempt for its whole output.',
          invocation,
        });
      }
      const last = texts.at(-1)?.messageID;
      const answer = texts.filter(({ messageID }) => messageID === last).map(({ text }) => text);
      const steps = events.flatMap((event) => StepEvent.safeParse(event).data?.part ?? []);
      const commands = events.flatMap((event) => {
        const state = BashEvent.safeParse(event).data?.part.state;
        const exitCode = state?.metadata?.exit;
        return state ? [{ ...state.input, ...(typeof exitCode === 'number' && { exitCode }) }] : [];
      });
      return {
        ...invocation,
        ...(commands.length > 0 && { commands }),
        ...(answer.length > 0 && { answer: answer.join('') }),
        ...(steps.length > 0 && {
          usage: {
            inputTokens: steps.reduce((sum, { tokens }) => sum + tokens.input, 0),
            outputTokens: steps.reduce((sum, { tokens }) => sum + tokens.output, 0),
            cost: steps.reduce((sum, { cost }) => sum + cost, 0),
          },
        }),
      };
    },
  };
}
