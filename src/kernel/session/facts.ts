import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { eventOf } from '../event.ts';

const ToolInvokedError = z.strictObject({
  code: z.string(),
  field: z.string().optional(),
  message: z.string(),
});

/** A tool call. Recorded for every call, including failed ones, which change nothing. */
const ToolInvokedPayload = z.strictObject({
  tool: z.string().min(1).max(128),
  /** The input as the tool accepted it, validated and trimmed; for a failed call as it came, if it can be stored. */
  params: z.record(z.string(), z.unknown()),
  success: z.boolean(),
  /** The ids that the call assigned, so that they stay the same when an earlier fact is erased. */
  assigned: z.array(z.string()).optional(),
  /**
   * The plan of the session that the call was about, so that it affects no other plan if that plan's setup is
   * erased.
   */
  plan: z.int().positive().optional(),
  error: ToolInvokedError.optional(),
  /** Who called it: a person by name, or another program. */
  by: z.string().min(1).max(256).exactOptional(),
});

/** A session's slices were restored to an earlier state. */
const SessionRolledBackPayload = z.strictObject({
  slices: z.record(z.string(), z.array(z.unknown()).readonly()),
});

/** The fact types that a persistent session writes to its journal. */
export const sessionFacts = {
  ToolInvoked: ToolInvokedPayload,
  SessionRolledBack: SessionRolledBackPayload,
} as const;

/** Facts may come from a newer version with more fields, so reading is lenient. Writing is strict. */
const SessionEvent = z.discriminatedUnion('type', [
  z.object({
    ...ToolInvokedPayload.shape,
    error: z.object(ToolInvokedError.shape).optional(),
    type: z.literal('ToolInvoked'),
  }),
  z.object({ ...SessionRolledBackPayload.shape, type: z.literal('SessionRolledBack') }),
]);

/** Anything that changes a session, or tried to. */
export type SessionEvent = Readonly<z.infer<typeof SessionEvent>>;
/** A tool call and its outcome. */
export type ToolInvoked = Extract<SessionEvent, { type: 'ToolInvoked' }>;
export type SessionRolledBack = Extract<SessionEvent, { type: 'SessionRolledBack' }>;

/** The session event of a fact, if it is one: a journal may contain others, and those of newer versions. */
export function sessionEventOf(fact: Envelope): SessionEvent | undefined {
  return SessionEvent.safeParse(eventOf(fact)).data;
}
