import type { BlockAction, CommandCall, StepItem, StepStatus } from '../../src/harness/module/view-block.ts';
import type { ShownPlan, WaitingCard } from './shown-plan.ts';

/** Gives a command, and resolves when it was taken or refused. */
export type Give = (command: CommandCall, what: string) => Promise<void>;

type Block = ShownPlan['blocks'][number];

/** An action, and whether it is asked about before it is done. */
type ShownAction = BlockAction & { readonly confirm?: boolean };

const LOOKS: Readonly<Record<StepStatus, { readonly sign: string; readonly word: string }>> = {
  pending: { sign: '○', word: 'Pending' },
  running: { sign: '◐', word: 'In progress' },
  waiting: { sign: '◔', word: 'Waiting' },
  blocked: { sign: '!', word: 'Blocked' },
  done: { sign: '✓', word: 'Done' },
  failed: { sign: '×', word: 'Failed' },
  cancelled: { sign: '–', word: 'Cancelled' },
  simulated: { sign: '~', word: 'Simulated' },
};

/** A plan as elements. Every text is set as text: nothing of it is read as HTML. */
export function planElements({ title, blocks, waiting }: ShownPlan, give: Give): readonly HTMLElement[] {
  const isTitled = blocks.some((block) => block.type === 'steps' && block.title !== undefined);
  const nothing = blocks.length + waiting.length === 0;
  return [
    ...(isTitled ? [] : [element('h1', {}, title)]),
    ...waiting.map((item) => waitingElement(item, give)),
    ...blocks.map((block) => blockElement(block, give)),
    ...(nothing ? [element('p', { class: 'soft' }, 'Nothing to show yet.')] : []),
  ];
}

function blockElement(block: Block, give: Give): HTMLElement {
  switch (block.type) {
    case 'progress': {
      const bar = element('progress', { 'aria-label': block.label });
      bar.value = block.value;
      bar.max = block.max || 1;
      const count = block.max === undefined ? `${block.value}` : `${block.value} of ${block.max}`;
      return element('div', { class: 'progress' }, bar, element('span', {}, `${block.label}: ${count}`));
    }
    case 'markdown':
      return element('div', { class: 'text' }, element('p', {}, block.text), ...buttons(block.actions, give));
    case 'steps':
      return element(
        'section',
        {},
        ...(block.title ? [element('h1', {}, block.title)] : []),
        element('ol', {}, ...block.items.map((item) => stepElement(item, give))),
        ...buttons(block.actions, give),
      );
    default:
      return element('span', {});
  }
}

function stepElement(item: StepItem, give: Give): HTMLElement {
  const { id, title, status, details, notes = [], children = [], actions } = item;
  const { sign, word } = LOOKS[status] ?? LOOKS.pending;
  return element(
    'li',
    { 'data-step': id, 'data-status': status },
    element('span', { class: 'sign', role: 'img', 'aria-label': word }, sign),
    element(
      'div',
      { class: 'step' },
      element('p', { class: 'title' }, title),
      ...(details ? [element('p', { class: 'soft' }, details)] : []),
      ...(notes.length > 0
        ? [element('ul', { class: 'soft' }, ...notes.map((note) => element('li', {}, note)))]
        : []),
      ...buttons(actions, give, title),
      ...(children.length > 0
        ? [element('ol', {}, ...children.map((child) => stepElement(child, give)))]
        : []),
    ),
  );
}

function waitingElement({ text, details, options = [], form, id }: WaitingCard, give: Give): HTMLElement {
  return element(
    'section',
    { class: 'waiting', 'aria-label': text.slice(0, 120) },
    element('p', { class: 'title' }, text),
    ...(details ? [element('p', { class: 'text' }, details)] : []),
    ...buttons(options, give),
    ...(form?.field === undefined ? [] : [answerBox(id, text, give)]),
  );
}

/** No form: a host may put the app into a frame that sends none. */
function answerBox(qid: string, question: string, give: Give): HTMLElement {
  const input = element('input', { 'aria-label': 'Answer' });
  const button = element('button', { type: 'button' }, 'Answer');
  const answer = () => {
    const text = input.value.trim();
    if (text !== '') void give({ type: 'answer', qid, text }, `answered "${question}" with "${text}"`);
  };
  button.addEventListener('click', answer);
  input.addEventListener('keydown', ({ key }) => key === 'Enter' && answer());
  return element('div', { class: 'actions' }, input, button);
}

/** What needs a form of its own is left to the workbench. */
function buttons(actions: readonly ShownAction[] = [], give: Give, subject = ''): readonly HTMLElement[] {
  const plain = actions.filter(({ edit = [] }) => edit.length === 0);
  if (plain.length === 0) return [];
  const made = plain.map(({ label, command, confirm = false }) => {
    const button = element('button', { type: 'button' }, label);
    if (subject !== '') button.setAttribute('aria-label', `${label}: ${subject}`);
    let isAsked = !confirm;
    button.addEventListener('blur', () => {
      isAsked = !confirm;
      button.textContent = label;
    });
    button.addEventListener('click', () => {
      if (!isAsked) {
        isAsked = true;
        button.textContent = `Really? ${label}`;
        button.removeAttribute('aria-label');
        return;
      }
      button.disabled = true;
      void give(command, `chose "${label}"${subject === '' ? '' : ` for "${subject}"`}`).finally(() => {
        button.disabled = false;
      });
    });
    return button;
  });
  return [element('div', { class: 'actions' }, ...made)];
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
