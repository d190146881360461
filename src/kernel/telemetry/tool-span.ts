import { failSpan, inSpan } from './spans.ts';

/** A tool that is called. Its name has low cardinality and contains no argument. */
export interface CalledTool {
  readonly name: string;
  /** As the GenAI conventions have it: `extension` for one that another program offers. */
  readonly type: 'function' | 'extension';
}

/** Runs a tool call in a span `execute_tool {tool}`. `failureOf` says which kind of failure a result is. */
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
