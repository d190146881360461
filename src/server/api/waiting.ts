import { z } from 'zod';
import { LimitName } from '../../kernel/pause.ts';

const seq = z.int().min(0).describe('Where the fact stands that made it wait.');

/** Something that waits for a person. */
export const Waiting = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('draft'),
    seq,
    composeId: z.string(),
    digest: z.string(),
    text: z.string(),
    failure: z.string().exactOptional().describe('Why it could not be sent.'),
  }),
  z.strictObject({
    type: z.literal('question'),
    seq,
    qid: z.string(),
    prompt: z.string(),
    required: z.boolean().exactOptional(),
    placeholder: z.string().exactOptional(),
  }),
  z.strictObject({ type: z.literal('task-question'), seq, taskId: z.int(), question: z.string() }),
  z.strictObject({ type: z.literal('task-outcome'), seq, taskId: z.int(), description: z.string() }),
  z.strictObject({ type: z.literal('trip-question'), seq, question: z.string(), reason: z.string() }),
  z.strictObject({
    type: z.literal('trip-repair'),
    seq,
    reason: z.string(),
    options: z.array(z.strictObject({ id: z.string(), label: z.string() })).readonly(),
  }),
  z.strictObject({
    type: z.literal('plan'),
    seq,
    requestId: z.string(),
    digest: z.string(),
    summary: z.string(),
  }),
  z
    .strictObject({
      type: z.literal('budget'),
      seq,
      limit: LimitName,
      spent: z.number(),
      allowed: z.number(),
    })
    .describe('A limit is used up. The session is paused until somebody resumes it.'),
  z
    .strictObject({ type: z.literal('stopped'), seq, code: z.string(), message: z.string() })
    .describe('Planning went on by itself for too long, and was stopped until somebody acts.'),
]);
export type Waiting = Readonly<z.infer<typeof Waiting>>;
