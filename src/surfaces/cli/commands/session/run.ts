import type { Command } from 'commander';
import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import { SessionModel, withoutAddresses } from '../../../../host/engine/session-model.ts';
import { localUser } from '../../../../host/local-user.ts';
import type { PlannerRegistry } from '../../../../host/registry.ts';
import type { CommandDone } from '../../../../sessions/commands/do-command.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { titleFromText } from '../../../../sessions/title-from-text.ts';
import { modelsOf, usualModel } from '../../config/models.ts';
import { handToServers, withSessions } from '../../config/open-sessions.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { fileText } from '../../files/file-text.ts';
import { allowingPrivate, type Invocation } from '../../invocation.ts';
import { followUpCommand, modelWords } from '../../terminal/follow-up-command.ts';
import { tableLines } from '../../terminal/text/table.ts';
import { checkPlanner } from './other-planner.ts';
import { type RunFlags, runCommandOf } from './schema-command.ts';
import { type SessionTurnOptions, takeTurn } from './session-turn.ts';

/** Creates or resumes a session of a planner, sends it a message, and runs it in this process until it is idle. */
export async function run(invocation: Invocation, command: Command): Promise<ExitCode> {
  const registry = await plannerRegistry(invocation);
  const [plannerId, ...rest] = command.args;
  if (plannerId === undefined || plannerId === '--help' || plannerId === '-h') {
    await showPlanners(invocation, command, registry);
    return plannerId === undefined ? EXIT.usage : EXIT.ok;
  }
  const { module } = registry.get(plannerId);
  const parsed = runCommandOf(command, module);
  parsed.command.parse([...rest], { from: 'user' });
  const input = parsed.input();
  const flags = parsed.command.opts<RunFlags>();
  const [given] = parsed.command.args;
  const text = given === '-' ? await fileText('-', invocation) : given;
  const openModel = await modelsOf(invocation);
  const llm = flags.model && !('model' in input) ? openModel(flags.model) : await usualModel(invocation);
  const allowing = flags.allowPrivate ? allowingPrivate(invocation) : invocation;
  return await withSessions(allowing, { create: true, llm }, async (sessions, store) => {
    const wanted = { ...flags, input, text, missing: parsed.missingIn(input) };
    const session = await sessionFor(sessions, module, wanted);
    const asks = invocation.stdin.isTTY === true && given !== '-' && !invocation.output.json;
    const options = { llm, openModel, asks: asks && !flags.chat };
    try {
      const code = await takeTurn(invocation, session, () => sendText(session, text), options);
      if (flags.chat) await chatIn(invocation, session, options);
      await handToServers(store, session.id);
      return code;
    } finally {
      const { signal, output } = invocation;
      if (signal.aborted)
        output.note(`Stopped. Continue with: ${againFor(invocation, session.id, { plannerId, ...flags })}`);
    }
  });
}

function againFor(
  invocation: Invocation,
  session: string,
  { plannerId, model, allowPrivate }: RunFlags & { readonly plannerId: string },
): string {
  const modules = (invocation.planners ?? []).flatMap((planner) => ['--planner', planner]);
  return followUpCommand(
    invocation,
    ...['run', plannerId, '--session', session],
    ...modelWords(invocation, model),
    allowPrivate && '--allow-private',
    ...modules,
  );
}

async function showPlanners(
  { output }: Invocation,
  command: Command,
  { entries }: PlannerRegistry,
): Promise<void> {
  await output.raw(`${command.helpInformation()}\n`);
  await output.line([{ text: 'Planners:', style: 'bold' }]);
  const rows = entries
    .filter(({ module }) => module.talks !== 'nobody')
    .map(({ module }) => [`  ${module.id}`, module.description]);
  for (const line of tableLines([{ title: '' }, { title: '' }], rows).slice(1)) await output.line(line);
}

/** The named session, reconfigured by the options, or a new one. */
export async function sessionFor(
  sessions: Sessions,
  module: PlannerModule,
  {
    session: id,
    title,
    input,
    text,
    missing,
  }: RunFlags & {
    readonly input: Readonly<Record<string, unknown>>;
    /** The first message, which becomes the title unless one is given. */
    readonly text?: string | undefined;
    readonly missing: readonly string[];
  },
): Promise<OpenSession> {
  const by = localUser();
  const known = id === undefined ? undefined : await sessions.find(id);
  if (known === undefined) {
    if (missing.length > 0) throw setupNeeded(module, missing);
    return await sessions.create({
      planner: module.id,
      id,
      title: title ?? titleIn(input) ?? titleFromText(module, text),
      config: input,
      by,
    });
  }
  checkPlanner(known, module.id);
  const view = await known.view();
  const config = { ...Object(view.config), ...input };
  // Repeating the setup changes nothing, unless something failed to load the last time.
  const isNew = !view.ready || JSON.stringify(config) !== JSON.stringify(view.config);
  if (view.configured === undefined || (isNew && Object.keys(input).length > 0)) {
    await known.do({ type: 'configure', config }, { by });
  }
  if (title !== undefined && title !== view.title) await known.do({ type: 'rename', title }, { by });
  return known;
}

/** Continues as a conversation at the terminal. */
async function chatIn(
  invocation: Invocation,
  session: OpenSession,
  { llm: usual, openModel }: Pick<SessionTurnOptions, 'llm' | 'openModel'>,
): Promise<void> {
  const { chat } = await import('./chat.ts');
  const llm = new SessionModel(usual, withoutAddresses(openModel));
  llm.configured((await session.view()).config);
  invocation.output.note('Type a message; /show shows the session, /quit ends.');
  await chat(invocation, session, { llm });
}

/** For a planner in conversation with another agent, the text is a message of that agent. */
async function sendText(session: OpenSession, text: string | undefined): Promise<CommandDone | undefined> {
  if (text === undefined) return undefined;
  const by = localUser();
  if (session.module.talks === 'agent') return await session.do({ type: 'receive', text }, { by });
  return await session.say({ text }, { by });
}

function titleIn({ title }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof title === 'string' ? title : undefined;
}

function setupNeeded({ id, title }: PlannerModule, missing: readonly string[]): CliError {
  return new CliError('usage', {
    summary: `${title} needs ${missing.join(' and ')}.`,
    fix: `Nothing was started. See \`wayfold run ${id} --help\`.`,
  });
}
