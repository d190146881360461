import { z } from 'zod';
import { inputJsonSchema } from '../../../plan-tools/calls/json-schema.ts';
import { Seed, Title } from '../../../sessions/commands/commands.ts';
import { titleFromText } from '../../../sessions/title-from-text.ts';
import { checkedInput, textInput } from '../input-check.ts';
import { PLANNING_HINTS, type PlannerTool } from '../planner-tool.ts';
import { SessionId } from './command-input.ts';
import { SessionAnswer } from './session-answer.ts';
import type { SessionCalls } from './session-calls.ts';
import { toolName } from './tool-name.ts';

const MAX_TEXT_LENGTH = 200_000;

/** The tool that starts a session of a planner with its setup and runs it on the first message. */
export function startTool(calls: SessionCalls): PlannerTool {
  const { sessions } = calls;
  const { module } = sessions;
  const needsConfig = !module.config.safeParse({}).success;
  const input = INPUTS[module.talks];
  const config = needsConfig ? module.config : module.config.optional();
  return {
    ...calls.refusals,
    name: toolName(module, 'start'),
    title: `Start a session of ${module.title}`,
    description: `${module.description} Starts a session and returns its id.`,
    inputSchema: inputJsonSchema(input.extend({ config: config.describe('The setup of the planner.') })),
    outputSchema: z.strictObject(SessionAnswer),
    hints: PLANNING_HINTS,
    opensApp: true,
    call: async (given, by) => {
      const { text, id, ...named }: z.infer<typeof Told> = checkedInput(input, given);
      const session = await sessions.sessions.create({
        planner: module.id,
        config: {},
        title: titleFromText(module, text),
        ...named,
        ...(id !== undefined && { id }),
        by,
      });
      return await sessions.inTurn(session.id, async () => {
        const { head } = await session.view();
        if (text === undefined) return calls.answer(await sessions.rested(session, { facts: [], head }));
        const type = module.talks === 'agent' ? 'receive' : 'say';
        return calls.answer(await sessions.turn(session, { type, text }, { by }));
      });
    },
  };
}

const Named = z.strictObject({
  title: Title.optional().describe('The title of the session.'),
  id: SessionId.refine((id) => !id.startsWith('wayfold:'), 'Id must not begin with wayfold:.')
    .optional()
    .describe('An id for the session. Leave it out to get a new one.'),
  // Validated by the planner, which may have to load linked files.
  config: Seed.optional(),
});

const Told = z.strictObject({
  text: textInput('Text', MAX_TEXT_LENGTH, 'What the user wants, in their words.').optional(),
  ...Named.shape,
});

const Received = Told.extend({
  text: textInput('Text', MAX_TEXT_LENGTH, 'What the other side said.').optional(),
});

const INPUTS = { person: Told, agent: Received, nobody: Named };
