import { z } from 'zod';
import { type PlannerTool, plannerTool, READS } from '../planner-tool.ts';
import { SessionId } from './command-input.ts';
import type { PlannerSessions } from './planner-sessions.ts';
import { toolName } from './tool-name.ts';

/** The tool that makes a file of a session; none where its planner exports nothing. */
export function exportTools(
  sessions: PlannerSessions,
  { fieldOfCode, standing }: Pick<PlannerTool, 'fieldOfCode' | 'standing'>,
): readonly PlannerTool[] {
  const { module } = sessions;
  const [first, ...others] = Object.keys(module.exports);
  // A command of the planner's own may have the name.
  if (first === undefined || Object.hasOwn(module.commands, 'export')) return [];
  const Format = z.enum([first, ...others]);
  return [
    plannerTool({
      fieldOfCode: { ...fieldOfCode, 'invalid-command': 'options' },
      ...(standing && { standing }),
      name: toolName(module, 'export'),
      title: `Export a session of ${module.title}`,
      description: `A session of ${module.title} as a file.`,
      inputSchema: z.strictObject({
        session: SessionId,
        format: Format,
        options: z.record(z.string(), z.unknown()).optional().describe('What the format needs to know.'),
      }),
      outputSchema: z.strictObject({
        session: z.string().optional(),
        version: z.int().optional(),
        name: z.string().optional(),
        mime_type: z.string().optional(),
        content: z.string().optional(),
      }),
      hints: READS,
      call: async ({ session: id, format, options = {} }) =>
        await sessions.inTurn(id, async () => {
          const session = await sessions.open(id);
          const { head } = await session.view();
          const { name, mediaType, text } = await session.exported(format, options, head);
          return { session: id, version: head, name, mime_type: mediaType, content: text, message: text };
        }),
    }),
  ];
}
