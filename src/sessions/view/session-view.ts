import type { AttachmentFold } from '../../harness/conversation/attachment-fold.ts';
import { PLANNING } from '../../harness/conversation/conversation.ts';
import type { Ledger } from '../../harness/conversation/ledger.ts';
import { isFinal } from '../../harness/conversation/task-status.ts';
import type { ConfiguredPlanner } from '../../harness/facts.ts';
import { type ModuleFailure, runModuleJson, runModuleOr } from '../../harness/module/module-failure.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import type { Artifact, At, PlannerModule, SessionStatus } from '../../harness/module/planner-module.ts';
import type { StepItem, ViewBlock } from '../../harness/module/view-block.ts';
import { questionItem } from '../../harness/module/waiting-item.ts';
import { nextStep } from '../../harness/pass/next-step.ts';
import type { HudPhase } from '../../harness/planner.ts';
import type { Session } from '../../host/session.ts';
import type { Spent } from '../../kernel/limits/spending.ts';
import { type CommandDescription, describeCommands } from '../commands/command-descriptions.ts';
import type { SessionState } from '../session-state.ts';
import {
  budgetItem,
  draftItem,
  errorItem,
  failedWorkItem,
  failureItem,
  stoppedItem,
  type Waiting,
} from '../waiting/waiting.ts';
import { type ListStatus, listStatusOf, summaryOf } from './session-summary.ts';

/** A session as it is shown. */
export interface ReadableSession extends Session {
  /** Why its planner cannot read its facts: the session is read-only. */
  readonly failure?: ModuleFailure;
}

/** The setup at a moment. */
export interface AppliedSetup {
  readonly config: unknown;
  readonly loaded: unknown;
}

/** What was being done at a moment, and since when. */
interface Activity {
  readonly phase: Exclude<HudPhase, 'idle'>;
  readonly label?: string | undefined;
  readonly since: string;
}

/** The final statuses of a conversation with another agent, as statuses of its planner's work. */
const ENDED: Readonly<Record<string, SessionStatus>> = {
  completed: 'completed',
  failed: 'failed',
  canceled: 'canceled',
  rejected: 'rejected',
};

type PlannerData = ReturnType<PlannerModule['data']>;

/** A session at one moment, as everybody sees it. Immutable. */
export class SessionView {
  readonly session: ReadableSession;
  readonly state: SessionState;
  /** Changes when the journal is recreated, or something in its store is erased. */
  readonly edition: string;
  readonly #setup: AppliedSetup;
  #at: At | undefined;
  #waiting: readonly Waiting[] | undefined;

  constructor(session: ReadableSession, state: SessionState, setup: AppliedSetup, edition: string) {
    this.session = session;
    this.state = state;
    this.edition = edition;
    this.#setup = setup;
  }

  get id(): string {
    return this.session.journal.id;
  }

  get module(): PlannerModule {
    return this.session.entry.module;
  }

  /** The seq of the last fact. */
  get head(): number {
    return this.state.conversation.head;
  }

  get createdAt(): string {
    return this.state.origin.createdAt;
  }

  get lastActivity(): string {
    return this.state.lastTs;
  }

  get ledger(): Ledger {
    return this.state.conversation.ledger;
  }

  get attachments(): AttachmentFold {
    return this.state.conversation.attachments;
  }

  get messages(): SessionState['messages'] {
    return this.state.messages;
  }

  get spent(): Spent {
    return this.state.spending.spent;
  }

  /** The current setup, if the session was ever set up for its planner. */
  get configured(): ConfiguredPlanner | undefined {
    return this.state.configured;
  }

  get config(): unknown {
    return this.#setup.config;
  }

  get loaded(): unknown {
    return this.#setup.loaded;
  }

  /** Whether its planner can plan: it is set up, or needs no setup. */
  get ready(): boolean {
    return this.configured?.ready ?? this.session.entry.planner.createConfigStore === undefined;
  }

  get archived(): boolean {
    return this.ledger.archived;
  }

  /** The moment as the functions of the planner's module take it. */
  get at(): At {
    this.#at ??= momentOf(this.module, {
      state: this.state.conversation.plannerState,
      config: this.config,
      loaded: this.loaded,
      head: this.head,
      nativeFrom: this.state.origin.nativeFrom,
    });
    return this.#at;
  }

  /** The current title. */
  get title(): string {
    return this.state.title ?? this.#ownTitle() ?? '';
  }

  /** Everything that needs a person. In auto mode drafts do not, unless they could not be sent. */
  get waiting(): readonly Waiting[] {
    this.#waiting ??= this.archived ? [] : this.#allWaiting();
    return this.#waiting;
  }

  /** What failed, if the work ended with a failure and nothing waits. */
  get failure(): Waiting | undefined {
    if (this.archived || this.waiting.length > 0 || this.status !== 'failed') return undefined;
    return failedWorkItem(this.blocks, this.head);
  }

  /** The status of the work according to the facts; only the host knows whether somebody works on it right now. */
  get status(): SessionStatus {
    if (this.module.talks === 'agent') {
      const ended = ENDED[this.ledger.status ?? ''];
      if (ended) return ended;
    }
    if (this.waiting.some(({ data }) => data?.type === 'draft' || data?.type === 'question'))
      return 'waiting';
    const own = this.#own<SessionStatus>(
      'status',
      () => this.module.status(this.at),
      () => 'failed',
    );
    return own === 'idle' && this.waiting.length > 0 ? 'waiting' : own;
  }

  /** The status of the session, in the word that lists show too. */
  get standing(): ListStatus {
    return listStatusOf(summaryOf(this), false);
  }

  /** What was being done at that moment, or about to be: a past moment has no host to ask. */
  get activity(): Activity | undefined {
    const { underWay } = this.state.works;
    const pass = underWay.find(({ work }) => work === PLANNING);
    if (pass) return this.#openCall ?? { phase: 'planning', since: pass.began };
    const [work] = underWay;
    if (work) return { phase: 'tool', label: this.#runningStep, since: work.began };
    switch (this.#nextStep) {
      case 'rest':
        return undefined;
      case 'sending':
        return { phase: 'waiting', label: 'for the message to be sent', since: this.lastActivity };
      default:
        return { phase: 'planning', since: this.lastActivity };
    }
  }

  /** What the harness did next, as far as the facts tell. */
  get #nextStep(): string {
    const { conversation, origin } = this.state;
    if (!this.ready || this.ledger.runawayReported) return 'rest';
    const step = nextStep(conversation, {
      mode: this.configured?.mode ?? 'approve',
      runawayCap: Number.POSITIVE_INFINITY,
      nativeFrom: origin.nativeFrom,
      now: Date.parse(this.lastActivity),
    });
    return step.type === 'rest' && step.reason === 'sending' ? 'sending' : step.type;
  }

  /** The tool that was called last, if it had not answered. */
  get #openCall(): Activity | undefined {
    const call = [...this.messages].findLast(({ type }) => type === 'tool_call' || type === 'tool_result');
    return call?.type === 'tool_call'
      ? { phase: 'tool', label: typeof call.name === 'string' ? call.name : undefined, since: call.ts }
      : undefined;
  }

  get #runningStep(): string | undefined {
    const running = this.blocks.flatMap((block) => (block.type === 'steps' ? runningIn(block.items) : []));
    return running[0]?.title;
  }

  /** Whether the session has achieved its purpose or ended. */
  get isDone(): boolean {
    const isOver = ENDED[this.ledger.status ?? ''] !== undefined;
    return (
      isOver ||
      this.#own(
        'done',
        () => this.module.done(this.at),
        () => false,
      )
    );
  }

  /** The blocks of its view. */
  get blocks(): readonly ViewBlock[] {
    return this.#own<readonly ViewBlock[]>(
      'view',
      () => runModuleJson(this.module, 'view', () => this.module.view(this.at)),
      ({ message }) => [{ type: 'markdown', text: message }],
    );
  }

  /** The planner's artifacts at that moment, as files. */
  get artifacts(): readonly Artifact[] {
    return runModuleJson(this.module, 'artifacts', () => this.module.artifacts(this.at));
  }

  /** The planner's data, as plain JSON; if its module fails, of the type `failed` with a message. */
  get data(): PlannerData {
    return this.#own<PlannerData>(
      'data',
      () => runModuleJson(this.module, 'data', () => this.module.data(this.at)),
      ({ code, message }) => ({ type: 'failed', code, message }),
    );
  }

  /** The commands it takes, with what a form for each needs. */
  get commands(): readonly CommandDescription[] {
    return describeCommands(this.module);
  }

  /** Lists and terminals need these for every session: one whose module fails says so, and does not hide others. */
  #own<Made>(member: string, run: () => Made, instead: (failure: ModuleFailure) => Made): Made {
    return runModuleOr(this.module, { member, run }, instead);
  }

  #ownTitle(): string | undefined {
    return this.#own(
      'titleOf',
      () => this.module.titleOf?.(this.at),
      () => undefined,
    );
  }

  #ownWaiting(): readonly Waiting[] {
    return this.#own(
      'waiting',
      () => this.module.waiting(this.at).map((item) => ({ ...item, seq: item.seq ?? this.head })),
      (failure) => [failureItem(failure, this.head)],
    );
  }

  #allWaiting(): readonly Waiting[] {
    const { drafts, openQuestions, runawayReported, pause } = this.ledger;
    const { runaway, failure } = this.state;
    const isAuto = this.configured?.mode === 'auto';
    const open = drafts.open.filter(
      ({ approval, failure: failed }) => !approval && (!isAuto || failed !== undefined),
    );
    // Nothing about an ended conversation needs an answer or a fix.
    if (this.module.talks === 'agent' && isFinal(this.ledger.status)) return this.#ownWaiting();
    return [
      ...(pause?.cause === 'limit' ? [budgetItem(pause)] : []),
      ...(runawayReported && runaway ? [stoppedItem(runaway)] : []),
      ...(failure ? [errorItem(failure)] : []),
      ...open.map(draftItem),
      ...openQuestions.map(questionItem),
      ...this.#ownWaiting(),
    ];
  }
}

function runningIn(steps: readonly StepItem<unknown>[]): readonly StepItem<unknown>[] {
  return steps.flatMap((step) => [
    ...(step.status === 'running' ? [step] : []),
    ...runningIn(step.children ?? []),
  ]);
}
