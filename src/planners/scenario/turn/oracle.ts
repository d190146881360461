import { z } from 'zod';
import type { ProposedConversationFact } from '../../../harness/facts.ts';
import { generateObject } from '../../../model/answers/generate-object.ts';
import type { Llm } from '../../../model/llm.ts';
import type { ScenarioTool } from '../file/scenario.ts';
import { oraclePrompt, type PromptMaterial } from './prompt.ts';
import type { TurnFiles } from './turn-files.ts';

/** The name of a call's result for {@link generateObject}. */
export const ORACLE = 'scenario_oracle';

const EXTENSIONS = {
  'text/markdown': 'md',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/json': 'json',
} as const;

const MimeType = z.enum(['text/markdown', 'text/plain', 'text/csv', 'application/json']);

const OracleDocument = z.object({
  name: z.string().trim().min(1).max(200),
  mimeType: MimeType.default('text/markdown').catch('text/markdown'),
  content: z.string().min(1).max(200_000),
});

/** The result of a call: documents, a value, or both. */
const OracleAnswer = z
  .object({
    documents: z.array(OracleDocument).max(8).exactOptional(),
    value: z.unknown(),
  })
  .partial()
  .refine(
    ({ documents = [], value }) => documents.length > 0 || value !== undefined,
    'either documents or a value must be there',
  );

type OracleDocument = z.infer<typeof OracleDocument>;

/** The result of a call, for the record, and its files. */
export interface SimulatedCall {
  readonly result: unknown;
  readonly added: readonly ProposedConversationFact[];
}

const PREVIEW = 500;

/** Lets a model invent the result of a call, and stores its documents as files. */
export async function simulateCall(
  { llm, signal }: { readonly llm: Llm; readonly signal: AbortSignal },
  {
    tool,
    args,
    callId,
    material,
    files,
  }: {
    readonly tool: ScenarioTool;
    readonly args: unknown;
    readonly callId: string;
    readonly material: PromptMaterial;
    readonly files: TurnFiles;
  },
): Promise<SimulatedCall> {
  const { value: answer } = await generateObject(llm, {
    ...oraclePrompt(material, tool, args),
    name: ORACLE,
    schema: OracleAnswer,
    signal,
  });
  const { documents = [], value } = answer;
  if (documents.length === 0) return { result: value, added: [] };
  const shared = value === undefined ? {} : { value };
  if (!files.canKeep) return { result: { documents, ...shared }, added: [] };
  const kept: { readonly result: unknown; readonly fact?: ProposedConversationFact }[] = [];
  for (const document of documents) {
    const { name, content, mimeType } = { ...document, name: fileName(document) };
    const bytes = new TextEncoder().encode(content);
    const { file, fact } = await files.keep({ name, mimeType, bytes }, callId);
    const result = { name: file.name, mimeType, size: file.size, begins: content.slice(0, PREVIEW) };
    kept.push({ result, ...(fact && { fact }) });
  }
  return {
    result: { documents: kept.map(({ result }) => result), ...shared },
    added: kept.flatMap(({ fact }) => fact ?? []),
  };
}

/** A plain name with the right extension, whatever the model calls it. */
function fileName({ name, mimeType }: OracleDocument): string {
  const plain = name
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^[.\s]+/, '')
    .slice(0, 120);
  const extension = EXTENSIONS[mimeType];
  if (plain === '') return `document.${extension}`;
  return /\.(?:md|txt|csv|json)$/i.test(plain) ? plain : `${plain}.${extension}`;
}
