import type { Fact, JournalSummary } from '../../journal/index.ts';
import { element } from './dom.ts';
import { ago, moment } from './moments.ts';

const PREVIEW_CHARACTERS = 400;

export function journalRow({ id, head, updatedAt }: JournalSummary, isOpen: boolean): HTMLLIElement {
  const link = element(
    'a',
    { href: `#${encodeURIComponent(id)}`, title: id },
    element('span', { className: 'name', textContent: id }),
    element('span', { className: 'when', textContent: ago(updatedAt) }),
    element('span', { className: 'count', textContent: head.toLocaleString('en') }),
  );
  if (isOpen) link.setAttribute('aria-current', 'true');
  return element('li', {}, link);
}

/** One line a fact; opened, it shows the whole of it. */
export function factRow(fact: Fact): HTMLLIElement {
  const { seq, id: _id, ts, type, v: _v, ...payload } = fact;
  const isRedacted = type === 'redacted';
  const summary = element(
    'summary',
    {},
    element('span', { className: 'seq', textContent: String(seq) }),
    element('time', { dateTime: ts, title: ts, textContent: moment(ts) }),
    element('span', { className: 'type', textContent: isRedacted ? String(payload.redactedType) : type }),
    isRedacted ? erased(String(payload.redactedAt)) : preview(payload),
  );
  const details = element('details', {}, summary);
  details.addEventListener('toggle', () => {
    if (!details.open || details.childElementCount > 1) return;
    details.append(element('pre', { textContent: JSON.stringify(fact, undefined, 2) }));
  });
  return element('li', { className: isRedacted ? 'redacted' : '' }, details);
}

function erased(redactedAt: string): HTMLElement {
  return element('span', { className: 'payload', textContent: `erased ${moment(redactedAt)}` });
}

function preview(payload: object): HTMLElement {
  const line = element('span', { className: 'payload' });
  let room = PREVIEW_CHARACTERS;
  for (const [key, value] of Object.entries(payload)) {
    if (room <= 0) break;
    const name = key.slice(0, room);
    const text = JSON.stringify(value).slice(0, room);
    line.append(element('span', { className: 'key', textContent: name }), ` ${text}`);
    room -= name.length + text.length;
  }
  return line;
}
