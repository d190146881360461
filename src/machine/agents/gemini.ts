import { z } from 'zod';
import type { AgentBackend, TokenUsage } from './agent-backend.ts';
import { runProgram } from './agent-program.ts';
import type { CliOptions } from './codex.ts';
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

/** Google's Gemini CLI: tools that only read, the prompt on stdin. It takes no schema, so the prompt tells it. */
export function geminiBackend({ bin, env }: CliOptions): AgentBackend {
  return {
    name: 'gemini',
    nativeSchema: false,
    run: async ({ prompt }, { workingDir, signal, gitEnv }) => {
      const invocation = await runProgram({
        file: bin,
        // Without a terminal nobody approves, so that it gets no tool that writes. Its mode `plan` would make it write a file.
        args: [...['--output-format', 'json'], '--skip-trust', ...['--approval-mode', 'default']],
        input: prompt,
        cwd: workingDir,
        env: { ...env, ...gitEnv },
        signal,
        install:
          'Install it with `npm install -g @google/gemini-cli`, or set WORKER_PLANNING_GEMINI_BIN to where it is.',
        login: {
          said: /please set an auth method|GEMINI_API_KEY environment variable|api key not valid|UNAUTHENTICATED|login required/i,
          fix: 'Run `gemini` once and choose how to log in, or set GEMINI_API_KEY.',
        },
      });
      const objects = await readObjects(invocation.stdout);
      const answer = objects.findLast((object) => Answer.safeParse(object).success);
      if (answer === undefined) return invocation;
      const { response, stats } = Answer.parse(answer);
      const usage = stats && usageOf(Object.values(stats.models));
      return { ...invocation, answer: response, ...(usage && { usage }) };
    },
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
