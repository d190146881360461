import type { WaitingItem } from '../../../harness/module/waiting-item.ts';
import { openAction, type TripState } from '../conversation-fold.ts';
import { renderAction } from '../turn/chat.ts';

/**
 * What a trip waits for: the answer to a question, or the choice of a repair. `choose` creates the command for an
 * option.
 */
export function tripWaiting<Call>(
  state: TripState,
  choose: (optionId: string) => Call,
): readonly WaitingItem<Call, { readonly type: 'say' }>[] {
  const { seq, action } = openAction(state) ?? {};
  switch (action?.type) {
    case 'ASK_USER': {
      const { question, reason } = action;
      return [
        {
          id: `trip-question-${seq}`,
          seq,
          text: renderAction(action).text,
          form: { type: 'say' },
          data: { type: 'trip-question', question, reason },
        },
      ];
    }
    case 'SUGGEST_REPAIR': {
      const { reason } = action;
      const options = action.options.map(({ id, label }) => ({ id, label }));
      return [
        {
          id: `trip-repair-${seq}`,
          seq,
          text: reason,
          options: options.map((option) => ({ ...option, command: choose(option.id) })),
          data: { type: 'trip-repair', reason, options },
        },
      ];
    }
    default:
      return [];
  }
}
