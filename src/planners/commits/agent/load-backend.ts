import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { shown } from '../../../journal/error.ts';
import type { AgentBackend } from '../../../machine/agents/agent-backend.ts';
import { agentEnvironment } from '../../../machine/agents/agent-environment.ts';
import { CODING_AGENTS, codingAgentProgram } from '../../../machine/agents/agent-names.ts';
import { codingAgent } from '../../../machine/agents/coding-agent.ts';
import { commandBackend } from '../../../machine/agents/command.ts';
import { modelBackend } from '../../../machine/agents/model.ts';
import { programFile } from '../../../machine/program-file.ts';
import { programAt } from '../../../machine/program-path.ts';
import { modelFromEnv, openModel } from '../../../model/open-model.ts';
import { PlanningError } from '../error.ts';
import { offlineSkills } from '../offline-skills.ts';
import type { PlanningSettings } from '../settings.ts';

/** The built-in backends. */
export const BACKEND_NAMES = ['auto', ...CODING_AGENTS, 'model', 'command'] as const;

/** Loads the backend that the settings name: a built-in one, or the export of a module. */
export async function loadBackend(settings: PlanningSettings): Promise<AgentBackend> {
  const name = BACKEND_NAMES.find((known) => known === settings.backend);
  switch (name) {
    case 'auto':
      return loadBackend({ ...settings, backend: installedBackend(settings) ?? failNoneInstalled() });
    case 'command': {
      const [file, ...args] = settings.command;
      if (file === undefined) throw noCommand();
      return commandBackend({
        command: [programAt(file), ...args],
        env: agentEnvironment(settings, 'program'),
      });
    }
    case 'model':
      return namedModel(settings);
    case undefined:
      return backendFrom(settings.backend);
    default:
      return codingAgent(name, settings);
  }
}

/**
 * The backend that `auto` selects: an installed coding agent, or the configured program or model; undefined if there is
 * none.
 */
export function installedBackend(settings: PlanningSettings): string | undefined {
  const env = { ...process.env, ...settings.env, ...settings.extraEnv };
  const agent = CODING_AGENTS.find(
    (name) => programFile(codingAgentProgram(name, settings.env), env) !== undefined,
  );
  if (agent !== undefined) return agent;
  if (settings.command.length > 0) return 'command';
  return settings.model !== undefined || env.WAYFOLD_MODEL?.trim() ? 'model' : undefined;
}

function failNoneInstalled(): never {
  throw new PlanningError('backend-missing', {
    summary: `None of ${CODING_AGENTS.join(', ')} is installed.`,
    fix: 'Install one, or name a model or a program: --backend model --model …, or --command ….',
  });
}

function namedModel({ model, ...settings }: PlanningSettings): AgentBackend {
  const env = { ...process.env, ...settings.env, ...settings.extraEnv };
  const skills = offlineSkills;
  const llm = model === undefined ? modelFromEnv(env, { skills }) : openModel(model, { env, skills });
  if (llm !== undefined) return modelBackend(llm);
  throw new PlanningError('invalid-planning-setting', {
    summary: 'The model backend needs a model, and none is named.',
    fix: 'Set WORKER_PLANNING_MODEL or WAYFOLD_MODEL, such as WORKER_PLANNING_MODEL=anthropic/claude-sonnet-5-5.',
  });
}

function noCommand(): PlanningError {
  return new PlanningError('invalid-planning-setting', {
    summary: 'The command backend needs a program, and none is named.',
    fix: 'Set WORKER_PLANNING_COMMAND, such as WORKER_PLANNING_COMMAND="./plan.sh --fast".',
  });
}

/** Loads `./my-backend.js#make`: the export `make` of a module, or `default` without a name. */
async function backendFrom(specifier: string): Promise<AgentBackend> {
  const hash = specifier.lastIndexOf('#');
  const [path, name] =
    hash === -1 ? [specifier, 'default'] : [specifier.slice(0, hash), specifier.slice(hash + 1)];
  const exported = await exportOf(specifier, path, name);
  const backend = isBackend(exported) ? exported : await instantiate(specifier, exported);
  if (isBackend(backend)) return backend;
  throw unknownBackend(specifier, `${shown(backend)} has no run(task, context)`);
}

async function exportOf(specifier: string, path: string, name: string): Promise<unknown> {
  let module: object;
  try {
    module = await import(moduleUrl(path));
  } catch (cause) {
    throw unknownBackend(specifier, cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (Object.hasOwn(module, name)) return Reflect.get(module, name);
  throw unknownBackend(specifier, `the module exports ${Object.keys(module).join(', ') || 'nothing'}`);
}

/** Paths and packages are resolved from the current directory. */
function moduleUrl(path: string): string {
  if (/^(?:file|node|data):/.test(path)) return path;
  if (/^\.{0,2}[/\\]/.test(path) || /^[A-Za-z]:[/\\]/.test(path)) return pathToFileURL(resolve(path)).href;
  return pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(path)).href;
}

/** Constructs a class or calls a factory, without arguments. */
async function instantiate(specifier: string, exported: unknown): Promise<unknown> {
  if (typeof exported !== 'function') return exported;
  try {
    const isClass = /^class\b/.test(Function.prototype.toString.call(exported));
    return await (isClass ? Reflect.construct(exported, []) : Reflect.apply(exported, undefined, []));
  } catch (cause) {
    throw unknownBackend(specifier, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function isBackend(value: unknown): value is AgentBackend {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

function unknownBackend(specifier: string, actual: string, cause?: unknown): PlanningError {
  return new PlanningError('unknown-backend', {
    summary: `${JSON.stringify(specifier)} is not a backend: ${actual}.`,
    fix: `Set --backend or WORKER_PLANNING_BACKEND to ${BACKEND_NAMES.join(', ')}, or to a module that exports a backend, a class or a factory, like ./my-backend.js#make.`,
    cause,
  });
}
