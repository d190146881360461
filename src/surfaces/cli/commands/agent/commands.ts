import { AGENT_HOSTS } from '../../agents/agent-host.ts';
import type { Verb } from '../../verb.ts';
import type { InstallOptions } from './install.ts';

const NAMES = AGENT_HOSTS.join(', ');

/** The commands that install Wayfold in a coding agent, and the hook it calls. */
export function addAgentCommands(program: Verb): void {
  program
    .command('install')
    .argument('[agent]', NAMES)
    .description('give a coding agent the plan tools, and hooks that keep its plan in the context')
    .option('--scope <scope>', 'project: for this project; user: for you, in all of them')
    .option('--dry-run', 'show what would be written and run, and do nothing')
    .option('--list', 'show which agents have it')
    .option('--replace', 'also overwrite a server or file named wayfold that `install` did not write')
    .examples('wayfold install claude', 'wayfold install codex --dry-run', 'wayfold install --list')
    .runs(async (invocation, agent: string | undefined, options: InstallOptions) =>
      (await import('./install.ts')).install(invocation, agent, options),
    );
  program
    .command('uninstall')
    .argument('<agent>', NAMES)
    .description('remove from a coding agent what `install` added; plans stay')
    .option('--scope <scope>', 'project or user, as it was installed')
    .option('--dry-run', 'show what would be removed and run, and do nothing')
    .examples('wayfold uninstall claude')
    .runs(async (invocation, agent: string, options: InstallOptions) =>
      (await import('./install.ts')).uninstall(invocation, agent, options),
    );
  program
    .command('hook', { hidden: true })
    .argument('<agent>', NAMES)
    .argument('<event>', 'the name of the event; its JSON is read from stdin')
    .description('answer an event of a coding agent; hooks set up by `install` call this')
    .examples('wayfold hook claude SessionStart < event.json')
    .runs(async (invocation, agent: string, event: string) =>
      (await import('./hook.ts')).hook(invocation, agent, event),
    );
}
