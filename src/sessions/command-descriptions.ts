import type { PlannerModule } from '../harness/module/planner-module.ts';
import { inputSchemaOf } from './command-schema.ts';
import { SESSION_COMMANDS, sessionCommandsOf } from './commands.ts';

/** A command as surfaces offer it. */
export interface CommandDescription {
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  /** Ask a person before it is done. */
  readonly confirm?: boolean;
  /** The JSON Schema of its input. */
  readonly input: object;
}

const known = new WeakMap<PlannerModule, readonly CommandDescription[]>();

/** The commands of a planner's own that people may give. */
export function describeCommands(module: PlannerModule): readonly CommandDescription[] {
  const before = known.get(module);
  if (before) return before;
  const described = Object.entries(module.commands).flatMap(
    ([type, { title, description, confirm, hidden, input }]) =>
      hidden
        ? []
        : [
            {
              type,
              title,
              ...(description !== undefined && { description }),
              ...(confirm && { confirm }),
              input: inputSchemaOf(input),
            },
          ],
  );
  known.set(module, described);
  return described;
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
