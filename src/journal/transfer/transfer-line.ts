import { z } from 'zod';
import { MAX_ATTACHMENT_BYTES } from '../attachments.ts';
import { type ComparedErrorReport, JournalError, type PlainErrorReport, reportOf } from '../error.ts';
import { isFactId, isFactType, isVersion, payloadText, REDACTED } from '../fact.ts';
import { canonicalJson } from '../integrity/canonical-json.ts';
import { isSalt } from '../integrity/salt.ts';
import { journalId } from '../journal-id.ts';
import type { StoredFact } from '../store.ts';

/** The fix for a file that is not an export. */
export const NOT_AN_EXPORT =
  'Check that this is the right file, whole and not compressed. Nothing from this line on was imported.';

/** The format that is written. Format 1 has no salts and no records of erasures; newer formats are refused. */
const TRANSFER_FORMAT = 2;

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in lower-case hex');
const time = z.iso.datetime({ precision: 3 });
const format = z.union([z.literal(1), z.literal(TRANSFER_FORMAT)]);

const journalEnd = z.object({
  id: z.string().transform((id) => journalId(id)),
  head: z.int().min(0),
  hash: digest,
});

const headerLine = journalEnd
  .extend({
    wayfold: z.literal('journal'),
    format,
    exportedAt: time,
    /** An earlier journal in the same file, whose facts up to `at` are shared; `hash` is that fact's. */
    fork: z
      .strictObject({
        journal: z.string().transform((id) => journalId(id)),
        at: z.int().min(0),
        hash: digest,
      })
      .exactOptional(),
  })
  .refine(({ head, fork }) => fork === undefined || fork.at <= head, 'forked after its last fact');

const backupLine = z.object({
  wayfold: z.literal('backup'),
  format,
  exportedAt: time,
  /** Every journal in the file and its end, in file order. */
  journals: z.array(journalEnd),
});

const endLine = z.strictObject({
  end: z.strictObject({
    journals: z.int().min(0),
    facts: z.int().min(0),
    attachments: z.int().min(0),
    /** The last hash of each journal, by id. */
    heads: z.record(z.string(), digest),
  }),
});

const attachmentLine = z.strictObject({
  attachment: z.strictObject({
    sha256: digest,
    size: z.int().min(0).max(MAX_ATTACHMENT_BYTES),
    base64: z.string(),
  }),
});

const factLine = z.strictObject({
  fact: z.looseObject({
    seq: z.int().min(1),
    id: z.string().refine(isFactId, 'cannot be the id of a fact'),
    ts: time,
    type: z.string().refine((type) => isFactType(type) && type !== REDACTED, 'cannot be the type of a fact'),
    v: z.number().refine(isVersion, 'cannot be a version'),
  }),
  salt: z.string().refine(isSalt, 'cannot be a salt').exactOptional(),
  digest,
  hash: digest,
  redacted: time.exactOptional(),
  kept: z.looseObject({}).exactOptional(),
});

export type JournalEnd = z.output<typeof journalEnd>;
export type TransferHeader = Omit<z.output<typeof headerLine>, 'wayfold'>;
export type BackupHeader = Omit<z.output<typeof backupLine>, 'wayfold'>;
export type BackupEnd = z.output<typeof endLine>['end'];
export type TransferAttachment = z.output<typeof attachmentLine>['attachment'];

/** A line of an export file with its number. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

export function writeHeader(header: Omit<TransferHeader, 'format'>): string {
  return JSON.stringify({ wayfold: 'journal', format: TRANSFER_FORMAT, ...header });
}

export function writeBackupHeader(header: Omit<BackupHeader, 'format'>): string {
  return JSON.stringify({ wayfold: 'backup', format: TRANSFER_FORMAT, ...header });
}

export function writeEnd(end: BackupEnd): string {
  return JSON.stringify({ end });
}

export function writeAttachment(attachment: TransferAttachment): string {
  return JSON.stringify({ attachment });
}

/** The payload is written as stored: it is canonical JSON already. */
export function writeFact(stored: StoredFact): string {
  const { seq, id, ts, type, v, salt, payload, digest, hash, redactedAt, kept } = stored;
  const tail = payload === null || payload === '{}' ? '}' : `,${withoutLineBreaks(payload.slice(1))}`;
  const salted = salt === undefined ? '' : `,"salt":"${salt}"`;
  const redacted = payload === null ? `,"redacted":"${redactedAt ?? ts}"` : '';
  const left = kept === undefined ? '' : `,"kept":${withoutLineBreaks(kept)}`;
  return `{"fact":{"seq":${seq},"id":"${id}","ts":"${ts}","type":"${type}","v":${v}${tail}${salted},"digest":"${digest}","hash":"${hash}"${redacted}${left}}`;
}

/** The first line of a file: the header of a backup with several journals, or of one journal. */
export function readFirst(
  line: Line,
): { type: 'backup'; header: BackupHeader } | { type: 'journal'; header: TransferHeader } {
  const json = jsonIn(line);
  const { success, data } = z
    .object({ wayfold: z.enum(['journal', 'backup']), format: z.int() })
    .safeParse(json);
  if (!success) {
    throw importInvalid(line.number, {
      expected:
        'a file that wayfold exported, starting with {"wayfold":"journal", …} or {"wayfold":"backup", …}',
      actual: shownLine(line),
      fix: NOT_AN_EXPORT,
    });
  }
  if (data.format > TRANSFER_FORMAT) {
    throw importInvalid(line.number, {
      expected: `format ${TRANSFER_FORMAT} or older`,
      actual: `format ${data.format}, which a newer Wayfold wrote`,
      fix: 'Upgrade Wayfold and import again. Nothing from this line on was imported.',
    });
  }
  return data.wayfold === 'backup'
    ? { type: 'backup', header: parse(line, backupLine, 'the header of a backup', json) }
    : { type: 'journal', header: parse(line, headerLine, 'a header', json) };
}

export function readHeader(line: Line): TransferHeader {
  return parse(line, headerLine, 'the header of a journal');
}

export function readEnd(line: Line): BackupEnd {
  return parse(line, endLine, 'the end of a backup').end;
}

export function isAttachmentLine({ text }: Line): boolean {
  return /^\s*\{\s*"attachment"/.test(text);
}

export function readAttachment(line: Line): TransferAttachment {
  return parse(line, attachmentLine, 'an attachment').attachment;
}

/** A fact as a store keeps it. Its digest and chain are not checked yet. */
export function readFact(line: Line): StoredFact {
  const { fact, salt, digest, hash, redacted, kept } = parse(line, factLine, 'a fact');
  const { seq, id, ts, type, v, ...payload } = fact;
  const envelope = {
    ...{ seq, id, ts, type, v, digest, hash },
    ...(salt !== undefined && { salt }),
    ...(kept !== undefined && { kept: guarded(line, () => canonicalJson(kept, 'kept')) }),
  };
  if (redacted === undefined) {
    return { ...envelope, payload: guarded(line, () => payloadText(payload, { type, at: 0 })) };
  }
  if (Object.keys(payload).length > 0 || salt !== undefined) {
    throw importInvalid(line.number, {
      expected: 'a redacted fact to have no payload and no salt',
      actual: Object.keys(payload).slice(0, 5).join(', ') || 'a salt',
    });
  }
  return { ...envelope, payload: null, redactedAt: redacted };
}

export function importInvalid(
  line: number,
  report: (Omit<ComparedErrorReport, 'fix'> | Omit<PlainErrorReport, 'fix'>) & { readonly fix?: string },
): JournalError {
  const fix =
    report.fix ?? 'The file was changed or damaged: export the journal again. The journal was not imported.';
  return new JournalError(
    'import-invalid',
    'summary' in report
      ? { ...report, summary: `Line ${line}: ${report.summary}`, fix }
      : { ...report, expected: `line ${line}: ${report.expected}`, fix },
  );
}

function parse<Schema extends z.ZodType>(
  line: Line,
  schema: Schema,
  what: string,
  json = readJson(line),
): z.output<Schema> {
  const { success, data, error } = guarded(line, () => schema.safeParse(json));
  if (success) return data;
  const issues = error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  throw importInvalid(line.number, { expected: what, actual: issues.join('; '), cause: error });
}

function readJson(line: Line): unknown {
  const json = jsonIn(line);
  if (json !== undefined) return json;
  throw importInvalid(line.number, { expected: 'a JSON object', actual: shownLine(line) });
}

function jsonIn({ text }: Line): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Turns a journal error about a line into a refusal of that line. */
function guarded<T>(line: Line, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof JournalError)) throw cause;
    const { fix: _, ...report } = reportOf(cause);
    throw importInvalid(line.number, { ...report, cause });
  }
}

function shownLine({ text }: Line): string {
  const shown = JSON.stringify(text.slice(0, 60));
  return text.length > 60 ? `${shown} …` : shown;
}

/** JSON allows these characters unescaped in strings, but many line readers, Node's included, end a line there. */
function withoutLineBreaks(json: string): string {
  return json.replace(
    /[\u0085\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
