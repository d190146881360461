import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execa } from 'execa';
import { onOneLine } from '../../../../machine/bounded-text.ts';
import { programEnvironment } from '../../../../machine/program-environment.ts';
import type { AgentHost, InstallPlace } from '../../agents/agent-host.ts';
import { agentHosts } from '../../agents/agent-hosts.ts';
import { installedState, placeFor } from '../../agents/install-place.ts';
import { dataFlag, serverEntry } from '../../agents/plugin-folder.ts';
import { dataDirectoryOf } from '../../agents/project-root.ts';
import { DEFAULT_DATA } from '../../config/store-location.ts';
import type { Invocation } from '../../invocation.ts';
import { HOOK_LOG } from '../agent/hook-log.ts';
import type { Finding } from './finding.ts';

const MAX_MS = 30_000;

/** Tests the installations in coding agents: the server with its tools, and a hook. */
export async function* checkInstalledAgents(
  invocation: Pick<Invocation, 'env' | 'config'>,
): AsyncGenerator<Finding> {
  for (const host of agentHosts) {
    for (const scope of host.scopes) {
      const place = placeFor(host, invocation, scope);
      const state = installedState(host, place);
      if (state === 'whole') yield await tried(host, place);
      if (state === 'other') yield outdated(host, place);
    }
  }
}

function outdated({ name, title }: AgentHost, { scope }: InstallPlace): Finding {
  return {
    check: name,
    state: 'warn',
    text: `${title} (${scope}): installed by another version, from another path or for another data directory`,
    fix: `wayfold install ${name} --scope ${scope}`,
  };
}

async function tried(host: AgentHost, place: InstallPlace): Promise<Finding> {
  const { name, trust } = host;
  try {
    const tools = await toolsOf(place);
    const hook = host.startEvent && (await triedHook(host, host.startEvent, place));
    const title = `${host.title} (${place.scope})`;
    if (hook instanceof HookFailure)
      return { check: name, state: 'warn', text: `${title}: ${hook.text}`, fix: hook.fix };
    const isTrusted = await host.isTrusted?.(place);
    const found = [
      `${tools} tools`,
      ...(hook === undefined ? [] : [hook]),
      ...(isTrusted === undefined ? [] : [isTrusted ? 'hooks are trusted' : 'hooks are not trusted yet']),
    ];
    const text = `${title}: ${found.join(', ')}`;
    const fix = trust !== undefined && isTrusted !== true && { fix: trust };
    return { check: name, state: isTrusted === false ? 'warn' : 'ok', text, ...fix };
  } catch (error) {
    return {
      check: name,
      state: 'warn',
      text: `${host.title} (${place.scope}): ${onOneLine(error instanceof Error ? error.message : String(error))}`,
      fix: `wayfold install ${name} --scope ${place.scope}`,
    };
  }
}

/** The number of tools offered by the server that the agent starts. */
async function toolsOf(place: InstallPlace): Promise<number> {
  const { project, env } = place;
  const { command, args } = serverEntry(place);
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    cwd: project,
    env: programEnvironment(env, { kind: 'program' }),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'wayfold-doctor', version: '1.0.0' });
  try {
    await client.connect(transport, { timeout: MAX_MS });
    return (await client.listTools()).tools.length;
  } finally {
    await client.close();
  }
}

async function triedHook(
  { name }: AgentHost,
  event: string,
  place: InstallPlace,
): Promise<string | HookFailure> {
  const [command, ...args] = place.launcher;
  const log = join(place.data ?? dataDirectoryOf(place.project, DEFAULT_DATA), HOOK_LOG);
  const before = linesOf(log).length;
  const start = performance.now();
  await execa(command, [...args, 'hook', name, event, ...dataFlag(place)], {
    cwd: place.project,
    env: programEnvironment(place.env, { kind: 'program' }),
    extendEnv: false,
    input: JSON.stringify({ cwd: place.project }),
    timeout: MAX_MS,
  });
  const took = Math.round(performance.now() - start);
  // A hook never fails its agent; errors are in its log.
  const [failure] = linesOf(log).slice(before);
  return failure === undefined ? `hook answers in ${took} ms` : new HookFailure(failure.slice(0, 300), log);
}

/** A hook that exited normally but logged an error. */
class HookFailure {
  readonly text: string;
  readonly fix: string;

  constructor(line: string, log: string) {
    this.text = `its hook failed: ${line}`;
    this.fix = `Fix the cause. All failures are in ${log}.`;
  }
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    // No failures have been logged.
    return [];
  }
}
