import { z } from 'zod';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { inputSchemaOf } from './command-schema.ts';
import { SESSION_COMMANDS, sessionCommandsOf } from './commands.ts';

/** A command as surfaces offer it. */
export const CommandDescription = z.strictObject({
  type: z.string(),
  title: z.string(),
  description: z.string().exactOptional(),
  confirm: z.boolean().exactOptional().describe('Ask a person for confirmation first.'),
  hidden: z
    .boolean()
    .exactOptional()
    .describe('Not offered on its own; only options and actions contain it.'),
  input: z.looseObject({}).describe('The JSON Schema of its input.'),
});

/** See the schema {@link CommandDescription}. */
export type CommandDescription = Readonly<z.infer<typeof CommandDescription>>;

const known = new WeakMap<PlannerModule, readonly CommandDescription[]>();

/** All of a planner's own commands, including those that only options and actions contain, for their forms. */
export function describeAllCommands(module: PlannerModule): readonly CommandDescription[] {
  const before = known.get(module);
  if (before) return before;
  const described = Object.entries(module.commands).map(
    ([type, { title, description, confirm, hidden, input }]) => ({
      type,
      title,
      ...(description !== undefined && { description }),
      ...(confirm && { confirm }),
      ...(hidden && { hidden }),
      input: inputSchemaOf(input),
    }),
  );
  known.set(module, described);
  return described;
}

/** A planner's own commands for people. */
export function describeCommands(module: PlannerModule): readonly CommandDescription[] {
  return describeAllCommands(module).filter(({ hidden }) => !hidden);
}

/** The commands that every session of a planner takes besides its own. */
export function describeSessionCommands(module: PlannerModule): readonly CommandDescription[] {
  return sessionCommandsOf(module).map((type) => {
    const schema = SESSION_COMMANDS[type];
    const { description } = schema;
    return {
      type,
      title: `${type.charAt(0).toUpperCase()}${type.slice(1)}`,
      ...(description !== undefined && { description }),
      input: inputSchemaOf(schema),
    };
  });
}
