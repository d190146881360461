import { appendFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isWayfoldError } from '../../../../journal/error.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { chosenPlan, type PlanChoice } from '../../../../machine/branch-plan.ts';
import { SharedFiles, sharedPlans } from '../../../../machine/shared-plans/shared-files.ts';
import { openPlan, planIn } from '../../../../plan-tools/plan/open-plan.ts';
import type { Plan } from '../../../../plan-tools/plan/plan.ts';
import { isPlanId } from '../../../../plan-tools/plan/plan-id.ts';
import { estimatedTokens, MAX_TOKENS, planContext } from '../../../../plan-tools/prompt/plan-context.ts';
import type { AgentHost, HookEvent } from '../../agents/agent-host.ts';
import { agentHost } from '../../agents/agent-hosts.ts';
import { mirrorTodos } from '../../agents/mirror-todos.ts';
import { type PendingEvent, PendingEvents } from '../../agents/pending-events.ts';
import { dataDirectoryOf, projectRoot } from '../../agents/project-root.ts';
import {
  DEFAULT_DATA,
  openStore,
  type StoreLocation,
  storeExists,
  storeLocation,
  storeName,
} from '../../config/store-location.ts';
import type { Invocation } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import { HOOK_LOG } from './hook-log.ts';

/** An event has a few kilobytes; longer input is cut off. */
const MAX_INPUT = 4 * 1024 * 1024;

/** An agent waits for its hooks: if the store is locked for longer, the next hook records the event. */
const LOCK_MS = 400;

/**
 * Handles an event of a coding agent: mirrors its to-do list, and returns the plan. Failures never interrupt the agent;
 * they are logged.
 */
export async function hook(invocation: Invocation, agent: string, event: string): Promise<undefined> {
  let location = invocation.location;
  const onError = (error: unknown) => log(location, `${agent} ${event}: ${errorNote(error, invocation.env)}`);
  try {
    const host = agentHost(agent);
    const input = await inputOf(invocation);
    const message = host.read(event, input);
    const directory = directoryOf(message);
    location = placeOf(location, directory);
    await mirror(location, { agent, event, input }, { isList: message.todos !== undefined, onError });
    if (!message.takesPlan) return;
    const text = await planText(location, host, {
      ...message,
      root: projectRoot(directory),
      env: invocation.env,
      onError,
    });
    if (text !== undefined) await invocation.output.raw(`${JSON.stringify(host.answer(event, text))}\n`);
  } catch (error) {
    onError(error);
  }
}

/** The agent's working directory; undefined if it does not exist, so that nothing is created there. */
function directoryOf({ directory }: HookEvent): string {
  const isThere = directory !== undefined && statSync(directory, { throwIfNoEntry: false })?.isDirectory();
  return isThere ? directory : process.cwd();
}

async function inputOf({ stdin }: Invocation): Promise<unknown> {
  let text = '';
  for await (const chunk of stdin) {
    text += chunk;
    if (text.length > MAX_INPUT) break;
  }
  // `trim` also removes a byte order mark.
  const json = text.trim();
  return json === '' ? {} : JSON.parse(json);
}

/** The store of the project that the agent works in, unless one is given. */
function placeOf(location: StoreLocation, directory: string): StoreLocation {
  if (location.type === 'postgres' || location.data !== DEFAULT_DATA) return location;
  return storeLocation({ data: dataDirectoryOf(directory, DEFAULT_DATA) });
}

/** Reports failures without stopping the agent. */
interface Reporting {
  readonly onError: (error: unknown) => void;
}

/**
 * Records changes of to-do lists: first the pending events, then this one, which becomes pending if the store is
 * locked.
 */
async function mirror(
  location: StoreLocation,
  now: PendingEvent,
  { isList, onError }: Reporting & { readonly isList: boolean },
): Promise<void> {
  const pending = location.type === 'sqlite' ? new PendingEvents(location.data) : undefined;
  let opened: FactStore | undefined;
  const record = async (event: PendingEvent) => {
    try {
      opened ??= await openStore(location, { create: true, lockTimeoutMs: LOCK_MS });
      await mirrorEvent(opened, event);
    } catch (error) {
      if (isLocked(error)) throw error;
      onError(error);
    }
  };
  try {
    await pending?.take(record);
    if (isList) await record(now);
  } catch (error) {
    if (isList) pending?.add(now);
    onError(error);
  } finally {
    await opened?.close();
  }
}

async function mirrorEvent(store: FactStore, { agent, event, input }: PendingEvent): Promise<void> {
  const host = agentHost(agent);
  const message = host.read(event, input);
  if (message.todos === undefined) return;
  await mirrorTodos(store, message.todos, {
    planId: planOfSession(host, message),
    objective: `${host.title} in ${basename(projectRoot(directoryOf(message)))}`,
    by: `hook:${host.name}`,
  });
}

function isLocked(error: unknown): boolean {
  return isWayfoldError(error) && error.code === 'store-locked';
}

/** The plan kept with the tools (that of the branch, if it has one), and the mirrored list of this session. */
async function planText(
  location: StoreLocation,
  host: AgentHost,
  { session, root, env, onError }: HookEvent & Pick<PlanChoice, 'root' | 'env'> & Reporting,
): Promise<string | undefined> {
  const isShared = sharedPlans(root).length > 0;
  if (!isShared && !storeExists(location)) return undefined;
  const store = await openStore(location, { create: isShared, lockTimeoutMs: LOCK_MS });
  try {
    const planId = await chosenPlan(undefined, { root, env, store: async () => store });
    if (new SharedFiles(root, planId).exist) {
      const { syncPlan } = await import('../../../../machine/shared-plans/sync-plan.ts');
      // A failed sync still leaves the plan of this clone.
      await syncPlan({ store, planId, root, storeName: storeName(location) }).catch(onError);
    }
    const plans = [planId, ...(session === undefined ? [] : [planOfSession(host, { session })])];
    const text = contextOf(await Promise.all(plans.map((id) => activeIn(store, id))));
    return text === '' ? undefined : text;
  } finally {
    await store.close();
  }
}

interface NamedPlan {
  readonly planId: string;
  readonly plan: Plan | undefined;
}

async function activeIn(store: FactStore, planId: string): Promise<NamedPlan> {
  const { session } = openPlan(store, planId);
  await session.refresh();
  return { planId, plan: planIn({ session }) };
}

/** The plans within the token limit. Each gets half, plus what the other leaves unused. */
function contextOf(plans: readonly NamedPlan[]): string {
  const active = plans.filter(({ plan }) => plan?.status === 'active');
  const needed = active.map(({ plan, planId }) => estimatedTokens(planContext(plan, { planId })));
  const all = needed.reduce((sum, tokens) => sum + tokens, 0);
  return active
    .map(({ plan, planId }, i) => {
      const others = all - (needed[i] ?? 0);
      const mostTokens = MAX_TOKENS - Math.min(others, (MAX_TOKENS * (active.length - 1)) / active.length);
      return planContext(plan, { planId, mostTokens });
    })
    .join('\n\n');
}

/** The plan that mirrors the list of an agent's session or subagent. */
function planOfSession(
  { name }: AgentHost,
  { session = 'session', subagent }: Pick<HookEvent, 'session' | 'subagent'>,
): string {
  const word = (text: string, most: number) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, most);
  const parts = subagent === undefined ? [word(session, 56)] : [word(session, 36), word(subagent, 19)];
  const id = [name, ...parts].join('-').slice(0, 64);
  return isPlanId(id) ? id : `${name}-session`;
}

function log(location: StoreLocation, text: string): void {
  if (location.type === 'postgres') return;
  const line = `${new Date().toISOString()} ${text.replace(/\s+/g, ' ')}\n`;
  try {
    appendFileSync(join(location.data, HOOK_LOG), line, { mode: 0o600 });
  } catch {
    // There is no writable data directory; that must not interrupt the agent.
  }
}
