import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import type { Span } from '../terminal/output.ts';
import type { Finding } from './doctor/finding.ts';
import { checkInstalledAgents } from './doctor/installed-agents.ts';
import { checkNode, checkPort } from './doctor/machine.ts';
import { checkModels } from './doctor/models.ts';
import { checkPrograms } from './doctor/programs.ts';
import { checkDataDirectory, checkStore } from './doctor/store.ts';

export interface DoctorOptions {
  readonly verify?: boolean;
  readonly collect?: boolean;
  readonly now?: boolean;
  readonly port: number;
}

/** Prints findings as they come. The first failure decides the exit code. */
export async function doctor(invocation: Invocation, options: DoctorOptions): Promise<ExitCode> {
  const { output, location, env } = invocation;
  let exitCode: ExitCode = EXIT.ok;
  for await (const finding of findings()) {
    if (output.json) await output.value(finding);
    else for (const line of findingLines(finding)) await output.line(line);
    if (finding.state === 'fail' && exitCode === EXIT.ok) exitCode = exitCodeOf(finding);
  }
  return exitCode;

  async function* findings(): AsyncGenerator<Finding> {
    yield checkNode();
    yield* await checkDataDirectory(location);
    yield* checkStore(invocation, options);
    yield await checkPort(options.port);
    yield* await checkModels(env);
    yield* checkPrograms(env);
    yield* checkInstalledAgents(invocation);
  }
}

function exitCodeOf({ check }: Finding): ExitCode {
  if (check === 'chains') return EXIT.damaged;
  return check === 'model' ? EXIT.usage : EXIT.storeUnavailable;
}

const STYLE = { ok: 'green', info: 'dim', warn: 'yellow', fail: 'red' } as const;

function findingLines({ check, state, text, fix }: Finding): readonly Span[][] {
  const found = [{ text: state.padEnd(4), style: STYLE[state] }, { text: `  ${check.padEnd(8)}  ${text}` }];
  return fix === undefined ? [found] : [found, [{ text: `${' '.repeat(16)}${fix}` }]];
}
