import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { execa } from 'execa';
import { onOneLine } from '../../../../machine/bounded-text.ts';
import { programEnvironment } from '../../../../machine/program-environment.ts';
import { programFile } from '../../../../machine/program-file.ts';
import type { AgentHost, Installation, InstallPlace } from '../../agents/agent-host.ts';
import { agentHost, agentHosts } from '../../agents/agent-hosts.ts';
import { installedState, placeFor } from '../../agents/install-place.ts';
import { additionTo, carryOut, type FileChange, removalFrom } from '../../agents/installed-file.ts';
import { DEFAULT_DATA, makeDataDirectory } from '../../config/store-location.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';
import { span } from '../../terminal/output.ts';

export interface InstallOptions {
  readonly scope?: string;
  readonly dryRun?: boolean;
  readonly list?: boolean;
  readonly replace?: boolean;
}

/** How long an agent's program may take to install a plugin. */
const PROGRAM_MS = 120_000;

/** Installs Wayfold in a coding agent: the server, the hooks, and the commands of its program. */
export async function install(
  invocation: Invocation,
  agent: string | undefined,
  options: InstallOptions,
): Promise<undefined> {
  if (options.list || agent === undefined) return await listAgents(invocation);
  const host = agentHost(agent);
  const place = placeFor(host, invocation, options.scope);
  const { files, commands, notes } = host.installation(place);
  const changes = files.flatMap((file) => additionTo(file, options) ?? []);
  const program = commands.length > 0 ? programOf(host, invocation.env, options.dryRun === true) : undefined;
  await show(invocation, { host, place, changes, commands, options });
  if (options.dryRun) return;
  if (place.scope === 'project' && files.some(({ path }) => path.startsWith(place.folder)))
    makeDataDirectory(join(place.project, DEFAULT_DATA));
  for (const change of changes) carryOut(change);
  for (const args of commands) await runProgram(program ?? '', args, host, place);
  for (const note of notes) invocation.output.note(note);
  const inSight = changes.filter(({ path }) => place.scope === 'project' && !path.startsWith(place.folder));
  if (inSight.length > 0)
    invocation.output.note(
      `Keep ${inSight.map(({ path }) => shortPath(path)).join(' and ')} out of git: the paths in it are those of this machine.`,
    );
}

/** Uninstalls Wayfold from a coding agent. */
export async function uninstall(
  invocation: Invocation,
  agent: string,
  options: InstallOptions,
): Promise<undefined> {
  const host = agentHost(agent);
  const place = placeFor(host, invocation, options.scope);
  const { files, undo } = host.installation(place);
  const changes = files.flatMap((file) => removalFrom(file) ?? []);
  const isThere = changes.length > 0;
  // Even if the files are gone, the agent's program may still list the plugin.
  const isKnown = isThere || programFile(host.program ?? host.name, invocation.env) !== undefined;
  const commands = isKnown ? undo : [];
  const program = commands.length > 0 ? programOf(host, invocation.env, options.dryRun === true) : undefined;
  await show(invocation, { host, place, changes, commands, options });
  if (options.dryRun) return;
  // The program runs first, because it reads the folder.
  const failures: CliError[] = [];
  for (const args of commands) {
    const failure = await programFailure(program ?? '', args, host, place);
    if (failure) failures.push(failure);
  }
  for (const change of changes) carryOut(change);
  rmSync(place.folder, { recursive: true, force: true });
  for (const path of [place.folder, ...changes.map((change) => change.path)]) removeEmptyAbove(path, place);
  const [first] = failures;
  if (first === undefined) return;
  // Without files, the program may not have had a plugin either.
  if (isThere) throw first;
  for (const { actual } of failures) invocation.output.note(`${host.title}: ${actual}`);
}

/** Removes parent folders that became empty. */
function removeEmptyAbove(path: string, { project, home }: InstallPlace): void {
  for (let folder = dirname(path); folder !== project && folder !== home; folder = dirname(folder)) {
    if (!existsSync(folder)) continue;
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

async function listAgents(invocation: Invocation): Promise<undefined> {
  const { output, env } = invocation;
  for (const host of agentHosts) {
    const states = host.scopes.map(
      (scope) => [scope, installedState(host, placeFor(host, invocation, scope))] as const,
    );
    const scopes = states.flatMap(([scope, state]) => (state === 'none' ? [] : [scope]));
    const outdated = states.flatMap(([scope, state]) => (state === 'other' ? [scope] : []));
    const program = host.program && programFile(host.program, env);
    if (output.json) {
      await output.value({
        agent: host.name,
        title: host.title,
        program: program ?? null,
        installed: scopes,
        outdated,
      });
      continue;
    }
    const state =
      scopes.length > 0 ? span(`installed (${scopes.join(', ')})`, 'green') : span('not installed');
    const old =
      outdated.length > 0
        ? span(`; outdated (${outdated.join(', ')}): install it again`, 'yellow')
        : span('');
    const found =
      host.program && program === undefined ? span(`; no ${host.program} in PATH`, 'dim') : span('');
    await output.line([span(host.name.padEnd(10), 'bold'), span(host.title.padEnd(14)), state, old, found]);
  }
}

interface Shown {
  readonly host: AgentHost;
  readonly place: InstallPlace;
  readonly changes: readonly FileChange[];
  readonly commands: Installation['commands'];
  readonly options: InstallOptions;
}

/** Prints the planned changes; with `--dry-run` the whole files. */
async function show(
  { output }: Invocation,
  { host, place, changes, commands, options }: Shown,
): Promise<void> {
  const ran = commands.map((args) => [host.program ?? host.name, ...args]);
  if (output.json) {
    const files = changes.map(({ path, text }) => ({ path, text: text ?? null }));
    return await output.value({ agent: host.name, scope: place.scope, files, commands: ran });
  }
  if (changes.length === 0 && ran.length === 0) {
    return await output.line(`${host.title}: nothing to do.`);
  }
  for (const { path, text, isNew } of changes) {
    const verb = text === undefined ? 'remove' : isNew ? 'write ' : 'change';
    await output.line([span(verb, text === undefined ? 'red' : 'green'), span(` ${shortPath(path)}`)]);
    if (options.dryRun && text !== undefined)
      for (const line of text.trimEnd().split('\n')) await output.line(`  ${line}`);
  }
  for (const words of ran) await output.line([span('run   ', 'green'), span(` ${words.join(' ')}`)]);
}

function programOf(host: AgentHost, env: NodeJS.ProcessEnv, isDry: boolean): string {
  const { title } = host;
  const program: string = host.program ?? host.name;
  const found = programFile(program, env);
  if (found !== undefined || isDry) return found ?? program;
  throw new CliError('file-not-found', {
    summary: `${title} is not installed: there is no ${program} in PATH.`,
    fix: `Install ${title}, then call again. Nothing was written.`,
  });
}

async function runProgram(
  file: string,
  args: readonly string[],
  host: AgentHost,
  place: InstallPlace,
): Promise<void> {
  const failure = await programFailure(file, args, host, place);
  if (failure) throw failure;
}

/** Runs an agent's program, and returns its failure if any. */
async function programFailure(
  file: string,
  args: readonly string[],
  { program: kind = 'program', alreadyInstalled }: AgentHost,
  { project, env }: InstallPlace,
): Promise<CliError | undefined> {
  const { failed, all } = await execa(file, args, {
    cwd: project,
    env: programEnvironment(env, { kind }),
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
    timeout: PROGRAM_MS,
  });
  if (!failed || alreadyInstalled?.test(all ?? '')) return undefined;
  return new CliError('file-failed', {
    summary: `${[file, ...args].join(' ')} failed: ${onOneLine(all ?? '').slice(-600) || 'it printed nothing'}.`,
    fix: 'Run it yourself to see more, then run this again: finished steps are skipped.',
  });
}

function shortPath(path: string): string {
  const fromHere = relative('', path);
  return fromHere === '' || fromHere.startsWith('..') ? path : fromHere;
}
