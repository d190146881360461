import type { AgentContext, PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import { ledgerOf } from '../../harness/ledger.ts';
import { reconfigurePlanner } from '../../harness/reconfigure.ts';
import { createRegistry } from '../../host/registry.ts';
import { createSession, openSession, type Session } from '../../host/session.ts';
import type { Fact } from '../../journal/fact.ts';
import type { FactStore } from '../../journal/store.ts';
import { sameJson } from '../../kernel/session/same-json.ts';
import type { Llm } from '../../model/llm.ts';
import type { PlacedStore } from '../placed-store.ts';
import { draftWish } from './draft-wish.ts';
import type { EditorPlanner, Granted, Wish } from './editor-planner.ts';
import { FollowedFacts } from './followed-facts.ts';
import { agentMessage, errorAnswer, NO_TEXT_ANSWER, userMessage } from './messages.ts';
import type { ModeSession } from './mode-session.ts';
import { requestChoice } from './permission.ts';
import { runPlanner } from './run-planner.ts';
import { RunningTurn } from './running-turn.ts';

export interface PlannerSessionOptions {
  readonly sessionId: string;
  /** The journal that the session is. */
  readonly journalId: string;
  readonly client: AgentContext;
  readonly place: PlacedStore;
  readonly planner: EditorPlanner;
  readonly llm: Llm | undefined;
  readonly onError: (error: unknown) => void;
}

const LONGEST_TITLE = 200;

/** A session of an editor with a planner: prompts become facts, the planner runs, and what it does is shown. */
export class PlannerSession implements ModeSession {
  readonly #options: PlannerSessionOptions;
  readonly #turn = new RunningTurn();
  #store: FactStore | undefined;
  #opened: { readonly session: Session; readonly facts: FollowedFacts } | undefined;
  #toldPlan: readonly PlanEntry[] | undefined;
  #closed = false;

  constructor(options: PlannerSessionOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#turn.isOn;
  }

  async begin(): Promise<void> {
    const { commands } = this.#options.planner;
    await this.#send({ sessionUpdate: 'available_commands_update', availableCommands: [...commands] });
    if (this.#opened) await this.#tellPlan(this.#opened.facts.all);
  }

  async resume({ replay }: { readonly replay: boolean }): Promise<void> {
    const { facts } = await this.#open('');
    if (replay) {
      for (let end = 1; end <= facts.all.length; end++) await this.#tell(facts.all.slice(0, end), { replay });
    }
    await this.begin();
  }

  async prompt(text: string, connection: AbortSignal): Promise<'end_turn' | 'cancelled'> {
    return await this.#turn.run(connection, (signal) => this.#answer(text, signal));
  }

  cancel(): void {
    this.#turn.cancel();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#turn.end();
    this.#opened?.facts.close();
  }

  async #answer(text: string, signal: AbortSignal): Promise<void> {
    if (text === '') return await this.#send(agentMessage(NO_TEXT_ANSWER));
    try {
      const { session, facts } = await this.#open(text);
      await facts.catchUp();
      const { archived } = await ledgerOf(session.journal);
      if (archived) return await this.#send(agentMessage('This session was archived. Begin a new one.'));
      await ensureSetUp(session, facts.all, this.#options.planner);
      await this.#plan(await this.#take(text, session, facts), signal);
      await this.#askWishes(session, facts, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#options.onError(error);
      await this.#send(agentMessage(errorAnswer(error)));
    }
  }

  /** Records what a prompt is: the answer to an open question, words to the planner, or a command. */
  async #take(text: string, { journal }: Session, facts: FollowedFacts): Promise<Granted> {
    const [question] = (await ledgerOf(journal)).openQuestions;
    if (question) {
      const { head } = await journal.append([{ type: 'user_answer', qid: question.qid, text }]);
      return { type: 'said', seq: head };
    }
    const meaning = this.#options.planner.meaningOf(text, facts.all);
    if (meaning.type === 'do') {
      const answer = await meaning.run(journal);
      if (answer !== '') await this.#send(agentMessage(answer));
      return { type: 'done' };
    }
    const { head } = await journal.append([meaning.fact]);
    return { type: 'said', seq: head };
  }

  /** Lets the planner work, and tells what it did. */
  async #plan(granted: Granted, signal: AbortSignal): Promise<void> {
    if (this.#opened === undefined) return;
    const { llm, onError } = this.#options;
    await runPlanner(this.#opened, granted, { llm, signal, onError });
    await this.#opened?.facts.catchUp();
  }

  /** Asks the person for all that the planner wants of them, one after the other. */
  async #askWishes(session: Session, facts: FollowedFacts, signal: AbortSignal): Promise<void> {
    const { client, sessionId } = this.#options;
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
      const granted = await wish.grant(session.journal, chosen);
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
      onNews: async (all, from) => {
        for (let end = from + 1; end <= all.length; end++)
          await this.#tell(all.slice(0, end), { replay: false });
        await this.#tellPlan(all);
      },
      onGone: async () => {
        this.#opened = undefined;
        await this.#tellPlan([]);
      },
      onError,
    });
    await facts.begin();
    this.#opened = { session, facts };
    if (said !== '' && session.title !== '') {
      await this.#send({ sessionUpdate: 'session_info_update', title: session.title });
    }
    return this.#opened;
  }

  async #session(store: FactStore, id: string, said: string): Promise<Session> {
    const { entry, config } = this.#options.planner;
    const registry = createRegistry([entry]);
    if (await store.describe(id)) return await openSession(store, registry, id);
    const title = said.split('\n')[0]?.slice(0, LONGEST_TITLE) ?? '';
    return await createSession(store, registry, { id, title, plannerId: entry.planner.id, config });
  }

  /** What the last of these facts is to the person. Outside of a turn only plans are shown. */
  async #tell(facts: readonly Fact[], { replay }: { readonly replay: boolean }): Promise<void> {
    const last = facts.at(-1);
    if (last === undefined || !(replay || this.#turn.isOn)) return;
    const { planner } = this.#options;
    const said = replay ? planner.said(last, facts.slice(0, -1)) : undefined;
    if (said !== undefined) return await this.#send(userMessage(said));
    const told = planner.told(facts) ?? commonText(last);
    if (told !== undefined) await this.#send(agentMessage(`${told}\n\n`));
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
  { config }: EditorPlanner,
): Promise<void> {
  const { planner } = entry;
  const isSetUp = facts.some(
    ({ type, plannerId }) => type === 'planner_configured' && plannerId === planner.id,
  );
  if (!isSetUp) await reconfigurePlanner(journal, { planner, config, ready: true });
}
