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
}, 'must have no user and password in it');

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
  seconds: Amount.exactOptional().describe('Time that work was under way.'),
});

const EXECUTORS = ['model', 'shell', 'http', 'mcp', 'human', 'echo', ...CODING_AGENTS] as const;

const TaskKindName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'must be 1 to 40 letters and digits')
  .refine((name) => name !== 'Clarification', 'must not be Clarification, which a person always answers');

const TaskKind = z.strictObject({
  description: Text.exactOptional().describe('What it is for: a model that plans is told so.'),
  executor: z.enum(EXECUTORS).exactOptional().describe('Who carries out tasks of this kind; default model.'),
  model: Text.exactOptional().describe('The model that does, in the place of the usual one.'),
  attempts: z.int().min(1).max(100).exactOptional().describe('How often one is tried that fails in passing.'),
  tokenBudget: z.int().min(0).exactOptional().describe('Tokens of finished work that one is told.'),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .exactOptional()
    .describe('For a command, a request or an agent.'),
  allow: z.array(Text).exactOptional().describe('Programs that shell may run.'),
  mcp: z.array(Text).exactOptional().describe('Servers of mcp: URLs, or command lines.'),
  checks: z.array(Text).exactOptional().describe('Commands that check the change of a coding agent.'),
});

/** The schema of `wayfold.config.json`. It has no secrets: keys and tokens come from the environment. */
export const Configuration = z.strictObject({
  $schema: z.string().exactOptional().describe('For editors: where the schema of this file is.'),
  data: Text.exactOptional().describe(
    'The data directory. In the file, a relative one is relative to the file.',
  ),
  store: StoreUrl.exactOptional().describe('A PostgreSQL to use instead of the data directory.'),
  host: Text.exactOptional().describe('The address that the server listens on.'),
  port: z.int().min(0).max(65_535).exactOptional().describe('Its port; 0 takes any free one.'),
  publicUrl: HttpUrl.exactOptional().describe('The address of the server for others, behind a proxy.'),
  trustedProxies: Text.refine(areAddressRanges, 'must be addresses like 127.0.0.1, 10.0.0.0/8')
    .exactOptional()
    .describe('Proxies in front of the server that may say in X-Forwarded-For whom they ask for.'),
  plan: PlanName.exactOptional().describe(
    'The plan that is meant where none is named; @branch for one a branch.',
  ),
  model: Text.exactOptional().describe('The usual language model: one of `models`, or as they name it.'),
  models: z
    .record(
      ModelName,
      Text.refine(isModelSpec, 'must be a model such as anthropic/MODEL, ollama/MODEL or a URL with #MODEL'),
    )
    .exactOptional()
    .describe('Names of models, to use wherever a model is named.'),
  planners: z
    .array(Text)
    .max(100)
    .exactOptional()
    .describe(
      'Planner modules of your own: paths of files, relative to this file, or npm:NAME for installed packages.',
    ),
  taskKinds: z
    .record(TaskKindName, TaskKind)
    .exactOptional()
    .describe('Kinds of tasks beside Processing and ToolCall, or who carries those out.'),
  limits: z
    .strictObject({ session: Limits.exactOptional(), total: Limits.exactOptional() })
    .exactOptional()
    .describe('How much may be spent in each session, and in all together. What is used up pauses.'),
  map: z
    .strictObject({
      tiles: HttpUrl.refine(
        (address) => ['{z}', '{x}', '{y}'].every((part) => address.includes(part)),
        'an address with {z}, {x} and {y} in it',
      )
        .exactOptional()
        .describe(
          'Map tiles that the page draws instead of its own map, with {z}, {x} and {y} in the address.',
        ),
      attribution: z.string().max(200).exactOptional().describe('Who the tiles come from.'),
    })
    .exactOptional(),
  webhook: z
    .strictObject({ url: HttpUrl.describe('Told of everything new that waits for a person.') })
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
