import type { PlannerAction } from '../planner-state.ts';

/** An action as a chat message. */
export interface ChatMessage {
  /** The action, unchanged. */
  readonly action: PlannerAction;
  readonly text: string;
  /** The options, in the order of the action. */
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** Renders an action as text: it adds no question, changes no order and leaves nothing out. */
export function renderAction(action: PlannerAction): ChatMessage {
  switch (action.type) {
    case 'ASK_USER':
      return { action, text: `${action.reason} ${action.question}`.trim(), options: [] };
    case 'AUTO_FIX':
      return { action, text: action.justification, options: [] };
    case 'SUGGEST_REPAIR':
      return {
        action,
        text: action.reason,
        options: action.options.map(({ id, label }) => ({ id, label })),
      };
    case 'CONTINUE_PLAN':
      return { action, text: 'No problems found.', options: [] };
  }
}

/** The meaning of a person's answer to an action: a number or a label chooses an option, anything else is text. */
export function answerTo(
  action: PlannerAction | undefined,
  text: string,
): { text: string } | { choose: string } {
  const said = text.trim();
  if (action?.type !== 'SUGGEST_REPAIR') return { text: said };
  const [, number] = /^(?:option |#)?(\d{1,2})\.?$/i.exec(said) ?? [];
  const chosen =
    number === undefined
      ? action.options.find(({ id, label }) => id === said || label.toLowerCase() === said.toLowerCase())
      : action.options[Number(number) - 1];
  return chosen ? { choose: chosen.id } : { text: said };
}
