/**
 * @module The harness decides whether and when a planner runs, checks what it proposes, and commits it. A planner
 *   reads facts and proposes facts; it knows nothing about triggers, compare-and-set, or other processes that may be
 *   planning for the same message. It also runs in browsers.
 *
 * ```ts
 * import { approve, createHarness, createSender, ingest, type Planner } from 'wayfold/harness';
 * import { memoryStore, openJournal } from 'wayfold/journal';
 * import { react } from 'wayfold/kernel';
 *
 * const echo: Planner = {
 *   id: 'echo',
 *   name: 'Echo',
 *   plan({ facts }, { newId }) {
 *     const heard = facts.findLast(({ type }) => type === 'remote_received');
 *     return [{ type: 'compose_intent', composeId: newId('compose'), text: `You said: ${heard?.text}` }];
 *   },
 * };
 *
 * const journal = openJournal(memoryStore(), 'talk:1');
 * const harness = createHarness({ journal, planner: echo });
 * await ingest(journal, [
 *   { type: 'status_changed', a2a: 'input-required' },
 *   { type: 'remote_received', messageId: 'm1', text: 'Good morning' },
 * ]);
 * const { facts } = await harness.runPlanningPass();
 *
 * const [draft] = facts as { composeId: string; digest: string; text: string }[];
 * if (draft === undefined) throw new Error('no draft');
 * const { facts: [approval] } = await approve(journal, draft);
 * const sender = createSender({ journal, deliver: async ({ text }) => console.log(text) }); // You said: Good morning
 * if (approval) await react(journal, sender, approval, { worker: 'readme' });
 * ```
 */

// Planners

export { conversationFamily, type PlannerFamily, userInputFamily } from './family.ts';
export type { PlanContext, PlanInput, Planner } from './planner.ts';

// Running them

export { startPlannerController } from './controller.ts';
export { createHarness, type Harness } from './harness.ts';
export type { HarnessJournal } from './harness-options.ts';

// Conversations

export { ingest } from './conversation/ingest.ts';
export { Ledger, ledgerOf } from './conversation/ledger.ts';
export { type ConversationFact, conversationFact, conversationFacts } from './facts.ts';

// Drafts

export { approve, dismiss, edit } from './drafts/decisions.ts';
export { digestOf } from './drafts/digest.ts';
export type { Draft } from './drafts/draft-fold.ts';
export { createSender, type OutgoingMessage } from './drafts/sender.ts';

// Setup

export { configFromSeed, seedOf } from './setup/config-seed.ts';
export type { ConfigStore } from './setup/config-store.ts';
export type { FormField, FormValues } from './setup/form-field.ts';
export { createFormStore } from './setup/form-store.ts';
export { reconfigurePlanner } from './setup/reconfigure.ts';

// Links

export { type DeepLinkState, decodeDeepLink, encodeDeepLink } from './links/deep-link.ts';
export { startUrlSync } from './links/url-sync.ts';
