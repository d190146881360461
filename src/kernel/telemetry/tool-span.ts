import { failSpan, inSpan } from './spans.ts';

/** A tool that is called. Its name is one of few: no argument stands in it. */
export interface CalledTool {
  readonly name: string;
  /** As the GenAI conventions have it: `extension` for one that another program offers. */
  readonly type: 'function' | 'extension';
}

/** One call of a tool as a span `execute_tool {tool}`. `failureOf` tells which kind of failure a result stands for. */
export async function toolSpan<Result>(
  { name, type }: CalledTool,
  call: () => Promise<Result>,
  failureOf: (result: Result) => string | undefined,
): Promise<Result> {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.type': type,
  };
  return await inSpan(`execute_tool ${name}`, { attributes }, async (span) => {
    const result = await call();
    const failure = failureOf(result);
    if (failure !== undefined) failSpan(span, failure);
    return result;
  });
}
