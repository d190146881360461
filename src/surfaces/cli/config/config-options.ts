import type { Command, Option } from 'commander';
import type { ResolvedConfiguration } from '../../../host/config/resolve.ts';
import { SETTINGS } from '../../../host/config/settings.ts';

/**
 * The configuration of a command. Options set neither on the command line nor in the environment are filled in from the
 * file. Undefined for a command that needs none.
 */
export async function configurationFor(
  command: Command,
  env: NodeJS.ProcessEnv,
): Promise<ResolvedConfiguration | undefined> {
  if (isWithoutConfiguration(command)) return undefined;
  const options = optionsOf(command);
  const { config: named } = command.optsWithGlobals<{ config?: string }>();
  const given = options.flatMap(({ owner, option }) => {
    const setting = SETTINGS.find(({ variable }) => variable === option.envVar);
    const name = option.attributeName();
    const isFlag = owner.getOptionValueSource(name) === 'cli';
    return setting && isFlag ? [[setting.key, owner.getOptionValue(name)] as const] : [];
  });
  // With its schemas it accounts for two thirds of all modules, which `--help` does not need.
  const { resolveConfiguration } = await import('../../../host/config/resolve.ts');
  const config = await resolveConfiguration({
    from: process.cwd(),
    named: named || undefined,
    env,
    flags: Object.fromEntries(given),
  });
  for (const { owner, option } of options) {
    if (option.envVar === 'WAYFOLD_STORE') {
      owner.setOptionValueWithSource(option.attributeName(), config.environment.WAYFOLD_STORE, 'config');
      continue;
    }
    const text = option.envVar === undefined ? undefined : config.environment[option.envVar];
    const source = owner.getOptionValueSource(option.attributeName());
    const isOpen = source === undefined || source === 'default';
    if (text === undefined || !isOpen) continue;
    const value = option.parseArg ? option.parseArg(text, undefined) : text;
    owner.setOptionValueWithSource(option.attributeName(), value, 'config');
  }
  return config;
}

/** Commands that work even if the file is broken. */
function isWithoutConfiguration(command: Command): boolean {
  return command.name() === 'completion' || (command.name() === 'config' && command.opts().schema === true);
}

function optionsOf(command: Command): { owner: Command; option: Option }[] {
  const own = command.options.map((option) => ({ owner: command, option }));
  return command.parent ? [...own, ...optionsOf(command.parent)] : own;
}
