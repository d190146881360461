import { z } from 'zod';
import { CODING_AGENTS } from '../../machine/agents/agent-names.ts';
import { isPlanId } from '../../plan-tools/plan/plan-id.ts';
import { areAddressRanges } from './address-range.ts';

const Text = z.string().trim().min(1);
const Amount = z.number().positive();

/** Whether a text is a full model name. */
function isModelSpec(text: string): boolean {
  return text === 'offline' || text.includes('/');
}

const ModelName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 letters, digits, ".", "_" or "-"')
  .refine((name) => name !== 'offline', 'must not be offline, which is a model itself');

const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).refine((text) => {
  const url = URL.parse(text);
  return url?.username === '' && url.password === '';
}, 'must not contain a user or a password');

const StoreUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be a URL like postgres://user@host/database')
  .refine((text) => URL.canParse(text), 'must be a URL like postgres://user@host/database');

const PlanName = z
  .string()
  .trim()
  .refine((name) => name === '@branch' || isPlanId(name), 'must be the id of a plan, or @branch');

const Limits = z.strictObject({
  tokens: z.int().positive().exactOptional().describe('Tokens of language models, in and out.'),
  usd: Amount.exactOptional().describe('US dollars, as far as the prices of the models are known.'),
  seconds: Amount.exactOptional().describe('Working time.'),
});

const EXECUTORS = ['model', 'shell', 'http', 'mcp', 'human', 'echo', ...CODING_AGENTS] as const;

const TaskKindName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'must be 1 to 40 letters and digits')
  .refine((name) => name !== 'Clarification', 'must not be Clarification, which a person always answers');

const TaskKind = z.strictObject({
  description: Text.exactOptional().describe('What it is for; shown to a model that plans.'),
  executor: z.enum(EXECUTORS).exactOptional().describe('Who carries out tasks of this kind; default model.'),
  model: Text.exactOptional().describe('The model to use instead of the default.'),
  attempts: z
    .int()
    .min(1)
    .max(100)
    .exactOptional()
    .describe('How often a task is tried that fails temporarily.'),
  tokenBudget: z.int().min(0).exactOptional().describe('How many tokens of finished work a task sees.'),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .exactOptional()
    .describe('For a command, a request or an agent.'),
  allow: z.array(Text).exactOptional().describe('Programs that shell may run.'),
  mcp: z.array(Text).exactOptional().describe('MCP servers: URLs, or command lines.'),
  checks: z.array(Text).exactOptional().describe('Commands that check a change by a coding agent.'),
});

/** The schema of `wayfold.config.json`. It has no secrets: keys and tokens come from the environment. */
export const Configuration = z.strictObject({
  $schema: z.string().exactOptional().describe('For editors: the address of the schema of this file.'),
  data: Text.exactOptional().describe(
    'The data directory. In the file, a relative one is relative to the file.',
  ),
  store: StoreUrl.exactOptional().describe('A PostgreSQL to use instead of the data directory.'),
  host: Text.exactOptional().describe('The address that the server listens on.'),
  port: z.int().min(0).max(65_535).exactOptional().describe('Its port; 0 uses any free one.'),
  publicUrl: HttpUrl.exactOptional().describe('The address of the server for others, behind a proxy.'),
  trustedProxies: Text.refine(areAddressRanges, 'must be addresses like 127.0.0.1, 10.0.0.0/8')
    .exactOptional()
    .describe('Proxies in front of the server whose X-Forwarded-For headers are trusted.'),
  plan: PlanName.exactOptional().describe('The default plan; @branch for one plan per branch.'),
  model: Text.exactOptional().describe(
    'The default language model: a key of `models`, or the name of a model.',
  ),
  models: z
    .record(
      ModelName,
      Text.refine(isModelSpec, 'must be a model such as anthropic/MODEL, ollama/MODEL or a URL with #MODEL'),
    )
    .exactOptional()
    .describe('Your own names for models, to use wherever a model is named.'),
  planners: z
    .array(Text)
    .max(100)
    .exactOptional()
    .describe(
      'Your own planner modules: file paths, relative to this file, or npm:NAME for installed packages.',
    ),
  taskKinds: z
    .record(TaskKindName, TaskKind)
    .exactOptional()
    .describe('Task kinds in addition to Processing and ToolCall, or executors for those two.'),
  limits: z
    .strictObject({ session: Limits.exactOptional(), total: Limits.exactOptional() })
    .exactOptional()
    .describe('Budgets for each session, and for all together. Reaching one pauses work.'),
  map: z
    .strictObject({
      tiles: HttpUrl.refine(
        (address) => ['{z}', '{x}', '{y}'].every((part) => address.includes(part)),
        'an address with {z}, {x} and {y} in it',
      )
        .exactOptional()
        .describe('Tiles for the map of the page, with {z}, {x} and {y} in the URL.'),
      attribution: z.string().max(200).exactOptional().describe('The source of the tiles.'),
    })
    .exactOptional(),
  webhook: z
    .strictObject({ url: HttpUrl.describe('Called for every new item that needs a person.') })
    .exactOptional(),
  logLevel: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .exactOptional()
    .describe('How much the server logs.'),
  telemetry: z
    .strictObject({ endpoint: HttpUrl.describe('An OpenTelemetry collector that speaks OTLP over HTTP.') })
    .exactOptional(),
});

/** See the schema {@link Configuration}. */
export type Configuration = Readonly<z.infer<typeof Configuration>>;

/** The JSON Schema of `wayfold.config.json`. */
export function configurationSchema(): Readonly<Record<string, unknown>> {
  return { title: 'wayfold.config.json', ...z.toJSONSchema(Configuration, { io: 'input' }) };
}
