import type { Fact, JournalSummary, Verification } from '../../journal/index.ts';
import { ask, journalPath, Refusal } from './ask.ts';
import { at, later } from './dom.ts';
import { moment } from './moments.ts';
import { factRow } from './rows.ts';

const FIRST_FACTS = 200;
const MORE_FACTS = 500;
/** Until somebody asks for earlier facts, only so many of the newest stay in the page. */
const MOST_FACTS = 1000;
const REREAD_FACTS = 1000;
const RETRY_MS = 1000;
const SHOW_EARLIER = 'Show earlier facts';
/** Up to here a journal is verified when it is opened; a longer one when somebody asks. */
const VERIFY_AT_ONCE = 20_000;

const list = at('facts', HTMLOListElement);
const earlier = at('earlier', HTMLButtonElement);
const verification = at('verification', HTMLElement);

/** Who opened a pane, and hears of what happens to it. */
export interface PaneOwner {
  /** The journal was deleted. */
  onGone(): void;
  /** The journal was deleted, and another made under its id: what the pane shows is of the past. */
  onRemade(journal: JournalSummary): void;
  /** The facts began to come, or, for this reason, stopped. */
  onConnection(reason?: unknown): void;
}

/** One open journal: its facts, newest first, from the server's stream. */
export class JournalPane {
  #journal: JournalSummary;
  readonly #owner: PaneOwner;
  readonly #rows = new Map<number, HTMLLIElement>();
  /** Came over the stream, not drawn yet. */
  readonly #arrived: Fact[] = [];
  /** What is appended after the opening is shown as new. */
  readonly #headAtFirst: number;
  #first: number;
  #last: number;
  #keepsAll = false;
  #connection: 'connecting' | 'live' | 'lost' = 'connecting';
  #stream: EventSource | undefined;
  #retry: number | undefined;
  #resuming: object | undefined;
  #closed = false;

  constructor(journal: JournalSummary, owner: PaneOwner) {
    this.#journal = journal;
    this.#owner = owner;
    this.#headAtFirst = journal.head;
    this.#first = Math.max(journal.head - FIRST_FACTS + 1, 1);
    this.#last = this.#first - 1;
    list.replaceChildren();
    earlier.textContent = SHOW_EARLIER;
    earlier.disabled = false;
    earlier.onclick = () => void this.#showEarlier();
    at('verify', HTMLButtonElement).onclick = () => void this.#verify();
    showVerification('unknown', '');
    this.#follow();
    this.#showHead();
    if (journal.head <= VERIFY_AT_ONCE) void this.#verify();
  }

  get id(): string {
    return this.#journal.id;
  }

  get connection(): 'connecting' | 'live' | 'lost' {
    return this.#connection;
  }

  /** Whether this is what the pane shows, and not another journal that has its id now. */
  shows({ id, createdAt }: JournalSummary): boolean {
    return id === this.id && createdAt === this.#journal.createdAt;
  }

  /**
   * Goes on after the last fact that was seen, once it is sure that the journal is still the same and nothing is shown
   * that was erased meanwhile.
   */
  async resume(): Promise<void> {
    this.stop();
    this.#showArrived();
    const resuming = {};
    this.#resuming = resuming;
    try {
      const journal = await ask<JournalSummary>(journalPath(this.id));
      if (this.#resuming !== resuming) return;
      if (!this.shows(journal) || journal.head < this.#last) {
        this.#owner.onRemade(journal);
        return;
      }
      await this.#dropErased();
      if (this.#resuming !== resuming) return;
      this.update(journal);
      this.#follow();
    } catch (error) {
      if (this.#resuming !== resuming) return;
      if (error instanceof Refusal && error.status === 404) this.#owner.onGone();
      else this.#lost(error);
    }
  }

  #follow(): void {
    const stream = new EventSource(journalPath(this.id, `/events?from=${this.#last + 1}`));
    stream.addEventListener('open', () => {
      this.#connection = 'live';
      this.#owner.onConnection();
    });
    stream.addEventListener('fact', ({ data }) => {
      const fact: Fact = JSON.parse(data);
      this.#last = fact.seq;
      this.#arrived.push(fact);
      later(this.#showArrived);
    });
    stream.addEventListener('redacted', () => void this.resume());
    stream.addEventListener('deleted', () => void this.resume());
    // The browser would go on after the last fact, whatever became of the journal meanwhile; or, refused, give up.
    stream.addEventListener('error', (reason) => this.#lost(reason));
    this.#stream = stream;
  }

  #lost(reason: unknown): void {
    this.stop();
    this.#connection = 'lost';
    this.#retry = window.setTimeout(() => void this.resume(), RETRY_MS);
    this.#owner.onConnection(reason);
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#stream?.close();
    this.#resuming = undefined;
    if (this.#connection === 'live') this.#connection = 'connecting';
  }

  /** Leaves the page to another journal. */
  close(): void {
    this.#closed = true;
    this.stop();
  }

  update(journal: JournalSummary): void {
    this.#journal = journal;
    this.#showHead();
  }

  #showHead(): void {
    const { id, head, origin, createdAt } = this.#journal;
    at('title', HTMLHeadingElement).textContent = id;
    const count = `${head.toLocaleString('en')} ${head === 1 ? 'fact' : 'facts'}`;
    at('meta', HTMLElement).textContent = `${count} · ${cameAs(origin)} ${moment(createdAt)}`;
    at('no-facts', HTMLElement).hidden = head > 0;
    earlier.hidden = this.#first <= 1;
    list.style.setProperty('--digits', String(Math.max(String(head).length, 3)));
  }

  readonly #showArrived = (): void => {
    if (this.#closed) return;
    const rows = this.#arrived.splice(0).map((fact) => {
      const row = this.#row(fact);
      if (fact.seq > this.#headAtFirst) row.classList.add('arrived');
      return row;
    });
    list.prepend(...rows.reverse());
    while (!this.#keepsAll && list.childElementCount > MOST_FACTS) {
      list.lastElementChild?.remove();
      this.#rows.delete(this.#first);
      this.#first += 1;
    }
    this.#showHead();
  };

  #row(fact: Fact): HTMLLIElement {
    const row = factRow(fact);
    this.#rows.set(fact.seq, row);
    return row;
  }

  async #dropErased(): Promise<void> {
    for (let next = this.#first; next <= this.#last; ) {
      const path = journalPath(this.id, `/facts?from=${next}&limit=${REREAD_FACTS}`);
      const { facts } = await ask<{ facts: Fact[] }>(path);
      const last = facts.at(-1);
      if (last === undefined || this.#closed) return;
      for (const fact of facts) {
        const row = this.#rows.get(fact.seq);
        if (row && fact.type === 'redacted') row.replaceWith(this.#row(fact));
      }
      next = last.seq + 1;
    }
  }

  async #showEarlier(): Promise<void> {
    const from = Math.max(this.#first - MORE_FACTS, 1);
    earlier.disabled = true;
    earlier.textContent = SHOW_EARLIER;
    try {
      const facts: Fact[] = [];
      for (let next = from; next < this.#first; ) {
        const page = await ask<{ facts: Fact[] }>(
          journalPath(this.id, `/facts?from=${next}&limit=${this.#first - next}`),
        );
        const last = page.facts.at(-1);
        if (last === undefined) break;
        facts.push(...page.facts);
        next = last.seq + 1;
      }
      if (this.#closed) return;
      this.#first = from;
      this.#keepsAll = true;
      list.append(...facts.map((fact) => this.#row(fact)).reverse());
      this.#showHead();
    } catch {
      if (!this.#closed) earlier.textContent = 'Could not load them: try again';
    } finally {
      if (!this.#closed) earlier.disabled = false;
    }
  }

  async #verify(): Promise<void> {
    showVerification('unknown', 'Checking');
    try {
      const { ok, head, firstBad } = await ask<Verification>(journalPath(this.id, '/verification'));
      if (this.#closed) return;
      if (ok) showVerification('good', `Chain intact to ${head.toLocaleString('en')}`);
      else showVerification('bad', `Damaged at ${firstBad?.toLocaleString('en')}`);
    } catch {
      if (!this.#closed) showVerification('unknown', 'Not checked');
    }
  }
}

function cameAs(origin: JournalSummary['origin']): string {
  switch (origin.type) {
    case 'created':
      return 'created';
    case 'fork':
      return `forked from ${origin.journal} at ${origin.at}`;
    case 'import':
      return 'imported';
  }
}

function showVerification(state: 'good' | 'bad' | 'unknown', text: string): void {
  verification.dataset.state = state;
  verification.textContent = text;
  verification.hidden = text === '';
}
