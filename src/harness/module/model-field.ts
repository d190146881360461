import { z } from 'zod';
import { ModelError } from '../../model/error.ts';
import type { Llm } from '../../model/llm.ts';
import { ConfigError } from '../error.ts';
import type { ConfigCheckContext } from '../planner.ts';
import type { PlannerModule } from './planner-module.ts';

/** The default model, and a way to open others by name. */
export type ModelNames = Pick<Llm, 'id' | 'named'>;

/** What is wrong with the name of a model in a setup; `undefined` if nothing, or if it cannot be checked here. */
export function modelProblem(name: unknown, models: ModelNames | undefined): string | undefined {
  if (typeof name !== 'string' || name.trim() === '' || models?.named === undefined) return undefined;
  try {
    models.named(name.trim());
    return undefined;
  } catch (error) {
    if (error instanceof ModelError) return `${error.summary} ${error.fix}`;
    throw error;
  }
}

/** Throws a {@link ConfigError} if a config names a model that cannot be used here. */
export function checkModels(
  { config: schema, title }: Pick<PlannerModule, 'config' | 'title'>,
  config: Readonly<Record<string, unknown>>,
  models: ModelNames | undefined,
): void {
  const reasons = Object.fromEntries(
    Object.entries(schema.shape).flatMap(([key, field]) => {
      const problem = isModelField(field) ? modelProblem(config[key], models) : undefined;
      return problem === undefined ? [] : [[key, problem]];
    }),
  );
  if (Object.keys(reasons).length === 0) return;
  throw new ConfigError('config-invalid', {
    summary: `The setup of ${title} is not valid: ${Object.values(reasons).join(' ')}`,
    fix: 'Nothing was applied. Name another model, or leave the field empty to use the default.',
    reasons,
  });
}

/** The models in a config that their providers do not have, one sentence each, where that can be checked for free. */
export async function missingModels(
  { config: schema }: Pick<PlannerModule, 'config'>,
  config: unknown,
  { llm, signal, note }: ConfigCheckContext,
): Promise<Readonly<Record<string, string>>> {
  const problems: Record<string, string> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const name: unknown = Object(config)[key];
    if (!isModelField(field) || typeof name !== 'string' || name.trim() === '') continue;
    // The form reports a name of no model.
    if (modelProblem(name, llm) !== undefined) continue;
    const check = await llm?.named?.(name.trim()).check?.(signal);
    if (check?.type === 'missing') problems[key] = check.problem;
    if (check?.type === 'unchecked')
      note?.(key, `Whether there is such a model could not be checked. ${check.reason}`);
  }
  return problems;
}

/** Whether a config may name a model. */
export function namesModels({ config }: Pick<PlannerModule, 'config'>): boolean {
  return Object.values(config.shape).some(isModelField);
}

function isModelField(field: unknown): boolean {
  return z.toJSONSchema(field as z.ZodType, { io: 'input', unrepresentable: 'any' }).model === true;
}
