import { z } from 'zod';
import { bounded, onOneLine } from '../bounded-text.ts';
import type { AgentBackend, AgentInvocation } from './agent-backend.ts';
import { runProgram } from './agent-program.ts';
import type { CliOptions } from './codex.ts';
import { AgentError } from './error.ts';
import { eventsIn } from './event-stream.ts';

const Tokens = z.object({
  input_tokens: z.number().default(0),
  output_tokens: z.number().default(0),
  cache_creation_input_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
});

const ResultEvent = z.object({
  type: z.literal('result'),
  is_error: z.boolean().default(false),
  result: z.string().optional(),
  structured_output: z.unknown().optional(),
  total_cost_usd: z.number().optional(),
  usage: Tokens.optional(),
});

const ToolUse = z.object({
  type: z.literal('assistant'),
  message: z.object({ content: z.array(z.unknown()) }),
});
const BashCall = z.object({
  type: z.literal('tool_use'),
  name: z.literal('Bash'),
  input: z.object({ command: z.string() }),
});

/** Without a terminal nobody can be asked, so allowed tools are listed. */
const TOOLS = {
  read: ['--tools', 'Read,Grep,Glob'],
  write: [
    ...['--tools', 'Read,Grep,Glob,Edit,Write,Bash'],
    ...['--permission-mode', 'acceptEdits'],
    ...['--allowedTools', 'Bash'],
  ],
} as const;

const LOGIN = {
  pattern: /please run \/login|invalid api key|not logged in|authentication_error|oauth token has expired/i,
  fix: 'Run `claude` once and log in with /login, or set ANTHROPIC_API_KEY.',
};

/** Anthropic's Claude Code: read-only tools unless it may write, the prompt on stdin, the schema as `--json-schema`. */
export function claudeBackend({ bin, env }: CliOptions): AgentBackend {
  return {
    name: 'claude',
    nativeSchema: true,
    run: async ({ prompt, schema, schemaMode }, { workingDir, signal, gitEnv, access = 'read' }) => {
      const invocation = await runProgram({
        file: bin,
        args: [
          '-p',
          ...['--output-format', 'stream-json'],
          '--verbose',
          '--no-session-persistence',
          '--strict-mcp-config',
          ...TOOLS[access],
          ...(schemaMode === 'native' && schema !== undefined
            ? ['--json-schema', JSON.stringify(schema)]
            : []),
        ],
        input: prompt,
        cwd: workingDir,
        env: { ...env, ...gitEnv },
        signal,
        install:
          'Install it with `npm install -g @anthropic-ai/claude-code`, or set WORKER_PLANNING_CLAUDE_BIN to where it is.',
        login: LOGIN,
      });
      return withResult(invocation);
    },
  };
}

function withResult(invocation: AgentInvocation): AgentInvocation {
  const events = eventsIn(invocation.stdout);
  const commands = events
    .flatMap((event) => ToolUse.safeParse(event).data?.message.content ?? [])
    .flatMap((part) => BashCall.safeParse(part).data?.input ?? []);
  const result = events.findLast((event) => ResultEvent.safeParse(event).success);
  if (result === undefined) return invocation;
  const { is_error, result: text, structured_output, total_cost_usd, usage } = ResultEvent.parse(result);
  if (is_error) throw refused(text ?? 'no reason', invocation);
  const answer =
    structured_output === undefined || structured_output === null ? text : JSON.stringify(structured_output);
  return {
    ...invocation,
    ...(answer !== undefined && { answer }),
    ...(commands.length > 0 && { commands }),
    ...(usage && {
      usage: {
        inputTokens:
          usage.input_tokens +
          (usage.cache_creation_input_tokens ?? 0) +
          (usage.cache_read_input_tokens ?? 0),
        outputTokens: usage.output_tokens,
        ...(total_cost_usd !== undefined && { cost: total_cost_usd }),
      },
    }),
  };
}

/** It can exit successfully and still report a failure. */
function refused(text: string, invocation: AgentInvocation): AgentError {
  const report = {
    summary: `claude failed: ${bounded(onOneLine(text), 300)}.`,
    invocation,
  };
  return LOGIN.pattern.test(text)
    ? new AgentError('backend-not-logged-in', { ...report, fix: LOGIN.fix })
    : new AgentError('backend-failed', {
        ...report,
        fix: 'See the artifact of the attempt for its whole output.',
      });
}
