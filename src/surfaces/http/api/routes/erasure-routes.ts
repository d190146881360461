import { z } from 'zod';
import { type ErasureReport, OUT_OF_REACH } from '../../../../sessions/erasing/erase.ts';
import type { ApiContext } from '../api-context.ts';
import { type Operation, operation } from '../operation.ts';

const Wanted = z.string().min(3).max(1000);
const Count = z.int().min(0);

const FoundFact = z.strictObject({
  journal: z.string(),
  seq: z.int().min(1),
  type: z.string(),
  ts: z.string(),
  places: z
    .array(
      z.strictObject({
        field: z.string(),
        attachment: z.string().exactOptional().describe('It is in the file with this hash.'),
      }),
    )
    .readonly(),
});

const ErasureAnswer = z.strictObject({
  found: z.array(FoundFact).readonly(),
  erased: Count.describe('How many facts were erased; one that forks share counts once.'),
  files: z.strictObject({ count: Count, bytes: Count }),
  needSetup: z.array(z.string()).readonly().describe('Sessions that have to be set up again.'),
  caches: Count.describe('How many planner files outside the store contained it; they are removed.'),
  remainders: z
    .array(
      z.strictObject({
        journal: z.string().exactOptional(),
        seq: z.int().exactOptional(),
        file: z.string().exactOptional().describe('A file outside the store.'),
        text: z.string(),
      }),
    )
    .readonly()
    .describe('What stays, and what can be done about it.'),
  binaryFiles: Count.describe('Files that could not be read as text.'),
  outOfReach: z.array(z.string()).readonly(),
});

/** The routes for erasing words, or a person, in all journals. */
export function erasureRoutes({ sessions, personOf }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'erase',
      route: 'POST /erasures',
      summary:
        'Erases words, or everything by and about a person, for good: in facts, prompts, answers, setups, files, forks and copies, and the files that planners keep next to the store.',
      body: z
        .strictObject({
          words: Wanted.exactOptional().describe('Every fact with these words.'),
          subject: Wanted.exactOptional().describe('Every fact by this person, or with their name.'),
          reason: z.string().min(1).max(1000).exactOptional().describe('For the record.'),
          dryRun: z.boolean().exactOptional().describe('Only report what would be erased.'),
        })
        .refine(
          ({ words, subject }) => (words === undefined) !== (subject === undefined),
          'words or subject',
        ),
      answer: { status: 200, schema: ErasureAnswer },
      async handle({ c, body: { words = '', subject, reason, dryRun } }) {
        const query = subject === undefined ? { words } : { subject };
        const report: ErasureReport = await sessions.erase({ ...query, by: personOf(c), reason, dryRun });
        return c.json({ ...report, outOfReach: OUT_OF_REACH });
      },
    }),
  ];
}
