/**
 * @module
 * The harness decides if and when a planner runs, guards what it proposes, and commits it. A planner reads facts and
 * proposes facts; it knows nothing of triggers, of compare-and-set, or of the model call that another process may be
 * making for the same message. It runs in browsers too.
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

// How a conversation stands
export { AttachmentBook, type KnownAttachment } from './attachment-book.ts';
// Setup
export { configFromSeed, seedOf } from './config-seed.ts';
export type {
  ConfigSnapshot,
  ConfigStore,
  FieldState,
  FieldType,
  FieldValue,
  FullConfig,
  InitialConfig,
} from './config-store.ts';
export { type ControllerSetting, type PlannerController, startPlannerController } from './controller.ts';
export {
  Conversation,
  type ConversationOptions,
  conversationProjection,
  type PassClaim,
  PLANNING,
} from './conversation.ts';
// Drafts
export {
  approve,
  type DecidableJournal,
  type DecisionTaken,
  dismiss,
  type Edited,
  edit,
} from './decisions.ts';
// Links
export { type DeepLinkState, decodeDeepLink, encodeDeepLink, MAX_DEEP_LINK } from './deep-link.ts';
export { type ComposeContent, digestOf } from './digest.ts';
export { type ClosedDraft, type Draft, DraftBook } from './draft-book.ts';
// Errors
export {
  CommandError,
  ConfigError,
  DecisionError,
  DeepLinkError,
  HARNESS_ERROR_CODES,
  HarnessError,
  type HarnessErrorCode,
} from './error.ts';
// Facts
export {
  A2aStatus,
  type ConversationFact,
  type ConversationFactOf,
  conversationFact,
  conversationFacts,
  MessageAttachment,
  PassOutcome,
  PlannerMode,
  type ProposedConversationFact,
} from './facts.ts';
export {
  conversationFamily,
  type GateState,
  type PlannerFamily,
  type Trigger,
  userInputFamily,
} from './family.ts';
export type { FieldOptions, FormField, FormValues, FormView } from './form-field.ts';
export { createFormStore, type FormDefinition, type FormLoad, type FormStart } from './form-store.ts';
// Running them
export { createHarness, type Harness, type HarnessSetting } from './harness.ts';
export {
  DEFAULT_RUNAWAY_CAP,
  DEFAULT_TIMEOUT_MS,
  type HarnessHooks,
  type HarnessJournal,
  type HarnessOptions,
} from './harness-options.ts';
export { type Ingested, ingest } from './ingest.ts';
export {
  decideByLedger,
  Ledger,
  ledgerOf,
  type OpenQuestion,
  type PublicMessage,
  type ReadableJournal,
} from './ledger.ts';
export { nextStep, type Occasion, type RestReason, type Step, type StepOptions } from './next-step.ts';
export type { PassReport } from './pass.ts';
// Planners
export type {
  HudPhase,
  HydrateContext,
  PlanContext,
  PlanInput,
  Planner,
} from './planner.ts';
export {
  createPlannerSetup,
  type PlannerSetup,
  type PlannerSetupStore,
  type SetupSource,
} from './planner-setup.ts';
export type { PlannerState } from './planner-state.ts';
export { type Reconfiguration, reconfigurePlanner } from './reconfigure.ts';
export { isSecretName, withoutSecrets } from './secret-names.ts';
export { createSender, type Delivery, type OutgoingMessage, type SenderOptions } from './sender.ts';
export { type FiredTrigger, TriggerBook } from './trigger-book.ts';
export {
  type HashLocation,
  type LinkedSetup,
  type ShownSetup,
  startUrlSync,
  type UrlSync,
  type UrlSyncOptions,
  windowHash,
} from './url-sync.ts';
