import type { Command } from 'commander';
import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import { localUser } from '../../../../host/local-user.ts';
import type { PlannerRegistry } from '../../../../host/registry.ts';
import type { CommandDone } from '../../../../sessions/do-command.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { modelsOf, usualModel } from '../../config/models.ts';
import { handToServers, withSessions } from '../../config/open-sessions.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';
import { tableLines } from '../../terminal/table.ts';
import { type RunFlags, runCommandOf } from './schema-command.ts';
import { takeTurn } from './session-turn.ts';

/** Begins a session of a planner, or goes on with one, tells it something, and runs it here until it rests. */
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
  return await withSessions(invocation, { create: true, llm }, async (sessions, store) => {
    const session = await sessionFor(sessions, module, { ...flags, input, missing: parsed.missingIn(input) });
    const asks = invocation.stdin.isTTY === true && given !== '-' && !invocation.output.json;
    const code = await takeTurn(invocation, session, () => told(session, text), { llm, openModel, asks });
    await handToServers(store, session.id);
    return code;
  });
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

/** The session that is named, with the setup that the flags change; a new one where there is none. */
async function sessionFor(
  sessions: Sessions,
  module: PlannerModule,
  {
    session: id,
    title,
    input,
    missing,
  }: RunFlags & { readonly input: Readonly<Record<string, unknown>>; readonly missing: readonly string[] },
): Promise<OpenSession> {
  const by = localUser();
  const known = id === undefined ? undefined : await sessions.find(id);
  if (known === undefined) {
    if (missing.length > 0) throw setupNeeded(module, missing);
    return await sessions.create({
      planner: module.id,
      id,
      title: title ?? titleIn(input),
      config: input,
      by,
    });
  }
  if (known.module.id !== module.id) throw otherPlanner(known, module.id);
  const view = await known.view();
  if (view.configured === undefined || Object.keys(input).length > 0) {
    const config = { ...Object(view.config), ...input };
    await known.do({ type: 'configure', config }, { by });
  }
  if (title !== undefined && title !== view.title) await known.do({ type: 'rename', title }, { by });
  return known;
}

/** Words to a planner that talks to another agent are what that one says. */
async function told(session: OpenSession, text: string | undefined): Promise<CommandDone | undefined> {
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
    fix: `Nothing was begun. See \`wayfold run ${id} --help\`.`,
  });
}

function otherPlanner({ id, module }: OpenSession, planner: string): CliError {
  return new CliError('usage', {
    expected: `the planner of session ${id}, ${module.id}`,
    actual: planner,
    fix: 'Name that planner, or begin another session.',
  });
}
