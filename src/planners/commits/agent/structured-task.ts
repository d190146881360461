import type { StructuredAgentTask } from '../../../machine/agents/agent-backend.ts';
import { STRICT_PLANNING_SCHEMA } from '../plan/strict-schema.ts';
import type { ValidationMode } from '../plan/validation-mode.ts';

/** How a prompt asks for the answer. */
export type AnswerForm =
  | { readonly schemaMode: 'none' | 'native' }
  | { readonly schemaMode: 'prompt'; readonly schema: Readonly<Record<string, unknown>> };

/** Puts a task together: which form of the schema goes where depends on the mode and on what the backend can do. */
export function buildStructuredAgentTask({
  name,
  schema,
  strictSchema = STRICT_PLANNING_SCHEMA,
  mode,
  nativeSchema,
  render,
}: {
  readonly name: string;
  /** The schema as the prompt tells it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The schema as native support takes it. */
  readonly strictSchema?: Readonly<Record<string, unknown>>;
  readonly mode: ValidationMode;
  readonly nativeSchema: boolean;
  /** Renders the prompt. Where the mode is `prompt`, the schema is to be part of it. */
  readonly render: (answer: AnswerForm) => string;
}): StructuredAgentTask {
  if (mode === 'none') return { name, prompt: render({ schemaMode: 'none' }), schemaMode: 'none' };
  return nativeSchema
    ? { name, prompt: render({ schemaMode: 'native' }), schema: strictSchema, schemaMode: 'native' }
    : { name, prompt: render({ schemaMode: 'prompt', schema }), schema, schemaMode: 'prompt' };
}
