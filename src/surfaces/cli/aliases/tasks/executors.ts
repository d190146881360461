import { taskKindsFrom } from '../../../../host/config/task-kinds.ts';
import type { OpenModel } from '../../../../host/engine/session-model.ts';
import { meteredLlm } from '../../../../host/metered-llm.ts';
import type { Envelope, ProposedFact } from '../../../../journal/fact.ts';
import type { Journal } from '../../../../journal/journal.ts';
import { modelCompactor } from '../../../../model/compaction/model-compactor.ts';
import type { Llm } from '../../../../model/llm.ts';
import type { PlannerConfig } from '../../../../planners/tasks/config.ts';
import type { Executor } from '../../../../planners/tasks/executors/executor.ts';
import type { AttachmentReader } from '../../../../planners/tasks/executors/material/attachment-content.ts';
import { namedExecutor } from '../../../../planners/tasks/executors/named-executor.ts';
import type { TasksModuleOptions } from '../../../../planners/tasks/module.ts';
import {
  EXECUTOR_NAMES,
  type ExecutorName,
  type ExecutorSettings,
} from '../../../../planners/tasks/run/kind-registry.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';

/** The options that choose executors. */
export interface ExecutorFlags {
  readonly executor: readonly string[];
  readonly allow: readonly string[];
  readonly mcp: readonly string[];
  readonly check: readonly string[];
  readonly instructions?: string;
  readonly profile?: string;
  readonly tokenBudget?: number;
  readonly timeout?: number;
  readonly allowPrivate?: boolean;
  readonly offline?: boolean;
}

/** The selected model, and the journal of its calls once there is one. */
interface PaidModel {
  readonly llm: Llm | undefined;
  readonly paidBy: () => Journal<Envelope> | undefined;
  /** Opens the model of a kind of tasks. */
  readonly open: OpenModel;
}

/** The kinds with executors even if they are not registered. */
const USUAL = ['Processing', 'ToolCall'];

/** The executors and reader for tasks; `close` releases them. */
interface Equipment {
  readonly options: Partial<TasksModuleOptions>;
  close(): Promise<void>;
}

/** The executors from the options and defaults: a model or you, and a shell if allowed. */
export async function equipmentFor(
  invocation: Invocation,
  flags: ExecutorFlags,
  model: PaidModel,
): Promise<Equipment> {
  const llm = model.llm && recorded(model.llm, model.paidBy, invocation);
  const closers: (() => Promise<void>)[] = [];
  const kinds = taskKindsFrom(invocation.env);
  const names = [...new Set([...USUAL, ...Object.keys(kinds)])];
  const chosen = chosenExecutors(flags, names);
  const readAttachment = await readerFor(flags);
  const created = new Map<string, Executor | undefined>();
  const executors: Record<string, Executor | undefined> = {};
  for (const kind of names) {
    const own = kinds[kind] ?? {};
    const name = chosen.get(kind) ?? own.executor ?? usualExecutor(kind, flags, llm);
    const settings = settingsFor(flags, own);
    const key = JSON.stringify([name, settings, own.model]);
    if (!created.has(key)) {
      const opened =
        own.model === undefined ? llm : recorded(model.open(own.model), model.paidBy, invocation);
      const materials = { ...settings, llm: opened, readAttachment, flags, invocation, closers };
      created.set(key, await executorFor(name, materials));
    }
    executors[kind] = created.get(key);
  }
  const { offline, allowPrivate = false, profile } = flags;
  const { acceptanceCheck } = await import('../../../../planners/tasks/executors/acceptance-check.ts');
  const shell = executors.ToolCall?.name === 'shell' ? executors.ToolCall : undefined;
  const { reachCheck } = await import('../../../../planners/tasks/executors/material/reach.ts');
  return {
    options: {
      executors,
      kinds: Object.fromEntries(
        Object.entries(kinds).map(([kind, { executor: _, ...rest }]) => [kind, rest]),
      ),
      env: invocation.env,
      ...(!offline && { checkAttachment: reachCheck({ allowPrivate, cwd: process.cwd() }) }),
      ...(llm && !llm.demo && { compactor: modelCompactor(llm, profile === undefined ? {} : { profile }) }),
      checkAcceptance: acceptanceCheck({ shell, llm }),
      config: configOf(flags),
    },
    async close() {
      for (const close of closers) await close();
    },
  };
}

function recorded(llm: Llm, paidBy: PaidModel['paidBy'], { clock }: Invocation): Llm {
  return {
    id: llm.id,
    demo: llm.demo,
    async generate(request) {
      const journal = paidBy();
      if (journal === undefined) return await llm.generate(request);
      const keeping = { attachments: journal.attachments, clock };
      const record = async (fact: ProposedFact) => void (await journal.append([fact]));
      return await meteredLlm(llm, 'tasks', { keeping, record }).generate(request);
    },
  };
}

function configOf({ instructions, profile, tokenBudget }: ExecutorFlags): PlannerConfig {
  return {
    ...(instructions !== undefined && { systemPrompt: instructions }),
    ...(profile !== undefined && { profile }),
    ...(tokenBudget !== undefined && { tokenBudget }),
  };
}

function usualExecutor(kind: string, { allow, mcp }: ExecutorFlags, llm: Llm | undefined): ExecutorName {
  if (kind === 'ToolCall' && allow.length > 0) return 'shell';
  if (kind === 'ToolCall' && mcp.length > 0) return 'mcp';
  return kind !== 'ToolCall' && llm ? 'model' : 'human';
}

/** The settings of a kind, with the options for all kinds as defaults. */
function settingsFor({ allow, mcp, check, timeout }: ExecutorFlags, own: ExecutorSettings): ExecutorSettings {
  return {
    allow: own.allow ?? allow,
    mcp: own.mcp ?? mcp,
    checks: own.checks ?? check,
    timeoutSeconds: own.timeoutSeconds ?? timeout,
  };
}

interface Materials extends ExecutorSettings {
  readonly llm: Llm | undefined;
  readonly readAttachment: AttachmentReader;
  readonly flags: ExecutorFlags;
  readonly invocation: Invocation;
  readonly closers: (() => Promise<void>)[];
}

async function executorFor(name: ExecutorName, materials: Materials): Promise<Executor | undefined> {
  const { llm, flags, invocation, closers, allow = [], mcp = [], ...rest } = materials;
  // A human task waits like any other item: asked at the terminal, or answered elsewhere.
  if (name === 'human') return undefined;
  if (name === 'model' && llm === undefined)
    throw missing('model', 'Name one with --model or WAYFOLD_MODEL; `offline` needs no key.');
  if (name === 'shell' && allow.length === 0)
    throw missing('shell', 'Allow the programs it may run: --allow npm --allow git');
  if (name === 'mcp' && mcp.length === 0)
    throw missing('mcp', 'Name a server: --mcp "npx some-server" or --mcp https://…');
  if (name === 'mcp') {
    // Connects at once, so that an unusable server is reported before anything starts.
    const { connectMcpExecutor } = await import('../../../../planners/tasks/executors/mcp/mcp.ts');
    const timeoutMs = rest.timeoutSeconds === undefined ? {} : { timeoutMs: rest.timeoutSeconds * 1000 };
    const executor = await connectMcpExecutor({ servers: mcp, ...timeoutMs, ...(llm && { llm }) });
    closers.push(() => executor.close());
    return executor;
  }
  return namedExecutor(name, {
    ...rest,
    allow,
    mcp,
    ...(llm && { llm }),
    config: configOf(flags),
    cwd: process.cwd(),
    env: invocation.env,
    allowPrivate: flags.allowPrivate,
  });
}

/** Reads files of the working directory, and links unless offline. */
async function readerFor({ offline = false, allowPrivate = false }: ExecutorFlags) {
  const { attachmentReader } = await import(
    '../../../../planners/tasks/executors/material/attachment-content.ts'
  );
  return attachmentReader({ cwd: process.cwd(), links: !offline, allowPrivate });
}

function chosenExecutors(
  { executor }: ExecutorFlags,
  known: readonly string[],
): ReadonlyMap<string, ExecutorName> {
  const chosen = new Map<string, ExecutorName>();
  for (const choice of executor) {
    const [first = '', second] = choice.split('=');
    const name = EXECUTOR_NAMES.find((each) => each === (second ?? first));
    const kinds =
      second === undefined ? known : known.filter((kind) => kind.toLowerCase() === first.toLowerCase());
    if (name === undefined || kinds.length === 0) throw unknownExecutor(choice, known);
    for (const kind of kinds) chosen.set(kind, name);
  }
  return chosen;
}

function unknownExecutor(choice: string, kinds: readonly string[]): CliError {
  return new CliError('usage', {
    expected: `--executor to be one of ${EXECUTOR_NAMES.join(', ')}, or KIND=NAME with ${kinds.join(' or ')} as the kind`,
    actual: JSON.stringify(choice),
    fix: 'For example --executor echo, or --executor ToolCall=shell.',
  });
}

function missing(name: ExecutorName, fix: string): CliError {
  return new CliError('usage', {
    summary: `The executor ${name} is not set up.`,
    fix,
  });
}
