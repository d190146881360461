import type { Environment } from '../program-environment.ts';
import type { AgentBackend } from './agent-backend.ts';
import { runProgram } from './agent-program.ts';

/** Any program: the prompt on stdin, the answer on stdout. */
export function commandBackend({
  command: [file, ...args],
  env,
}: {
  readonly command: readonly [string, ...string[]];
  /** The complete environment of the program. */
  readonly env: Environment;
}): AgentBackend {
  return {
    name: 'command',
    nativeSchema: false,
    run: ({ prompt }, { workingDir, signal, gitEnv }) =>
      runProgram({
        file,
        args,
        input: prompt,
        cwd: workingDir,
        env: { ...env, ...gitEnv },
        signal,
        install: 'Correct WORKER_PLANNING_COMMAND: a name on the PATH, or a path from the current directory.',
      }),
  };
}
