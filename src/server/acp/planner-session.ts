import type { AgentContext, PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import { ledgerOf } from '../../harness/ledger.ts';
import { reconfigurePlanner } from '../../harness/reconfigure.ts';
import type { WorkLimits } from '../../host/admission.ts';
import { createRegistry } from '../../host/registry.ts';
import { createSession, openSession, type Session } from '../../host/session.ts';
import type { Fact } from '../../journal/fact.ts';
import type { FactStore } from '../../journal/store.ts';
import { sameJson } from '../../kernel/session/same-json.ts';
import type { Llm } from '../../model/llm.ts';
import { pauseNotice } from '../pause-notice.ts';
import type { ReopeningStore } from '../reopening-store.ts';
import { draftWish } from './draft-wish.ts';
import type { EditorPlanner, Granted, Teller, Wish } from './editor-planner.ts';
import { FollowedFacts } from './followed-facts.ts';
import { agentMessage, errorAnswer, NO_TEXT_ANSWER, tooLongAnswer, userMessage } from './messages.ts';
import type { ModeSession } from './mode-session.ts';
import { requestChoice } from './permission.ts';
import { runPlanner } from './run-planner.ts';

export interface PlannerSessionOptions {
  readonly sessionId: string;
  /** The journal that the session is. */
  readonly journalId: string;
  readonly client: AgentContext;
  readonly place: ReopeningStore;
  readonly planner: EditorPlanner;
  readonly llm: Llm | undefined;
  /** How much the planner may spend. */
  readonly limits: WorkLimits | undefined;
  /** The person at the editor, for the record. */
  readonly by: string;
  readonly onError: (error: unknown) => void;
}

const LONGEST_TITLE = 200;
/** As much as can be said to a planner over HTTP. */
const LONGEST_PROMPT = 200_000;

/** A session of an editor with a planner: prompts become facts, the planner runs, and what it does is shown. */
export class PlannerSession implements ModeSession {
  readonly #options: PlannerSessionOptions;
  #store: FactStore | undefined;
  #opened: { readonly session: Session; readonly facts: FollowedFacts } | undefined;
  /** Knows every fact that was read. */
  #teller: Teller = () => undefined;
  #toldPlan: readonly PlanEntry[] | undefined;
  #answering = false;
  #closed = false;

  constructor(options: PlannerSessionOptions) {
    this.#options = options;
  }

  async begin(): Promise<void> {
    const { commands } = this.#options.planner;
    await this.#send({ sessionUpdate: 'available_commands_update', availableCommands: [...commands] });
    if (this.#opened) await this.#tellPlan(this.#opened.facts.all);
  }

  async resume({ replay }: { readonly replay: boolean }): Promise<void> {
    const { facts } = await this.#open('');
    if (replay) await this.#replay(facts.all);
    await this.begin();
  }

  close(): void {
    this.#closed = true;
    this.#opened?.facts.close();
  }

  async answer(text: string, signal: AbortSignal): Promise<void> {
    if (text === '') return await this.#send(agentMessage(NO_TEXT_ANSWER));
    if (text.length > LONGEST_PROMPT) {
      return await this.#send(agentMessage(tooLongAnswer(`${LONGEST_PROMPT} characters`)));
    }
    this.#answering = true;
    try {
      const { session, facts } = await this.#open(text);
      await facts.catchUp();
      const { archived } = await ledgerOf(session.journal);
      if (archived) return await this.#send(agentMessage('This session was archived. Begin a new one.'));
      await ensureSetUp(session, facts.all, this.#options);
      await this.#plan(await this.#take(text, session, facts), signal);
      await this.#askWishes(session, facts, signal);
      const notice = await pauseNotice(session);
      if (notice !== undefined) await this.#send(agentMessage(notice));
    } catch (error) {
      signal.throwIfAborted();
      this.#options.onError(error);
      await this.#send(agentMessage(errorAnswer(error)));
    } finally {
      this.#answering = false;
    }
  }

  /** Records what a prompt is: the answer to an open question, words to the planner, or a command. */
  async #take(text: string, { journal }: Session, facts: FollowedFacts): Promise<Granted> {
    const { planner, by } = this.#options;
    const [question] = (await ledgerOf(journal)).openQuestions;
    if (question) {
      await journal.append([{ type: 'user_answer', qid: question.qid, text, by }]);
      return { type: 'said' };
    }
    const meaning = planner.meaningOf(text, facts.all);
    if (meaning.type === 'do') {
      const answer = await meaning.run(journal, by);
      if (answer !== '') await this.#send(agentMessage(answer));
      return { type: 'done' };
    }
    await journal.append([{ ...meaning.fact, by }]);
    return { type: 'said' };
  }

  /** Lets the planner work, and tells what it did. */
  async #plan(granted: Granted, signal: AbortSignal): Promise<void> {
    if (this.#opened === undefined) return;
    const { llm, limits, onError } = this.#options;
    await runPlanner(this.#opened, granted, { llm, limits, signal, onError });
    await this.#opened?.facts.catchUp();
  }

  /** Asks the person for all that the planner wants of them, one after the other. */
  async #askWishes(session: Session, facts: FollowedFacts, signal: AbortSignal): Promise<void> {
    const { client, sessionId, by } = this.#options;
    const send = (update: SessionUpdate) => this.#send(update);
    const asked = new Set<string>();
    for (;;) {
      const wish = await this.#nextWish(session, facts);
      if (wish === undefined || asked.has(wish.key)) return;
      asked.add(wish.key);
      const { title, options } = wish;
      const toolCallId = `${wish.key}-${facts.head}`;
      const asking = { sessionId, client, send, signal };
      const chosen = await requestChoice(asking, { toolCallId, title, kind: 'other', options });
      if (chosen === undefined) return;
      const granted = await wish.grant(session.journal, chosen, by);
      if (granted.type === 'left') return;
      await this.#plan(granted, signal);
    }
  }

  async #nextWish({ journal }: Session, facts: FollowedFacts): Promise<Wish | undefined> {
    return (await draftWish(journal)) ?? this.#options.planner.wish(facts.all);
  }

  /** Opens the session, or begins it with what is said first. */
  async #open(said: string): Promise<{ readonly session: Session; readonly facts: FollowedFacts }> {
    const { place, journalId, onError } = this.#options;
    const store = await place.store();
    if (this.#opened && store === this.#store) return this.#opened;
    this.#opened?.facts.close();
    this.#store = store;
    const session = await this.#session(store, journalId, said);
    const facts = new FollowedFacts({
      journal: session.journal,
      store,
      place,
      onNews: async (news, all) => {
        for (const fact of news) await this.#tell(fact);
        await this.#tellPlan(all);
      },
      onErased: async (all) => {
        this.#teller = this.#tellerOf(all);
        await this.#tellPlan(all);
      },
      onGone: async () => {
        this.#opened = undefined;
        await this.#tellPlan([]);
      },
      onError,
    });
    await facts.begin();
    this.#teller = this.#tellerOf(facts.all);
    this.#opened = { session, facts };
    if (said !== '' && session.title !== '') {
      await this.#send({ sessionUpdate: 'session_info_update', title: session.title });
    }
    return this.#opened;
  }

  async #session(store: FactStore, id: string, said: string): Promise<Session> {
    const { planner, by } = this.#options;
    const { entry, config } = planner;
    const registry = createRegistry([entry]);
    if (await store.describe(id)) return await openSession(store, registry, id);
    const title = said.split('\n')[0]?.slice(0, LONGEST_TITLE) ?? '';
    return await createSession(store, registry, { id, title, plannerId: entry.planner.id, config, by });
  }

  /** Tells what was said and done so far. */
  async #replay(facts: readonly Fact[]): Promise<void> {
    const { planner } = this.#options;
    const teller = planner.teller();
    for (const [i, fact] of facts.entries()) {
      const told = teller(fact) ?? commonText(fact);
      const said = planner.said(fact, facts.slice(0, i));
      if (said !== undefined) await this.#send(userMessage(said));
      else if (told !== undefined) await this.#send(agentMessage(`${told}\n\n`));
    }
  }

  /** What a fact is to the person. Outside of a turn only plans are shown. */
  async #tell(fact: Fact): Promise<void> {
    const told = this.#teller(fact) ?? commonText(fact);
    if (told !== undefined && this.#answering) await this.#send(agentMessage(`${told}\n\n`));
  }

  /** One that has told all of these. */
  #tellerOf(facts: readonly Fact[]): Teller {
    const teller = this.#options.planner.teller();
    for (const fact of facts) teller(fact);
    return teller;
  }

  async #tellPlan(facts: readonly Fact[]): Promise<void> {
    const plan = this.#options.planner.plan(facts);
    if (plan === undefined && this.#toldPlan === undefined) return;
    const entries = plan ?? [];
    if (sameJson(entries, this.#toldPlan ?? null)) return;
    this.#toldPlan = entries;
    await this.#send({ sessionUpdate: 'plan', entries: [...entries] });
  }

  async #send(update: SessionUpdate): Promise<void> {
    const { client, sessionId } = this.#options;
    if (this.#closed) return;
    await client.notify('session/update', { sessionId, update });
  }
}

/** What planners of every kind write. */
function commonText({ type, prompt, message, reason, text }: Fact): string | undefined {
  switch (type) {
    case 'agent_question':
      return `${prompt}\n\nAnswer it with your next prompt.`;
    case 'compose_intent':
      return `A draft:\n\n${text}`;
    case 'planner_error':
      return `The planner failed: ${message}`;
    case 'sleep':
      return typeof reason === 'string' ? reason : undefined;
    default:
      return undefined;
  }
}

/** A session that began elsewhere may never have been set up for a harness. */
async function ensureSetUp(
  { journal, entry }: Session,
  facts: readonly Fact[],
  { planner: { config }, by }: Pick<PlannerSessionOptions, 'planner' | 'by'>,
): Promise<void> {
  const { planner } = entry;
  const isSetUp = facts.some(
    ({ type, plannerId }) => type === 'planner_configured' && plannerId === planner.id,
  );
  if (!isSetUp) await reconfigurePlanner(journal, { planner, config, ready: true, by });
}
