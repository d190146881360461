import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localUser } from '../../host/local-user.ts';
import {
  limitsEnv,
  type Shown,
  type Surface,
  type SurfaceAnswer,
  type SurfaceSetting,
} from './planner-surface.ts';

/** The built program, even if this file runs from its sources. */
const BUILT = import.meta.url.endsWith('.ts') ? '../../../dist/' : '../../';
const MAIN = fileURLToPath(new URL(`${BUILT}surfaces/cli/main.js`, import.meta.url));

/** Runs `wayfold` with these arguments as a separate process. */
export interface WayfoldProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The program in a project that has the planner under test and no key of a language model. */
export function wayfoldProgram(setting: SurfaceSetting, args: readonly string[]): WayfoldProgram {
  const { directory, own, planner } = setting;
  const named = planner.file === undefined || own.length === 0 ? [] : ['--planner', planner.file];
  const kept = Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
    value === undefined || /^(?:WAYFOLD_|OTEL_|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|CI$)|_API_KEY$/.test(name)
      ? []
      : [[name, value]],
  );
  return {
    command: process.execPath,
    args: [MAIN, ...args, ...named],
    cwd: directory,
    // Processes share a compile cache.
    env: {
      NODE_COMPILE_CACHE: join(tmpdir(), 'wayfold-compile-cache'),
      ...Object.fromEntries(kept),
      ...limitsEnv(setting),
    },
  };
}

/** The commands of every planner, run, do and show, each in a separate process. */
export async function openCli(setting: SurfaceSetting): Promise<Surface> {
  const { module, config = {} } = setting.planner;
  const id = `${module.id}:cli`;
  const wayfold = async (
    ...args: readonly string[]
  ): Promise<SurfaceAnswer & { readonly notes?: string }> => {
    const { command, args: all, cwd, env } = wayfoldProgram(setting, args);
    const child = spawn(command, all, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [text, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
    });
    await once(child, 'close');
    if (child.exitCode === 0 || child.exitCode === INCOMPLETE) return { text, notes: errors };
    return { text: errors, code: /\[([\w-]+)\]/.exec(errors)?.[1] ?? `exit ${child.exitCode}` };
  };
  /** A person reads both streams. */
  const acted = async (...args: readonly string[]): Promise<SurfaceAnswer> => {
    const { text, notes = '', code } = await wayfold(...args);
    return { text: `${text}\n${notes}`, code };
  };
  const shown = async (session: string, ...args: readonly string[]): Promise<Shown> => {
    const { text, code } = await wayfold('show', session, '--json', ...args);
    if (code !== undefined) throw new Error(text);
    return { text, blocks: JSON.parse(text).blocks };
  };
  const did = (session: string, { type, ...input }: { readonly type: string }): Promise<SurfaceAnswer> => {
    const confirmed = module.commands[type]?.confirm ? ['--yes'] : [];
    return acted('do', session, type, ...fields(input), ...confirmed);
  };
  return {
    by: localUser(),
    beginsAtOnce: true,
    takesCommands: true,
    showsOthers: true,
    showsUnloaded: true,
    async begin() {
      const { text, code } = await wayfold('run', module.id, '--session', id, ...fields(config));
      if (code !== undefined) throw new Error(text);
      return id;
    },
    say: (session, text) => acted('run', module.id, text, '--session', session),
    choose: (session, { options = [] }, optionId) =>
      did(session, options.find((option) => option.id === optionId)?.command ?? { type: '' }),
    do: did,
    show: (session) => shown(session),
    showPast: (session, at) => shown(session, '--at', String(at)),
    close: async () => {},
  };
}

/** The exit code of a command that ran in a session whose work failed or was canceled. */
const INCOMPLETE = 7;

function fields(input: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(input).flatMap(([key, value]) => [
    '--set',
    `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  ]);
}
