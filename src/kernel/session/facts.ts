import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { eventOf } from '../event.ts';

const ToolInvokedError = z.strictObject({
  code: z.string(),
  field: z.string().optional(),
  message: z.string(),
});

/** A tool was called. Appended for every call, also one that failed: then nothing changed. */
const ToolInvokedPayload = z.strictObject({
  tool: z.string().min(1).max(128),
  /** The input as the tool took it, checked and trimmed; of a failed call as it came, when that can be kept. */
  params: z.record(z.string(), z.unknown()),
  success: z.boolean(),
  /** The ids that the call gave away, so that they stay what they are when a fact before it is erased. */
  assigned: z.array(z.string()).optional(),
  /** Which plan of the session the call was about, so that it touches no other when the setup of that plan is erased. */
  plan: z.int().positive().optional(),
  error: ToolInvokedError.optional(),
  /** Who called it: a person by name, or a program that is no part of this one. */
  by: z.string().min(1).max(256).exactOptional(),
});

/** A session's slices were put back to what they were. */
const SessionRolledBackPayload = z.strictObject({
  slices: z.record(z.string(), z.array(z.unknown()).readonly()),
});

/** What a session that lasts writes to its journal. */
export const sessionFacts = {
  ToolInvoked: ToolInvokedPayload,
  SessionRolledBack: SessionRolledBackPayload,
} as const;

/** What is read may come from a newer version, and have more to it. What is written is strict. */
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
/** A call of a tool, with how it went. */
export type ToolInvoked = Extract<SessionEvent, { type: 'ToolInvoked' }>;
export type SessionRolledBack = Extract<SessionEvent, { type: 'SessionRolledBack' }>;

/** The session's event that a fact stands for, if it is one: a journal may hold others, and those of newer versions. */
export function sessionEventOf(fact: Envelope): SessionEvent | undefined {
  return SessionEvent.safeParse(eventOf(fact)).data;
}
