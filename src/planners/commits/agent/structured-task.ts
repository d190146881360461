import type { StructuredAgentTask } from '../../../machine/agents/agent-backend.ts';
import { STRICT_PLANNING_SCHEMA } from '../plan/strict-schema.ts';
import type { ValidationMode } from '../plan/validation-mode.ts';

/** How a prompt requests the answer. */
export type AnswerForm =
  | { readonly schemaMode: 'none' | 'native' }
  | { readonly schemaMode: 'prompt'; readonly schema: Readonly<Record<string, unknown>> };

/** Builds a task: the mode and the backend's capabilities decide which form of the schema goes where. */
export function buildStructuredAgentTask({
  name,
  schema,
  strictSchema = STRICT_PLANNING_SCHEMA,
  mode,
  nativeSchema,
  render,
}: {
  readonly name: string;
  /** The schema for the prompt. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The schema for native support. */
  readonly strictSchema?: Readonly<Record<string, unknown>>;
  readonly mode: ValidationMode;
  readonly nativeSchema: boolean;
  /** Renders the prompt. If the mode is `prompt`, it must contain the schema. */
  readonly render: (answer: AnswerForm) => string;
}): StructuredAgentTask {
  if (mode === 'none') return { name, prompt: render({ schemaMode: 'none' }), schemaMode: 'none' };
  return nativeSchema
    ? { name, prompt: render({ schemaMode: 'native' }), schema: strictSchema, schemaMode: 'native' }
    : { name, prompt: render({ schemaMode: 'prompt', schema }), schema, schemaMode: 'prompt' };
}
