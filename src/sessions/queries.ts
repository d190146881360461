import type { z } from 'zod';
import { awaitModule } from '../harness/module/module-failure.ts';
import type { Artifact, ModuleServices, PlannerModule } from '../harness/module/planner-module.ts';
import { ModuleSecrets } from '../harness/module/secret-field.ts';
import { llmWithoutSecrets } from '../harness/module/secret-planner.ts';
import type { Fact } from '../journal/fact.ts';
import type { JsonSchema } from '../plan-tools/calls/json-schema.ts';
import { inputSchemaOf } from './commands/command-schema.ts';
import { SessionsError } from './error.ts';
import type { OpenSession } from './open-session.ts';

/** A session as a file. */
export interface ExportedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

/** An export format of a planner, as surfaces offer it. */
export interface ExportDescription {
  readonly format: string;
  readonly title: string;
  readonly mediaType: string;
  /** The JSON Schema of the format's options; absent if it has none. */
  readonly input?: JsonSchema;
}

/** A planner's export formats. */
export function describeExports({ exports }: PlannerModule): readonly ExportDescription[] {
  return Object.entries(exports).map(([format, { title = format, mediaType, input }]) => ({
    format,
    title,
    mediaType,
    ...(input && { input: inputSchemaOf(input) }),
  }));
}

/** The result of one of the planner's queries. Nothing is changed. */
export async function runQuery(
  session: OpenSession,
  { name, input, signal }: { readonly name: string; readonly input: unknown; readonly signal: AbortSignal },
): Promise<unknown> {
  const { module, at, config, loaded } = await session.view();
  const query = named(module, module.queries, { noun: 'query', name });
  const { journal, llm } = session;
  const secrets = new ModuleSecrets(module, session.readSecret);
  const services: ModuleServices = {
    llm: llmWithoutSecrets(llm, secrets),
    config: () => secrets.reveal(config),
    loaded: () => loaded,
    host: {
      readAttachment: (hash) => journal.attachments.get(hash),
      // Every fact has the fields of its payload, whatever the journal's types.
      facts: async (range) => (await journal.facts(range)) as unknown as readonly Fact[],
    },
    hud: () => {},
    signal,
  };
  const asked = parsed(query.input, input, name);
  return await awaitModule(module, `queries.${name}.run`, () =>
    secrets.concealed(() => query.run(at, asked, services)),
  );
}

/** A session as a file in one of its planner's export formats. */
export async function exportFile(
  session: OpenSession,
  {
    format,
    input,
    at,
  }: { readonly format: string; readonly input: unknown; readonly at?: number | undefined },
): Promise<ExportedFile> {
  const view = await session.view(at);
  const type = named(view.module, view.module.exports, { noun: 'export format', name: format });
  const asked = type.input ? parsed(type.input, input, format) : {};
  const text = await awaitModule(view.module, `exports.${format}.write`, () => type.write(view.at, asked));
  return { name: `${session.id.replaceAll(':', '-')}.${format}`, mediaType: type.mediaType, text };
}

/** One of the planner's artifacts as a file. */
export async function artifactFile(
  session: OpenSession,
  { id, at }: { readonly id: string; readonly at?: number | undefined },
): Promise<ExportedFile> {
  const view = await session.view(at);
  const artifact = view.artifacts.find((each) => each.id === id);
  if (artifact) return fileOf(artifact);
  throw new SessionsError('no-artifact', {
    summary: `${view.module.title} had no artifact "${id}" in this session at that moment.`,
    fix: 'List its artifacts, and choose one of them.',
  });
}

/** An artifact as a file that can be saved. */
function fileOf({ name, json, text, mediaType }: Artifact): ExportedFile {
  if (text !== undefined) return { name, mediaType: mediaType ?? 'text/plain', text };
  const file = /\.\w{1,10}$/.test(name) ? name : `${name}.json`;
  return { name: file, mediaType: 'application/json', text: `${JSON.stringify(json ?? null, null, 2)}\n` };
}

function named<Type>(
  { title }: PlannerModule,
  all: Readonly<Record<string, Type>>,
  { noun, name }: { readonly noun: string; readonly name: string },
): Type {
  const wanted = Object.hasOwn(all, name) ? all[name] : undefined;
  if (wanted !== undefined) return wanted;
  const known = Object.keys(all).join(', ') || 'none';
  throw new SessionsError('invalid-command', {
    summary: `${title} has no ${noun} "${name}". It has: ${known}.`,
    fix: 'Choose one of these.',
  });
}

function parsed(schema: z.ZodType, input: unknown, name: string): unknown {
  const { success, data, error } = schema.safeParse(input ?? {});
  if (success) return data;
  const reasons = error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
  throw new SessionsError('invalid-command', {
    summary: `The input of "${name}" is not valid: ${reasons.join('; ')}.`,
    fix: 'Correct these fields and ask again.',
  });
}
