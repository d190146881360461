import { z } from 'zod';
import { ingest } from '../../../../harness/conversation/ingest.ts';
import { JournalError } from '../../../../journal/error.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { type ApiContext, SessionPath } from '../api-context.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';
import { Uploaded } from '../responses/response-schemas.ts';

/** The maximum size of an upload. */
const MAX_UPLOAD_BYTES = 16 * 1024 * 1024;

/** A file name without a path. */
const FileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}]+$/u, 'must be a name without slashes and control characters')
  .refine((name) => name !== '.' && name !== '..' && name.trim() !== '', 'must be a name');

const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Types that a browser displays without running anything. All others are downloaded. */
const SHOWN_TYPES: ReadonlySet<string> = new Set([
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
]);

/** The routes for files of sessions. */
export function attachmentRoutes({ sessions, personOf }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'upload',
      route: 'POST /sessions/:id/attachments',
      summary: 'Adds a file to a session: its bytes are the body, its type the Content-Type.',
      params: SessionPath,
      query: z.strictObject({ name: FileName }),
      maxBody: MAX_UPLOAD_BYTES,
      answer: { status: 201, schema: Uploaded },
      async handle({ c, path, query: { name } }) {
        const session = await sessions.open(path.id);
        const { journal } = session;
        const given = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
        const mimeType = MIME_TYPE.test(given) ? given : UNKNOWN_TYPE;
        const { sha256, size } = await journal.attachments.put(new Uint8Array(await c.req.arrayBuffer()));
        const by = personOf(c);
        const added = { type: 'attachment_added', name, mimeType, sha256, size, origin: 'user', by };
        const { head } = await ingest(journal, [added]);
        const { attachments } = await session.view();
        const shownAs = attachments.all().findLast((file) => file.sha256 === sha256)?.name ?? name;
        return c.json({ name: shownAs, mimeType, sha256, size, head }, 201);
      },
    }),
    operation({
      id: 'download',
      route: 'GET /sessions/:id/attachments/:sha256',
      summary: 'The bytes of a file that a fact of the session names.',
      params: SessionPath.extend({
        sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'),
      }),
      query: z.strictObject({
        in: integerParameter.optional().describe('The seq of the fact that names it, to avoid a search.'),
      }),
      answer: { media: UNKNOWN_TYPE },
      async handle({ c, path, query }) {
        const view = await (await sessions.open(path.id)).view();
        const file = view.attachments.find(path.sha256);
        if (file === undefined && !(await isNamed(view, path.sha256, query.in))) {
          throw notOfSession(path.sha256);
        }
        const bytes = await view.session.journal.attachments.get(path.sha256);
        const type = file && SHOWN_TYPES.has(file.mimeType) ? file.mimeType : UNKNOWN_TYPE;
        const disposition = type === UNKNOWN_TYPE ? 'attachment' : 'inline';
        const name = encodeURIComponent(file?.name ?? path.sha256).replace(/['()*]/g, percent);
        return c.body(new Uint8Array(bytes), 200, {
          'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
          'Content-Disposition': `${disposition}; filename*=UTF-8''${name}`,
          'X-Content-Type-Options': 'nosniff',
          // The address contains the hash of the content, so it never changes; but the content may be erased.
          'Cache-Control': 'private, no-cache',
          ETag: `"${path.sha256}"`,
        });
      },
    }),
  ];
}

/** Setups, prompts and answers are stored as attachments too, but facts name them by hash only. */
async function isNamed({ session }: SessionView, sha256: string, seq: number | undefined): Promise<boolean> {
  const quoted = `"${sha256}"`;
  const where = seq === undefined ? {} : { from: seq, to: seq };
  for await (const page of session.journal.facts(where).pages()) {
    if (JSON.stringify(page).includes(quoted)) return true;
  }
  return false;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

function notOfSession(sha256: string): JournalError {
  return new JournalError('attachment-not-found', {
    summary: `This session has no file ${sha256}.`,
    fix: 'Use a hash from the attachments of the session.',
  });
}
