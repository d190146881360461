import { z } from 'zod';
import { Scenario } from './file/scenario.ts';
import { CORE_TOOL_DESCRIPTIONS, CORE_TOOL_NAMES } from './turn/core-tools.ts';

/** The default number of decisions that a model makes in one pass. */
export const DEFAULT_INLINE_STEPS = 20;

const MAX_INLINE_STEPS = 50;
const MAX_INSTRUCTIONS_LENGTH = 8000;
const MAX_MODEL_LENGTH = 200;

/** The part of a setup that fits into a link: the address of the scenario, and the choices. */
export const ScenarioSeed = z.strictObject({
  scenarioUrl: z.string().trim().max(4096).default('').meta({
    title: 'Scenario',
    placeholder: 'https://…/scenario.json',
    description: 'The address of a scenario file, or sha256: and the hash of one that was uploaded.',
  }),
  /** Default: the first agent of the scenario. */
  myAgentId: z.string().max(128).exactOptional().meta({ title: 'My side', select: true, ownSide: true }),
  /** Default: all tools of the agent. */
  enabledTools: z
    .array(z.string().max(64))
    .max(50)
    .readonly()
    .exactOptional()
    .meta({ title: 'Tools', select: true }),
  enabledCoreTools: z
    .array(z.enum(CORE_TOOL_NAMES))
    .readonly()
    .default(CORE_TOOL_NAMES)
    .meta({
      title: 'Built-in tools',
      labels: Object.fromEntries(
        CORE_TOOL_NAMES.map((name) => [name, `${name}: ${CORE_TOOL_DESCRIPTIONS[name]}`]),
      ),
    }),
  maxInlineSteps: z.int().min(1).max(MAX_INLINE_STEPS).default(DEFAULT_INLINE_STEPS).meta({
    title: 'Steps',
    description: 'The maximum number of decisions of the model in one turn.',
  }),
  confirmCommitments: z
    .enum(['supervised', 'always', 'never'])
    .default('supervised')
    .meta({
      title: 'Before a tool that commits your side',
      description: 'Whether to ask you before a tool ends the conversation with an agreement.',
      labels: {
        supervised: 'Ask me, unless drafts are sent automatically',
        always: 'Always ask me',
        never: 'Do not ask',
      },
    }),
  instructions: z
    .string()
    .max(MAX_INSTRUCTIONS_LENGTH, `At most ${MAX_INSTRUCTIONS_LENGTH} characters.`)
    .default('')
    .meta({
      title: 'Instructions',
      description: 'Instructions for the model besides the scenario.',
      multiline: true,
    }),
  model: z.string().trim().max(MAX_MODEL_LENGTH, `At most ${MAX_MODEL_LENGTH} characters.`).default('').meta({
    title: 'Model',
    description:
      'Such as offline or anthropic/claude-sonnet-5-5; empty for the default. Keys come from the environment.',
    model: true,
  }),
});

/** See the schema {@link ScenarioSeed}. */
export type ScenarioSeed = Readonly<z.input<typeof ScenarioSeed>>;

/** The setup, with the scenario itself once it is loaded, as a journal records it. Without secrets. */
export const ScenarioConfig = ScenarioSeed.extend({ resolvedScenario: Scenario.exactOptional() });

/** See the schema {@link ScenarioConfig}. */
export type ScenarioConfig = Readonly<z.output<typeof ScenarioConfig>>;

/** The default config. */
export const DEFAULT_SCENARIO_CONFIG: Omit<ScenarioConfig, 'resolvedScenario'> = ScenarioSeed.parse({});
