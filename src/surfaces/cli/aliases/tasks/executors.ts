import { meteredLlm } from '../../../../host/metered-llm.ts';
import type { ProposedFact } from '../../../../journal/fact.ts';
import type { Journal } from '../../../../journal/journal.ts';
import type { Llm } from '../../../../model/llm.ts';
import { modelCompactor } from '../../../../model/model-compactor.ts';
import { openModel } from '../../../../model/open-model.ts';
import type { AttachmentCheck } from '../../../../planners/tasks/attachment-check.ts';
import type { PlannerConfig } from '../../../../planners/tasks/config.ts';
import { echoExecutor } from '../../../../planners/tasks/executors/echo.ts';
import type { AskPerson, Executor } from '../../../../planners/tasks/executors/executor.ts';
import { humanExecutor } from '../../../../planners/tasks/executors/human.ts';
import { modelExecutor } from '../../../../planners/tasks/executors/model.ts';
import type { TaskRunnerOptions } from '../../../../planners/tasks/task-runner.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';
import type { RunCommandOptions } from './run.ts';

const NAMES = ['model', 'shell', 'http', 'mcp', 'human', 'echo'] as const;
type ExecutorName = (typeof NAMES)[number];

const HOW_TO_ANSWER = 'Say what came of it; "fail …" or "ask …" in front do just that.';

const KINDS = ['Processing', 'ToolCall'] as const;
type ExecutedKind = (typeof KINDS)[number];

/** The model that the command line or the environment names, if one does. */
export function modelOf({ model }: Pick<RunCommandOptions, 'model'>, { env }: Invocation): Llm | undefined {
  return model === undefined || model === '' ? undefined : openModel(model, { env });
}

/** Everything that tasks are carried out with, closed again with `close`. */
export interface Equipment {
  readonly options: Pick<TaskRunnerOptions, 'executors' | 'checkAttachment' | 'compactor' | 'config'>;
  close(): Promise<void>;
}

/**
 * What the command line chooses, and the defaults where it does not: a model or you, a shell where it is allowed. What
 * the model's answers take is recorded in the journal of the plan, once there is one.
 */
export async function equipmentFor(
  invocation: Invocation,
  options: RunCommandOptions,
  ask: AskPerson | undefined,
  paidBy: () => Journal | undefined,
): Promise<Equipment> {
  const opened = modelOf(options, invocation);
  const llm = opened && paidModel(opened, paidBy, invocation);
  const closers: (() => Promise<void>)[] = [];
  const made = new Map<ExecutorName, Promise<Executor | undefined>>();
  const executorOf = (name: ExecutorName): Promise<Executor | undefined> => {
    const known = made.get(name) ?? make(name, { invocation, options, ask, llm, closers });
    made.set(name, known);
    return known;
  };
  const chosen = chosenExecutors(options);
  const executors: { [Kind in ExecutedKind]?: Executor } = {};
  for (const kind of KINDS) {
    const executor = await executorOf(chosen.get(kind) ?? usualExecutor(kind, options, llm));
    if (executor) executors[kind] = executor;
  }
  const { offline, allowPrivate = false, profile } = options;
  return {
    options: {
      executors,
      ...(!offline && { checkAttachment: await reachCheckFor(allowPrivate) }),
      ...(llm && !llm.demo && { compactor: modelCompactor(llm, profile === undefined ? {} : { profile }) }),
      config: configOf(options),
    },
    async close() {
      for (const close of closers) await close();
    },
  };
}

function paidModel(llm: Llm, paidBy: () => Journal | undefined, { clock }: Invocation): Llm {
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

function configOf({ instructions, profile, tokenBudget }: RunCommandOptions): PlannerConfig {
  return {
    ...(instructions !== undefined && { systemPrompt: instructions }),
    ...(profile !== undefined && { profile }),
    ...(tokenBudget !== undefined && { tokenBudget }),
  };
}

async function reachCheckFor(allowPrivate: boolean): Promise<AttachmentCheck> {
  const { reachCheck } = await import('../../../../planners/tasks/executors/reach.ts');
  return reachCheck({ allowPrivate, cwd: process.cwd() });
}

function usualExecutor(
  kind: ExecutedKind,
  { allow, mcp }: RunCommandOptions,
  llm: Llm | undefined,
): ExecutorName {
  if (kind === 'ToolCall' && allow.length > 0) return 'shell';
  if (kind === 'ToolCall' && mcp.length > 0) return 'mcp';
  return kind === 'Processing' && llm ? 'model' : 'human';
}

interface Materials {
  readonly invocation: Invocation;
  readonly options: RunCommandOptions;
  readonly ask: AskPerson | undefined;
  readonly llm: Llm | undefined;
  readonly closers: (() => Promise<void>)[];
}

async function make(name: ExecutorName, materials: Materials): Promise<Executor | undefined> {
  const { invocation, options, ask, llm, closers } = materials;
  const timeoutMs = options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 };
  switch (name) {
    case 'echo':
      return echoExecutor;
    case 'human':
      // Without a person here the task waits for one elsewhere.
      return (
        ask && humanExecutor((task, context) => ask(`${context.taskId}  ${task}\n${HOW_TO_ANSWER}`, context))
      );
    case 'model':
      if (llm) return modelExecutor(llm, configOf(options));
      throw missing('model', 'Name one with --model or WAYFOLD_MODEL; `offline` needs no key.');
    case 'shell': {
      if (options.allow.length === 0)
        throw missing('shell', 'Allow the programs it may run: --allow npm --allow git');
      const { shellExecutor } = await import('../../../../planners/tasks/executors/shell.ts');
      return shellExecutor({ allow: options.allow, cwd: process.cwd(), env: invocation.env, ...timeoutMs });
    }
    case 'http': {
      const { httpExecutor } = await import('../../../../planners/tasks/executors/http.ts');
      return httpExecutor({ allowPrivate: options.allowPrivate ?? false, ...timeoutMs });
    }
    case 'mcp': {
      if (options.mcp.length === 0)
        throw missing('mcp', 'Name a server: --mcp "npx some-server" or --mcp https://…');
      const { connectMcpExecutor } = await import('../../../../planners/tasks/executors/mcp.ts');
      const executor = await connectMcpExecutor({ servers: options.mcp, ...timeoutMs, ...(llm && { llm }) });
      closers.push(() => executor.close());
      return executor;
    }
    default:
      return name satisfies never;
  }
}

function chosenExecutors({ executor }: RunCommandOptions): Map<ExecutedKind, ExecutorName> {
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
