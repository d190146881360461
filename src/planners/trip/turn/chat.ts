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

const ORDINALS: readonly RegExp[] = [
  /^(?:1|one|first|1st|erste[ns]?|premi(?:er|ère)|primer[ao]?)$/,
  /^(?:2|two|second|2nd|zweite[ns]?|deuxième|second[eao]|segund[ao])$/,
  /^(?:3|three|third|3rd|dritte[ns]?|troisième|tercer[ao]?)$/,
  /^(?:4|four|fourth|4th|vierte[ns]?|quatrième|cuart[ao])$/,
];
const AROUND_NUMBER =
  /^(?:(?:yes|ok(?:ay)?|then|please|let'?s|go|with|for|do|take|i'?d|i|we'?d|we|will|i'll|we'll|choose|prefer|say|ja|oui|sí|si|nimm|bitte|the|die|das|den|la|le|el|option|number|no\.?|nr\.?|#),? ?)*(?<which>[\p{L}\d]+)(?: (?:one|option|please|then|bitte|thanks|por favor|s'il vous plaît))*[.!]*$/iu;
const KEEP =
  /^(?:no,? )?(?:just )?(?:keep|leave) (?:it|that|this|them)(?: (?:as (?:it|that) is|like (?:that|this)|that way|so))?[.!]*$/i;

/** The meaning of a person's answer: a number, an ordinal or a label chooses an option, anything else is text. */
export function answerTo(
  action: PlannerAction | undefined,
  text: string,
): { text: string } | { choose: string } {
  const trimmed = text.trim();
  if (action?.type !== 'SUGGEST_REPAIR') return { text: trimmed };
  const { options } = action;
  const { which = '' } = AROUND_NUMBER.exec(trimmed.toLowerCase())?.groups ?? {};
  const at = ORDINALS.findIndex((ordinal) => ordinal.test(which));
  const number = at >= 0 ? at + 1 : Number(which);
  const kept = options.filter(({ label }) => KEEP.test(trimmed) && label.startsWith('Keep '));
  const chosen =
    options[number - 1] ??
    options.find(({ id, label }) => id === trimmed || label.toLowerCase() === trimmed.toLowerCase()) ??
    (kept.length === 1 ? kept[0] : undefined);
  return chosen ? { choose: chosen.id } : { text: trimmed };
}
