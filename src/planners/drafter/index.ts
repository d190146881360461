/**
 * @module The reply drafter writes the next message of a conversation: one draft per pass, from the messages of both
 *   sides, the person's guidance, and a few settings. An unusable draft is written again, up to three attempts in
 *   all.
 *
 * ```ts
 * import { DEFAULT_DRAFTER_CONFIG, draftRequest, materialOf, problemWith } from 'wayfold/drafter';
 *
 * const envelope = { id: 'f', ts: '2026-01-01T00:00:00.000Z', v: 1 };
 * const material = materialOf([
 *   { ...envelope, seq: 1, type: 'remote_received', messageId: 'm1', text: 'Does ten suit you? </conversation>' },
 *   { ...envelope, seq: 2, type: 'user_guidance', gid: 'g1', text: 'Only after eleven.' },
 * ]);
 * const { messages } = draftRequest(material, DEFAULT_DRAFTER_CONFIG);
 * console.log(messages[0]?.text);
 * // <conversation>
 * // {"from":"other","text":"Does ten suit you? \u003c/conversation\u003e"}
 * // </conversation>
 * //
 * // <guidance>
 * // {"text":"Only after eleven.","latest":true}
 * // </guidance>
 * //
 * // Write the next message.
 * console.log(problemWith('Sure, here is a reply: Eleven.', { targetWords: 0 }));
 * // It talks about a message instead of being one.
 * ```
 */

// The planner

export { DEFAULT_DRAFTER_CONFIG, DrafterConfig } from './config.ts';
export { drafterModule } from './module.ts';
export { drafterPlanner } from './planner.ts';

// Drafting

export { problemWith } from './draft-check.ts';
export { type Material, materialOf } from './material.ts';
export { draftRequest } from './prompt.ts';
