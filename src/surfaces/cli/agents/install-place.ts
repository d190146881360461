import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_DATA } from '../config/store-location.ts';
import { CliError } from '../error.ts';
import type { Invocation } from '../invocation.ts';
import type { AgentHost, InstallPlace, InstallScope } from './agent-host.ts';
import { partIn } from './installed-file.ts';
import { projectRoot } from './project-root.ts';

/** The place to install an agent's part: in the named scope, or in its default one. */
export function placeFor(
  host: AgentHost,
  { env, config }: Pick<Invocation, 'env' | 'config'>,
  named: string | undefined,
): InstallPlace {
  const scope = scopeOf(host, named);
  const home = env.HOME || homedir();
  const project = projectRoot(process.cwd());
  const shared = join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'wayfold');
  const folder = join(scope === 'project' ? join(project, DEFAULT_DATA) : shared, 'agents', host.name);
  // The launcher of this package, however this process was started.
  const launcher = fileURLToPath(new URL('../../../../bin/wayfold.cjs', import.meta.url));
  const data = namedData(config);
  return { scope, project, home, folder, data, launcher: [process.execPath, launcher], env };
}

/**
 * The data directory from an option, a variable or a file, to be written into the installation: an agent starts Wayfold
 * without any of them.
 */
function namedData(config: Invocation['config']): string | undefined {
  const data = config?.settings.find(({ key }) => key === 'data');
  if (data === undefined || data.from.type === 'default' || typeof data.value !== 'string') return undefined;
  return resolve(data.value);
}

/** The state of an installation: nothing, different from what this version writes, or complete. */
export type InstalledState = 'none' | 'other' | 'whole';

/** The state of an agent's installation, written by any version of Wayfold. */
export function installedState(host: AgentHost, place: InstallPlace): InstalledState {
  const parts = host.installation(place).files.map(partIn);
  if (parts.every((part) => part === 'none')) return 'none';
  return parts.every((part) => part === 'whole') ? 'whole' : 'other';
}

function scopeOf({ title, scopes }: AgentHost, named: string | undefined): InstallScope {
  const scope = named === undefined ? scopes[0] : scopes.find((each) => each === named);
  if (scope) return scope;
  throw new CliError('usage', {
    expected: `--scope to be ${scopes.join(' or ')}: that is what ${title} has`,
    actual: JSON.stringify(named),
    fix: `Leave it out for ${scopes[0]}.`,
  });
}
