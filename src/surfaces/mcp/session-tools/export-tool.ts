import { z } from 'zod';
import { type PlannerTool, plannerTool, READING_HINTS } from '../planner-tool.ts';
import { SessionId } from './command-input.ts';
import type { SessionCalls } from './session-calls.ts';
import { toolName } from './tool-name.ts';

/** The tool that exports a session as a file; none if its planner has no exports. */
export function exportTools(calls: SessionCalls): readonly PlannerTool[] {
  const { module } = calls.sessions;
  const [first, ...others] = Object.keys(module.exports);
  // A command of the planner may have this name.
  if (first === undefined || Object.hasOwn(module.commands, 'export')) return [];
  const { fieldOfCode, currentState } = calls.refusals;
  return [
    plannerTool({
      fieldOfCode: { ...fieldOfCode, 'invalid-command': 'options' },
      currentState,
      name: toolName(module, 'export'),
      title: `Export a session of ${module.title}`,
      description: `Export a session of ${module.title} as a file.`,
      inputSchema: z.strictObject({
        session: SessionId,
        format: z.enum([first, ...others]),
        options: z.record(z.string(), z.unknown()).optional().describe('The options of the format.'),
      }),
      outputSchema: z.strictObject({
        session: z.string().optional(),
        version: z.int().optional(),
        name: z.string().optional(),
        mime_type: z.string().optional(),
        content: z.string().optional(),
      }),
      hints: READING_HINTS,
      call: async (input) => {
        const { format, options = {}, session } = input;
        const { version, file } = await calls.file(input, { format, options });
        const { name, mediaType, text } = file;
        return { session, version, name, mime_type: mediaType, content: text, message: text };
      },
    }),
  ];
}
