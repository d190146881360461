import { allJournals } from '../../journal/all-journals.ts';
import { type Envelope, FACT_ERASED, REDACTED } from '../../journal/fact.ts';
import { openJournal } from '../../journal/journal.ts';
import type { FactStore } from '../../journal/store.ts';
import type { SearchedText } from './searched-text.ts';

/** A location in a fact. */
export interface TextPlace {
  /** The field: `text`, `records[0].prompt`, or an author field. */
  readonly field: string;
  /** It is in the attachment that the field names by hash: a prompt, an answer, a setup, an added file. */
  readonly attachment?: string;
}

/** A fact that contains what is to be erased. */
export interface FoundFact {
  readonly journal: string;
  readonly seq: number;
  readonly type: string;
  readonly ts: string;
  readonly places: readonly TextPlace[];
}

/** Something that erasing a fact does not reach. */
export interface Remainder {
  /** Its journal in the store. */
  readonly journal?: string;
  /** `undefined` if it is the id of the journal itself. */
  readonly seq?: number;
  /** The file, if it is outside the store. */
  readonly file?: string;
  /** Why it stays, and what to do. */
  readonly text: string;
}

/** The result of a search through a store. */
export interface FoundText {
  readonly facts: readonly FoundFact[];
  readonly remainders: readonly Remainder[];
  /** How many searched files are not text. */
  readonly binaryFiles: number;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** Searches all journals of a store, including forks and copies: facts, prompts, answers, setups and text files. */
export async function findText(store: FactStore, wanted: SearchedText): Promise<FoundText> {
  const facts: FoundFact[] = [];
  const remainders: Remainder[] = [];
  const files = new FileSearch(store, wanted);
  for await (const { id: journal, origin } of allJournals(store)) {
    if (wanted.isIn(journal)) remainders.push({ journal, text: IN_THE_ID });
    else if (origin.type === 'fork' && wanted.isIn(origin.journal))
      remainders.push({ journal, text: IN_THE_ORIGIN });
    for await (const fact of openJournal(store, journal).facts()) {
      const places = await placesIn(fact, wanted, files);
      if (places.length === 0) continue;
      const { seq, type, ts } = fact;
      if (type === REDACTED) remainders.push({ journal, seq, text: IN_KEPT });
      else if (type === FACT_ERASED) remainders.push({ journal, seq, text: IN_A_RECORD });
      else facts.push({ journal, seq, type, ts, places });
    }
  }
  return { facts, remainders, binaryFiles: files.binary };
}

const IN_THE_ID =
  'The id of the journal has it. Delete the journal; to keep the rest, export it first and import it under another id.';
const IN_THE_ORIGIN =
  'It was forked from a journal whose id has it, and keeps that id. Export it, delete it, and import it again.';
const IN_KEPT = 'It was erased before, and keeps it in a field that stays in force. Delete the journal.';
const IN_A_RECORD = 'The record of an erasure has it, and cannot be erased. Delete the journal.';

async function placesIn(
  { seq: _seq, id: _id, ts: _ts, v: _v, type: _type, ...payload }: Envelope,
  wanted: SearchedText,
  files: FileSearch,
): Promise<readonly TextPlace[]> {
  const places: TextPlace[] = [];
  for (const { field, name, text } of textsIn(payload)) {
    if (wanted.isAuthor(name, text) || wanted.isIn(text)) places.push({ field });
    else if (SHA256.test(text) && (await files.has(text))) places.push({ field, attachment: text });
  }
  return places;
}

/** A text in a payload, with its path. Field names count as text too. */
interface PayloadText {
  readonly field: string;
  /** The last part of the path. */
  readonly name: string;
  readonly text: string;
}

/** Every text of a payload. */
function* textsIn(value: unknown, field = '', name = ''): Generator<PayloadText> {
  if (typeof value === 'string') yield { field, name, text: value };
  else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* textsIn(item, `${field}[${at}]`, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const inner = field === '' ? key : `${field}.${key}`;
      yield { field: inner, name: '', text: key };
      yield* textsIn(item, inner, key);
    }
  } else if (typeof value === 'number') yield { field, name, text: String(value) };
}

/** The texts of files, each read once. */
class FileSearch {
  readonly #store: FactStore;
  readonly #wanted: SearchedText;
  readonly #known = new Map<string, boolean>();
  binary = 0;

  constructor(store: FactStore, wanted: SearchedText) {
    this.#store = store;
    this.#wanted = wanted;
  }

  async has(hash: string): Promise<boolean> {
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const bytes = await this.#store.getAttachment(hash);
    const has = bytes !== undefined && this.#wanted.isIn(this.#textOf(bytes));
    this.#known.set(hash, has);
    return has;
  }

  #textOf(bytes: Uint8Array): string {
    try {
      return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    } catch {
      this.binary += 1;
      // Names and plain passages in other formats may still be readable.
      return new TextDecoder('latin1').decode(bytes);
    }
  }
}

/** UTF-16 if the file has its byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
