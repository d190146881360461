// Shows the journals of this server and the facts of one of them, live. Facts are untrusted: they reach the page as
// text nodes only, and the content security policy would stop anything else.
import type { JournalSummary } from '../../journal/index.ts';
import { ask, Refusal, signIn } from './ask.ts';
import { at, later } from './dom.ts';
import { JournalPane } from './journal-pane.ts';
import { journalRow } from './rows.ts';

const RETRY_MS = 2000;
const ROWS = 500;

const filter = at('filter', HTMLInputElement);
const token = at('token', HTMLInputElement);
const offline = at('offline', HTMLElement);
const connection = at('connection', HTMLElement);
const signInPane = at('sign-in', HTMLElement);

const journals = new Map<string, JournalSummary>();
let pane: JournalPane | undefined;
/** Whether the list is what the server has, and follows it. */
let isListed = false;
let changes: EventSource | undefined;
let retry: number | undefined;

function connect(): void {
  disconnect();
  const stream = new EventSource('/api/events');
  stream.addEventListener('ready', () => void load().catch(lost));
  stream.addEventListener('journal', ({ data }) => note(JSON.parse(data)));
  stream.addEventListener('deleted', ({ data }) => forget(JSON.parse(data).id));
  stream.addEventListener('error', lost);
  changes = stream;
  void pane?.resume();
}

function disconnect(): void {
  clearTimeout(retry);
  changes?.close();
  changes = undefined;
  pane?.stop();
}

/** The browser reconnects by itself while the server is away; after an answer that is no stream it does not. */
function lost(reason?: unknown): void {
  if (reason instanceof Refusal && reason.status === 401) {
    askForToken();
    return;
  }
  isListed = false;
  showConnection();
  if (changes?.readyState === EventSource.CONNECTING) return;
  clearTimeout(retry);
  retry = window.setTimeout(() => void ask('/api/about').then(connect, lost), RETRY_MS);
}

async function load(): Promise<void> {
  const found: JournalSummary[] = [];
  let after = '';
  for (;;) {
    const page = await ask<{ journals: JournalSummary[]; next?: string }>(
      `/api/journals?limit=1000&after=${encodeURIComponent(after)}`,
    );
    found.push(...page.journals);
    if (page.next === undefined) break;
    after = page.next;
  }
  if (found.length === 0) {
    const { firstCommand } = await ask<{ firstCommand: string }>('/api/about');
    at('command', HTMLElement).textContent = firstCommand;
  }
  journals.clear();
  for (const journal of found) journals.set(journal.id, journal);
  isListed = true;
  openFromAddress();
  if (pane?.connection === 'lost') void pane.resume();
}

function note(journal: JournalSummary): void {
  const isNew = !journals.has(journal.id);
  journals.set(journal.id, journal);
  if (pane?.shows(journal)) pane.update(journal);
  const isRemade = pane?.id === journal.id && !pane.shows(journal);
  if (isRemade || (isNew && pane === undefined)) openFromAddress();
  else later(showList);
}

function forget(id: string): void {
  journals.delete(id);
  if (pane?.id === id && location.hash !== '') location.hash = '';
  else openFromAddress();
}

/** Opens the journal that the address names, or on a wide screen the one that changed last. */
function openFromAddress(): void {
  const named = nameInAddress();
  const isWide = matchMedia('(width >= 760px)').matches;
  const wanted = journals.get(named) ?? (isWide && named === '' ? newestFirst()[0] : undefined);
  if (wanted && pane?.shows(wanted)) pane.update(wanted);
  else openPane(wanted);
  showOpened();
}

function nameInAddress(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function openPane(journal: JournalSummary | undefined): void {
  pane?.close();
  pane =
    journal &&
    new JournalPane(journal, {
      onGone: () => forget(journal.id),
      onRemade: (remade) => {
        journals.set(remade.id, remade);
        openPane(remade);
        showOpened();
      },
      onConnection: (reason) => {
        if (reason instanceof Refusal && reason.status === 401) askForToken();
        else showConnection();
      },
    });
  at('journal', HTMLElement).scrollTop = 0;
}

function showOpened(): void {
  at('empty', HTMLElement).hidden = journals.size > 0;
  at('choose', HTMLElement).hidden = journals.size === 0 || pane !== undefined;
  at('opened', HTMLElement).hidden = pane === undefined;
  document.body.toggleAttribute('data-empty', journals.size === 0);
  document.body.dataset.view = pane ? 'journal' : 'list';
  document.title = pane ? `${pane.id} · Wayfold` : 'Wayfold';
  if (isListed) showConnection();
  showList();
}

function showList(): void {
  const wanted = filter.value.trim().toLowerCase();
  const shown = newestFirst().filter(({ id }) => id.toLowerCase().includes(wanted));
  const rows = shown.slice(0, ROWS).map((journal) => journalRow(journal, journal.id === pane?.id));
  at('journals', HTMLUListElement).replaceChildren(...rows);
  at('no-match', HTMLElement).hidden = shown.length > 0;
}

function newestFirst(): JournalSummary[] {
  return [...journals.values()].sort((a, b) => {
    if (a.updatedAt === b.updatedAt) return a.id < b.id ? -1 : 1;
    return a.updatedAt < b.updatedAt ? 1 : -1;
  });
}

/** Live is what follows both the list and the open journal. While a journal is being opened, nothing is said anew. */
function showConnection(): void {
  offline.hidden = isListed;
  offline.textContent = 'The server is away. What is here stays readable; the page reconnects by itself.';
  if (!isListed || pane?.connection === 'lost') {
    connection.dataset.state = 'lost';
    connection.textContent = 'Reconnecting';
  } else if (pane?.connection !== 'connecting') {
    connection.dataset.state = 'live';
    connection.textContent = 'Live';
  }
}

function askForToken(): void {
  disconnect();
  at('panes', HTMLElement).hidden = true;
  signInPane.hidden = false;
  offline.hidden = true;
  connection.dataset.state = 'connecting';
  connection.textContent = 'Not signed in';
  token.focus();
}

async function sendToken(): Promise<void> {
  const problem = at('sign-in-problem', HTMLElement);
  problem.hidden = true;
  try {
    if (await signIn(token.value)) {
      token.value = '';
      signInPane.hidden = true;
      at('panes', HTMLElement).hidden = false;
      connect();
      return;
    }
    problem.textContent = 'That is not the token of this server.';
  } catch (error) {
    problem.textContent = error instanceof Refusal ? error.message : 'The server is away. Try again.';
  }
  problem.hidden = false;
}

addEventListener('hashchange', openFromAddress);
filter.addEventListener('input', showList);
at('sign-in-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void sendToken();
});
at('copy', HTMLButtonElement).addEventListener('click', async ({ currentTarget }) => {
  await navigator.clipboard.writeText(at('command', HTMLElement).textContent);
  if (currentTarget instanceof HTMLElement) currentTarget.textContent = 'Copied';
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  filter.focus();
});
// A browser opens few connections to one server; those of pages nobody looks at would block the others.
document.addEventListener('visibilitychange', () => {
  if (!signInPane.hidden) return;
  if (document.hidden) disconnect();
  else connect();
});
window.setInterval(() => later(showList), 30_000);

ask('/api/about').then(connect, lost);
