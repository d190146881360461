import { toolSpan } from '../../../kernel/telemetry/tool-span.ts';
import { FetchError } from '../../../machine/error.ts';
import { type GuardedFetchOptions, guardedFetch } from '../../../machine/guarded-fetch.ts';
import { linksIn } from '../parse/spans/attachments.ts';
import { type ExecutableTask, type ExecutionOutcome, type Executor, failureOf } from './executor.ts';
import { lastAnswer } from './last-answer.ts';
import { resourceText } from './material/resource-text.ts';

/** Limits on fetching. */
export type HttpExecutorOptions = Pick<GuardedFetchOptions, 'allowPrivate' | 'timeoutMs' | 'maxBytes'>;

const TOOL = { name: 'http', type: 'function' } as const;

/**
 * Fetches the links of a task and returns their text: HTML without markup, other text unchanged, and the type and size
 * of other content. If a link cannot be fetched, the task fails.
 */
export function httpExecutor(options: HttpExecutorOptions = {}): Executor {
  return {
    name: 'http',
    async execute(task, { signal, progress }) {
      const links = linksOf(task);
      if (links.length === 0)
        return {
          type: 'needs-clarification',
          question: 'Which address should be fetched? The task names none.',
        };
      const outcomes: ExecutionOutcome[] = [];
      for (const link of links) {
        progress(`GET ${link}`);
        outcomes.push(await toolSpan(TOOL, () => outcomeOf(link, { ...options, signal }), failureOf));
      }
      return together(outcomes);
    },
  };
}

/** A person's answer replaces links that could not be fetched. */
function linksOf(task: ExecutableTask): string[] {
  const answered = valuesOf(linksIn(lastAnswer(task) ?? ''));
  if (answered.length > 0) return answered;
  const read = valuesOf(task.attachments.filter(({ mentioned }) => !mentioned));
  return read.length > 0 ? read : valuesOf(task.attachments);
}

function valuesOf(attachments: ExecutableTask['attachments']): string[] {
  return attachments
    .filter(({ kind: { type, value } }) => type === 'Link' || /^https?:/i.test(value))
    .map(({ kind: { value } }) => (/^www\./i.test(value) ? `https://${value}` : value));
}

async function outcomeOf(link: string, options: GuardedFetchOptions): Promise<ExecutionOutcome> {
  try {
    const fetched = await guardedFetch(link, options);
    const text = resourceText(fetched);
    return fetched.status < 400
      ? { type: 'completed', result: text }
      : { type: 'failed', error: text, failureClass: statusClass(fetched.status) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return {
      type: 'failed',
      error: `${link} was not fetched. ${error.message}`,
      failureClass: classOf(error),
    };
  }
}

function together(outcomes: readonly ExecutionOutcome[]): ExecutionOutcome {
  const results = outcomes.flatMap((outcome) => (outcome.type === 'completed' ? [outcome.result] : []));
  const failures = outcomes.flatMap((outcome) => (outcome.type === 'failed' ? [outcome] : []));
  const [first] = failures;
  if (first === undefined) return { type: 'completed', result: results.join('\n\n') };
  const others = results.length === 0 ? [] : [`The other ${results.length} could be fetched.`];
  return { ...first, error: [...failures.map(({ error }) => error), ...others].join('\n\n') };
}

function statusClass(status: number): string {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 429) return 'rate-limited';
  return status === 408 || status >= 500 ? 'unavailable' : 'rejected';
}

function classOf({ code }: FetchError): string {
  if (code === 'fetch-refused') return 'forbidden';
  return code === 'fetch-timeout' ? 'timeout' : 'unavailable';
}
