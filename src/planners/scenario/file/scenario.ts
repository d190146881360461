import { z } from 'zod';
import { Term } from '../bargaining/terms.ts';

const Text = z.string().max(20_000);
const Name = z.string().trim().min(1).max(200);

/** How a tool ends a conversation; the last three values occur in older scenarios. */
const ConversationEndStatus = z.enum([
  'completed',
  'failed',
  'canceled',
  'rejected',
  'success',
  'failure',
  'neutral',
]);

/** A tool of an agent. Nothing is called: a model invents the result, guided by `synthesisGuidance`. */
export const ScenarioTool = z.looseObject({
  toolName: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
      'must be a letter, then letters, digits, _ or -, at most 64 in all',
    ),
  description: Text.min(1).describe('What the tool does, for the agent that may call it.'),
  inputSchema: z
    .record(z.string(), z.unknown())
    .describe('A JSON Schema for the arguments, which are an object. References stay within it.'),
  synthesisGuidance: Text.describe('What comes of a call, for the model that makes it up.'),
  endsConversation: z.boolean().exactOptional().describe('A call leads to the last message.'),
  conversationEndStatus: ConversationEndStatus.exactOptional().describe(
    'How the conversation ends; completed unless told.',
  ),
});

/** See the schema {@link ScenarioTool}. */
export type ScenarioTool = Readonly<z.infer<typeof ScenarioTool>>;

/** One side of a scenario: an agent, and its principal. */
export const ScenarioAgent = z.looseObject({
  agentId: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'must be letters, digits, ., _ or -, at most 128'),
  principal: z.looseObject({
    type: z.enum(['individual', 'organization']),
    name: Name,
    description: Text,
  }),
  situation: Text.describe('What the agent knows about where it stands.'),
  systemPrompt: Text.describe('How the agent behaves.'),
  goals: z.array(Text.min(1)).max(50).readonly(),
  tools: z.array(ScenarioTool).max(50).readonly(),
  knowledgeBase: z
    .record(z.string(), z.unknown())
    .describe('What the agent knows, and what its tools can bring to light.'),
  terms: z
    .array(Term)
    .max(20)
    .readonly()
    .exactOptional()
    .describe(
      'What is bargained about, and how far this agent goes. The other side never learns its limits.',
    ),
  messageToUseWhenInitiatingConversation: Text.min(1)
    .exactOptional()
    .describe('The first message, word for word, when this agent begins.'),
});

/** See the schema {@link ScenarioAgent}. */
export type ScenarioAgent = Readonly<z.infer<typeof ScenarioAgent>>;

/** The topic of a conversation, and its agents with their goals, tools and knowledge. */
export const Scenario = z.looseObject({
  $schema: z.string().exactOptional(),
  metadata: z.looseObject({
    id: Name,
    title: Name,
    description: Text,
    tags: z.array(Name).max(50).readonly().exactOptional(),
    background: Text.exactOptional(),
    challenges: z.array(Text).max(50).readonly().exactOptional(),
  }),
  agents: z.array(ScenarioAgent).min(1).max(20).readonly(),
});

/** See the schema {@link Scenario}. */
export type Scenario = Readonly<z.infer<typeof Scenario>>;

/** The JSON Schema of a scenario file, for editors and for other programs. */
export const SCENARIO_SCHEMA: Readonly<Record<string, unknown>> = {
  ...z.toJSONSchema(Scenario, {
    io: 'input',
    // Read-only to this program, not to the author of the file.
    override({ jsonSchema }) {
      delete jsonSchema.readOnly;
    },
  }),
  title: 'Wayfold scenario, version 0.3',
};

/** The status of a conversation after the closing message of a tool that ends it. */
export function endStatusOf({
  conversationEndStatus = 'completed',
}: ScenarioTool): 'completed' | 'failed' | 'canceled' | 'rejected' {
  switch (conversationEndStatus) {
    case 'success':
    case 'neutral':
      return 'completed';
    case 'failure':
      return 'failed';
    default:
      return conversationEndStatus;
  }
}
