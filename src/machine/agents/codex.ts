import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../program-environment.ts';
import type { AgentBackend, RanCommand, TokenUsage } from './agent-backend.ts';
import { runProgram } from './agent-program.ts';
import { eventsIn } from './event-stream.ts';
import { inTempDirectory } from './temp-directory.ts';

/** Options for starting a coding CLI. */
export interface CliOptions {
  /** The program: a name on the PATH, or a path. */
  readonly bin: string;
  /** The complete environment of the program. */
  readonly env: Environment;
}

const TurnCompleted = z.object({
  type: z.literal('turn.completed'),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
});

const CommandItem = z.object({
  type: z.literal('item.completed'),
  item: z.object({
    type: z.literal('command_execution'),
    command: z.string(),
    exit_code: z.number().nullish(),
  }),
});

/**
 * OpenAI's Codex CLI: in its sandbox, read-only or with a writable checkout; the prompt on stdin, the schema as
 * `--output-schema`.
 */
export function codexBackend({
  bin,
  env,
  profile,
}: CliOptions & { readonly profile?: string | undefined }): AgentBackend {
  return {
    name: 'codex',
    nativeSchema: true,
    run: ({ prompt, schema, schemaMode }, { workingDir, signal, gitEnv, access = 'read' }) =>
      inTempDirectory(async (directory) => {
        const schemaFile = join(directory, 'schema.json');
        const answerFile = join(directory, 'answer.txt');
        const native = schemaMode === 'native' && schema !== undefined;
        if (native) await writeFile(schemaFile, JSON.stringify(schema));
        const invocation = await runProgram({
          file: bin,
          args: [
            'exec',
            '--json',
            '--skip-git-repo-check',
            '--ephemeral',
            ...['-s', access === 'write' ? 'workspace-write' : 'read-only'],
            ...(profile === undefined ? [] : ['-p', profile]),
            ...(native ? ['--output-schema', schemaFile] : []),
            ...['-o', answerFile],
            '-',
          ],
          input: prompt,
          cwd: workingDir,
          env: { ...env, ...gitEnv },
          signal,
          install:
            'Install it with `npm install -g @openai/codex`, or set WORKER_PLANNING_CODEX_BIN to where it is.',
          login: {
            pattern:
              /not logged in|codex login|401 Unauthorized|missing (?:bearer|api key)|invalid.{0,10}api key/i,
            fix: 'Run `codex login`, or set the key that its provider needs.',
          },
        });
        const answer = await readFile(answerFile, 'utf8').catch(() => '');
        const usage = usageIn(invocation.stdout);
        const commands = commandsIn(invocation.stdout);
        return {
          ...invocation,
          ...(answer.trim() !== '' && { answer }),
          ...(usage && { usage }),
          ...(commands.length > 0 && { commands }),
        };
      }),
  };
}

function usageIn(stdout: string): TokenUsage | undefined {
  const turns = eventsIn(stdout).flatMap((event) => TurnCompleted.safeParse(event).data?.usage ?? []);
  if (turns.length === 0) return undefined;
  return {
    inputTokens: turns.reduce((sum, turn) => sum + turn.input_tokens, 0),
    outputTokens: turns.reduce((sum, turn) => sum + turn.output_tokens, 0),
  };
}

function commandsIn(stdout: string): readonly RanCommand[] {
  return eventsIn(stdout).flatMap((event) => {
    const item = CommandItem.safeParse(event).data?.item;
    if (item === undefined) return [];
    const { command, exit_code: exitCode } = item;
    return [{ command, ...(typeof exitCode === 'number' && { exitCode }) }];
  });
}
