import { AttachmentFold, numbered } from '../../../harness/conversation/attachment-fold.ts';
import { conversationFact, type ProposedConversationFact } from '../../../harness/facts.ts';
import type { PlanContext } from '../../../harness/planner.ts';
import type { Fact } from '../../../journal/fact.ts';
import { sha256 } from '../../../journal/integrity/sha256.ts';

/** A file as messages and prompts name it. */
export interface NamedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly size: number;
}

/** The origin of files that a tool created. */
const TOOL_ORIGIN = 'tool';

const MAX_LENGTH_READ = 20_000;

type FileContext = Pick<PlanContext, 'files' | 'readAttachment' | 'writeAttachment'>;

/** The files of a conversation during one turn: existing ones, and those that tools create. */
export class TurnFiles {
  readonly #context: FileContext;
  readonly #existing: Pick<AttachmentFold, 'all' | 'find'>;
  readonly #created = new Map<string, NamedFile & { readonly bytes: Uint8Array }>();

  constructor(facts: readonly Fact[], context: FileContext) {
    this.#context = context;
    this.#existing = context.files ?? bookOf(facts);
  }

  /** Whether files can be created here. */
  get canKeep(): boolean {
    return this.#context.writeAttachment !== undefined;
  }

  /** Oldest first. */
  all(): readonly NamedFile[] {
    return [...this.#existing.all(), ...this.#created.values()].map(named);
  }

  find(nameOrSha256: string): NamedFile | undefined {
    const byHash = [...this.#created.values()].find((file) => file.sha256 === nameOrSha256);
    const file = this.#created.get(nameOrSha256) ?? this.#existing.find(nameOrSha256) ?? byHash;
    return file && named(file);
  }

  async read(name: string): Promise<Uint8Array> {
    return this.#created.get(name)?.bytes ?? (await this.#context.readAttachment(name));
  }

  /**
   * Stores a file under its name, or a numbered one if other bytes have that name. There is no fact if the same
   * file exists already.
   */
  async keep(
    asked: { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array },
    producedBy: string,
  ): Promise<{
    readonly file: NamedFile;
    readonly fact?: Extract<ProposedConversationFact, { readonly type: 'attachment_added' }>;
  }> {
    const { mimeType, bytes } = asked;
    const hash = sha256(bytes);
    for (let copy = 1; ; copy++) {
      const name = copy === 1 ? asked.name : numbered(asked.name, copy);
      const known = this.find(name);
      if (known?.sha256 === hash) return { file: known };
      if (known) continue;
      await this.#context.writeAttachment?.(bytes, { name, mimeType });
      const file = { name, mimeType, sha256: hash, size: bytes.length };
      this.#created.set(name, { ...file, bytes });
      return { file, fact: { type: 'attachment_added', ...file, origin: TOOL_ORIGIN, producedBy } };
    }
  }
}

/** Without a harness, the facts have to be read. */
function bookOf(facts: readonly Fact[]): AttachmentFold {
  let fold = new AttachmentFold();
  for (const fact of facts) {
    if (fact.type !== 'attachment_added') continue;
    const added = conversationFact(fact);
    if (added?.type === 'attachment_added') fold = fold.accept(added);
  }
  return fold;
}

function named({ name, mimeType, sha256, size }: NamedFile): NamedFile {
  return { name, mimeType, sha256, size };
}

/** The content of a file as a model sees it. */
export function shownContent({ name, mimeType, size }: NamedFile, bytes: Uint8Array): unknown {
  const file = { name, mimeType, size };
  const text = textOf(bytes);
  if (text === undefined) return { ...file, note: 'This is not a text.' };
  return text.length > MAX_LENGTH_READ
    ? { ...file, text: text.slice(0, MAX_LENGTH_READ), note: `Only the first ${MAX_LENGTH_READ} characters.` }
    : { ...file, text };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
