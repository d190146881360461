import { reportOf } from '../../journal/error.ts';
import { ModelError } from '../../model/error.ts';
import type { Llm } from '../../model/llm.ts';
import type { AgentBackend } from './agent-backend.ts';
import { AgentError } from './error.ts';

/** A language model called directly, without a coding agent: it sees the prompt, not the repository. */
export function modelBackend(llm: Llm): AgentBackend {
  return {
    name: 'model',
    nativeSchema: true,
    ...(llm.demo && { demo: true }),
    run: async ({ name, prompt, schema, schemaMode }, { signal }) => {
      const started = performance.now();
      try {
        const { text, usage } = await llm.generate({
          messages: [{ role: 'user', text: prompt }],
          ...(schemaMode === 'native' && schema !== undefined && { json: { name, schema } }),
          signal,
        });
        const durationSeconds = (performance.now() - started) / 1000;
        return { command: ['model', llm.id], stdout: text, stderr: '', durationSeconds, usage };
      } catch (error) {
        throw error instanceof ModelError ? agentError(error) : error;
      }
    },
  };
}

function agentError(error: ModelError): AgentError {
  const locked = error.code === 'model-unauthorized' || error.code === 'model-key-missing';
  return new AgentError(locked ? 'backend-not-logged-in' : 'backend-failed', {
    ...reportOf(error),
    cause: error,
  });
}
