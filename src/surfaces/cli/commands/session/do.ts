import type { Command } from 'commander';
import type { CommandCall } from '../../../../harness/module/view-block.ts';
import { localUser } from '../../../../host/local-user.ts';
import type { CommandDone } from '../../../../sessions/commands/do-command.ts';
import { ownCommandReply } from '../../../../sessions/commands/turn.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { closestWord } from '../../closest-word.ts';
import { modelsOf, usualModel } from '../../config/models.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { allowingPrivate, type Invocation } from '../../invocation.ts';
import { confirm } from '../../terminal/input/confirm.ts';
import { commandsFor, doCommandOf } from './schema-command.ts';
import { takeTurn } from './session-turn.ts';

/** Runs a command in a session: one of the common ones, or one of its planner. */
export async function doInSession(invocation: Invocation, command: Command): Promise<ExitCode> {
  const [id, name, ...rest] = command.args;
  if (id === undefined || id === '--help' || id === '-h') {
    await invocation.output.raw(command.helpInformation());
    return id === undefined ? EXIT.usage : EXIT.ok;
  }
  const llm = await usualModel(invocation);
  const openModel = await modelsOf(invocation);
  // The session is opened before the options of its commands are known.
  const allowing = rest.includes('--allow-private') ? allowingPrivate(invocation) : invocation;
  return await withSessions(allowing, { create: false, llm }, async (sessions) => {
    const session = await sessions.open(id);
    const commands = commandsFor(session.module);
    if (name === undefined || name === '--help' || name === '-h') {
      await showCommands(invocation, session, command);
      return name === undefined ? EXIT.usage : EXIT.ok;
    }
    // Reports a planner that is not loaded before an unknown command.
    if (session.session.isReadOnly) await session.do({ type: name }, { by: localUser() });
    const description = commands.find(({ type }) => type === name);
    if (description === undefined)
      throw unknownCommand(
        session,
        name,
        commands.map(({ type }) => type),
      );
    const parsed = doCommandOf(command, description);
    // The parent command does not know the session, so its usage line would lack it.
    parsed.command.configureHelp({
      ...parsed.command.configureHelp(),
      commandUsage: () => `wayfold do ${id} ${name} [options]`,
    });
    parsed.command.parse([...rest], { from: 'user' });
    const { yes } = parsed.command.opts<{ yes?: boolean }>();
    if (description.confirm) await confirm(invocation, `${description.title}?`, yes);
    const call: CommandCall = { ...parsed.input(), type: name };
    const done = Promise.withResolvers<CommandDone>();
    const act = async () => {
      const appended = await session.do(call, { by: localUser() });
      done.resolve(appended);
      return appended;
    };
    const reply = async (view: SessionView) => ownCommandReply(view, call, await done.promise);
    return await takeTurn(invocation, session, act, { llm, openModel, asks: false, reply });
  });
}

/** Prints the commands of a session with their options. */
async function showCommands({ output }: Invocation, session: OpenSession, command: Command): Promise<void> {
  const commands = commandsFor(session.module);
  if (output.json) {
    for (const each of commands) await output.value(each);
    return;
  }
  await output.line(`Usage: wayfold do ${session.id} <command> [options]`);
  await output.line('');
  await output.line([
    { text: 'Commands:', style: 'bold' },
    { text: ' each takes --set key=value for its fields too', style: 'dim' },
  ]);
  for (const description of commands) {
    const { options } = doCommandOf(command, description).command;
    await output.line([
      { text: `  ${description.type}`, style: 'bold' },
      { text: `  ${description.description ?? description.title}` },
    ]);
    for (const { flags, long, description: about } of options) {
      if (long === '--set') continue;
      await output.line([{ text: `      ${flags}` }, { text: `  ${about}`, style: 'dim' }]);
    }
  }
}

function unknownCommand({ id, module }: OpenSession, name: string, names: readonly string[]): CliError {
  const meant = closestWord(name, [...names]);
  return new CliError('usage', {
    expected: `a command of ${module.title}: ${names.join(', ')}`,
    actual: JSON.stringify(name.slice(0, 100)),
    fix: `${meant === undefined ? '' : `Did you mean ${meant}? `}See \`wayfold do ${id} --help\`.`,
  });
}
