import { z } from 'zod';
import type { AgentBackend, AgentInvocation, TokenUsage } from './agent-backend.ts';
import { runProgram } from './agent-program.ts';
import type { CliOptions } from './codex.ts';
import { eventsIn } from './event-stream.ts';
import { readObjects } from './output-reading.ts';

const Answer = z.object({
  response: z.string(),
  stats: z
    .object({
      models: z.record(
        z.string(),
        z.object({ tokens: z.object({ prompt: z.number().default(0), candidates: z.number().default(0) }) }),
      ),
    })
    .optional()
    .catch(undefined),
});

const MessageEvent = z.object({
  type: z.literal('message'),
  role: z.literal('assistant'),
  content: z.string(),
});
const ShellEvent = z.object({
  type: z.literal('tool_use'),
  tool_name: z.literal('run_shell_command'),
  parameters: z.object({ command: z.string() }),
});
const ResultEvent = z.object({
  type: z.literal('result'),
  stats: z.object({ input_tokens: z.number().default(0), output_tokens: z.number().default(0) }),
});

/**
 * Without a terminal nobody can approve, so it gets no tool that writes. Its `plan` mode would make it write a
 * file.
 */
const READS = [...['--output-format', 'json'], '--skip-trust', ...['--approval-mode', 'default']];
/** Only a stream shows which commands it ran. */
const WRITES = [...['--output-format', 'stream-json'], '--skip-trust', ...['--approval-mode', 'yolo']];

/**
 * Google's Gemini CLI: read-only tools unless it may write, the prompt on stdin. It takes no schema, so the schema
 * is in the prompt.
 */
export function geminiBackend({ bin, env }: CliOptions): AgentBackend {
  return {
    name: 'gemini',
    nativeSchema: false,
    run: async ({ prompt }, { workingDir, signal, gitEnv, access = 'read' }) => {
      const invocation = await runProgram({
        file: bin,
        args: access === 'write' ? WRITES : READS,
        input: prompt,
        cwd: workingDir,
        env: { ...env, ...gitEnv },
        signal,
        install:
          'Install it with `npm install -g @google/gemini-cli`, or set WORKER_PLANNING_GEMINI_BIN to where it is.',
        login: {
          pattern:
            /please set an auth method|GEMINI_API_KEY environment variable|api key not valid|UNAUTHENTICATED|login required/i,
          fix: 'Run `gemini` once and choose how to log in, or set GEMINI_API_KEY.',
        },
      });
      return access === 'write' ? streamed(invocation) : await answered(invocation);
    },
  };
}

async function answered(invocation: AgentInvocation): Promise<AgentInvocation> {
  const objects = await readObjects(invocation.stdout);
  const answer = objects.findLast((object) => Answer.safeParse(object).success);
  if (answer === undefined) return invocation;
  const { response, stats } = Answer.parse(answer);
  const usage = stats && usageOf(Object.values(stats.models));
  return { ...invocation, answer: response, ...(usage && { usage }) };
}

/** Its last message: messages come in chunks, with tool calls between them. */
function streamed(invocation: AgentInvocation): AgentInvocation {
  const events = eventsIn(invocation.stdout);
  const lastCall = events.findLastIndex((event) => ShellEvent.safeParse(event).success);
  const pieces = events
    .slice(lastCall + 1)
    .flatMap((event) => MessageEvent.safeParse(event).data?.content ?? []);
  const commands = events.flatMap((event) => ShellEvent.safeParse(event).data?.parameters ?? []);
  const stats = events.flatMap((event) => ResultEvent.safeParse(event).data?.stats ?? []).at(-1);
  return {
    ...invocation,
    ...(pieces.length > 0 && { answer: pieces.join('') }),
    ...(commands.length > 0 && { commands }),
    ...(stats && { usage: { inputTokens: stats.input_tokens, outputTokens: stats.output_tokens } }),
  };
}

function usageOf(
  models: readonly { readonly tokens: { readonly prompt: number; readonly candidates: number } }[],
): TokenUsage {
  return {
    inputTokens: models.reduce((sum, { tokens }) => sum + tokens.prompt, 0),
    outputTokens: models.reduce((sum, { tokens }) => sum + tokens.candidates, 0),
  };
}
