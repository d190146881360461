import type { Fact, JournalSummary, Verification } from '../../journal/index.ts';
import { ask, journalPath } from './ask.ts';
import { at, later } from './dom.ts';
import { moment } from './moments.ts';
import { factRow } from './rows.ts';

const FIRST_FACTS = 200;
const MORE_FACTS = 500;
/** Until somebody asks for earlier facts, only so many of the newest stay in the page. */
const MOST_FACTS = 1000;
/** Up to here a journal is verified when it is opened; a longer one when somebody asks. */
const VERIFY_AT_ONCE = 20_000;

const list = at('facts', HTMLOListElement);
const earlier = at('earlier', HTMLButtonElement);
const verification = at('verification', HTMLElement);

/** One open journal: its facts, newest first, from the server's stream. */
export class JournalPane {
  #journal: JournalSummary;
  readonly #onGone: () => void;
  /** Came over the stream, not drawn yet. */
  readonly #arrived: Fact[] = [];
  /** What is appended after the opening is shown as new. */
  readonly #headAtFirst: number;
  #first: number;
  #last: number;
  #keepsAll = false;
  #stream: EventSource | undefined;
  #closed = false;

  constructor(journal: JournalSummary, onGone: () => void) {
    this.#journal = journal;
    this.#onGone = onGone;
    this.#headAtFirst = journal.head;
    this.#first = Math.max(journal.head - FIRST_FACTS + 1, 1);
    this.#last = this.#first - 1;
    list.replaceChildren();
    earlier.onclick = () => void this.#showEarlier();
    at('verify', HTMLButtonElement).onclick = () => void this.#verify();
    showVerification('unknown', '');
    this.follow();
    this.#showHead();
    if (journal.head <= VERIFY_AT_ONCE) void this.#verify();
  }

  get id(): string {
    return this.#journal.id;
  }

  /** Goes on after the last fact that was seen. */
  follow(): void {
    this.stop();
    const stream = new EventSource(journalPath(this.id, `/events?from=${this.#last + 1}`));
    stream.addEventListener('fact', ({ data }) => {
      const fact: Fact = JSON.parse(data);
      this.#last = fact.seq;
      this.#arrived.push(fact);
      later(this.#showArrived);
    });
    stream.addEventListener('deleted', this.#onGone);
    this.#stream = stream;
  }

  stop(): void {
    this.#stream?.close();
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
      const row = factRow(fact);
      if (fact.seq > this.#headAtFirst) row.classList.add('arrived');
      return row;
    });
    list.prepend(...rows.reverse());
    while (!this.#keepsAll && list.childElementCount > MOST_FACTS) {
      list.lastElementChild?.remove();
      this.#first += 1;
    }
    this.#showHead();
  };

  async #showEarlier(): Promise<void> {
    const from = Math.max(this.#first - MORE_FACTS, 1);
    earlier.disabled = true;
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
      list.append(...facts.map(factRow).reverse());
      this.#showHead();
    } catch {
      earlier.textContent = 'Could not load them: try again';
    } finally {
      earlier.disabled = false;
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
