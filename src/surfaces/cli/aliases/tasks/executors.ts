import { meteredLlm } from '../../../../host/metered-llm.ts';
import type { Envelope, ProposedFact } from '../../../../journal/fact.ts';
import type { Journal } from '../../../../journal/journal.ts';
import type { Llm } from '../../../../model/llm.ts';
import { modelCompactor } from '../../../../model/model-compactor.ts';
import type { PlannerConfig } from '../../../../planners/tasks/config.ts';
import { echoExecutor } from '../../../../planners/tasks/executors/echo.ts';
import type { Executor } from '../../../../planners/tasks/executors/executor.ts';
import { modelExecutor } from '../../../../planners/tasks/executors/model.ts';
import type { TasksModuleOptions } from '../../../../planners/tasks/module.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';

/** Who carries tasks out, as the command line says it. */
export interface ExecutorFlags {
  readonly executor: readonly string[];
  readonly allow: readonly string[];
  readonly mcp: readonly string[];
  readonly instructions?: string;
  readonly profile?: string;
  readonly tokenBudget?: number;
  readonly timeout?: number;
  readonly allowPrivate?: boolean;
  readonly offline?: boolean;
}

/** The model that is named, and the journal that its answers are recorded in, once there is one. */
interface PaidModel {
  readonly llm: Llm | undefined;
  readonly paidBy: () => Journal<Envelope> | undefined;
}

const NAMES = ['model', 'shell', 'http', 'mcp', 'human', 'echo'] as const;
type ExecutorName = (typeof NAMES)[number];

const KINDS = ['Processing', 'ToolCall'] as const;
type ExecutedKind = (typeof KINDS)[number];

/** Everything that tasks are carried out with, closed again with `close`. */
interface Equipment {
  readonly options: Partial<TasksModuleOptions>;
  close(): Promise<void>;
}

/** What the command line chooses, and the defaults where it does not: a model or you, a shell where it is allowed. */
export async function equipmentFor(
  invocation: Invocation,
  flags: ExecutorFlags,
  model: PaidModel,
): Promise<Equipment> {
  const llm = model.llm && recorded(model.llm, model.paidBy, invocation);
  const closers: (() => Promise<void>)[] = [];
  const made = new Map<ExecutorName, Promise<Executor | undefined>>();
  const chosen = chosenExecutors(flags);
  const executors: { [Kind in ExecutedKind]?: Executor } = {};
  for (const kind of KINDS) {
    const name = chosen.get(kind) ?? usualExecutor(kind, flags, llm);
    const making = made.get(name) ?? make(name, { invocation, flags, llm, closers });
    made.set(name, making);
    const executor = await making;
    if (executor) executors[kind] = executor;
  }
  const { offline, allowPrivate = false, profile } = flags;
  const { acceptanceCheck } = await import('../../../../planners/tasks/executors/acceptance-check.ts');
  const shell = executors.ToolCall?.name === 'shell' ? executors.ToolCall : undefined;
  const { reachCheck } = await import('../../../../planners/tasks/executors/reach.ts');
  return {
    options: {
      executors,
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

function usualExecutor(
  kind: ExecutedKind,
  { allow, mcp }: ExecutorFlags,
  llm: Llm | undefined,
): ExecutorName {
  if (kind === 'ToolCall' && allow.length > 0) return 'shell';
  if (kind === 'ToolCall' && mcp.length > 0) return 'mcp';
  return kind === 'Processing' && llm ? 'model' : 'human';
}

interface Materials {
  readonly invocation: Invocation;
  readonly flags: ExecutorFlags;
  readonly llm: Llm | undefined;
  readonly closers: (() => Promise<void>)[];
}

async function make(name: ExecutorName, materials: Materials): Promise<Executor | undefined> {
  const { invocation, flags, llm, closers } = materials;
  const timeoutMs = flags.timeout === undefined ? {} : { timeoutMs: flags.timeout * 1000 };
  switch (name) {
    case 'echo':
      return echoExecutor;
    case 'human':
      // Like everything else that waits for somebody, it is asked for at the terminal or answered elsewhere.
      return undefined;
    case 'model':
      if (llm) return modelExecutor(llm, configOf(flags), { readAttachment: await readerFor(flags) });
      throw missing('model', 'Name one with --model or WAYFOLD_MODEL; `offline` needs no key.');
    case 'shell': {
      if (flags.allow.length === 0)
        throw missing('shell', 'Allow the programs it may run: --allow npm --allow git');
      const { shellExecutor } = await import('../../../../planners/tasks/executors/shell.ts');
      return shellExecutor({ allow: flags.allow, cwd: process.cwd(), env: invocation.env, ...timeoutMs });
    }
    case 'http': {
      const { httpExecutor } = await import('../../../../planners/tasks/executors/http.ts');
      return httpExecutor({ allowPrivate: flags.allowPrivate ?? false, ...timeoutMs });
    }
    case 'mcp': {
      if (flags.mcp.length === 0)
        throw missing('mcp', 'Name a server: --mcp "npx some-server" or --mcp https://…');
      const { connectMcpExecutor } = await import('../../../../planners/tasks/executors/mcp.ts');
      const executor = await connectMcpExecutor({ servers: flags.mcp, ...timeoutMs, ...(llm && { llm }) });
      closers.push(() => executor.close());
      return executor;
    }
    default:
      return name satisfies never;
  }
}

/** Files of the folder it runs in, and links unless it is to stay offline. */
async function readerFor({ offline = false, allowPrivate = false }: ExecutorFlags) {
  const { attachmentReader } = await import('../../../../planners/tasks/executors/attachment-content.ts');
  return attachmentReader({ cwd: process.cwd(), links: !offline, allowPrivate });
}

function chosenExecutors({ executor }: ExecutorFlags): Map<ExecutedKind, ExecutorName> {
  const chosen = new Map<ExecutedKind, ExecutorName>();
  for (const choice of executor) {
    const [first = '', second] = choice.split('=');
    const name = NAMES.find((each) => each === (second ?? first));
    const kinds =
      second === undefined ? KINDS : KINDS.filter((kind) => kind.toLowerCase() === first.toLowerCase());
    if (name === undefined || kinds.length === 0) throw unknownExecutor(choice);
    for (const kind of kinds) chosen.set(kind, name);
  }
  return chosen;
}

function unknownExecutor(choice: string): CliError {
  return new CliError('usage', {
    expected: `--executor to be one of ${NAMES.join(', ')}, or KIND=NAME with ${KINDS.join(' or ')} as the kind`,
    actual: JSON.stringify(choice),
    fix: 'For example --executor echo, or --executor ToolCall=shell.',
  });
}

function missing(name: ExecutorName, fix: string): CliError {
  return new CliError('usage', {
    expected: `what the executor ${name} needs`,
    actual: 'nothing of it',
    fix,
  });
}
