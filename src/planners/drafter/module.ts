import { definePlanner } from '../../harness/module/define-planner.ts';
import {
  BEFORE_CONVERSATION,
  cancelled,
  conversationAfter,
  conversationBlock,
  hasEnded,
  statusOf,
} from '../conversation.ts';
import { DrafterConfig, summaryOf } from './config.ts';
import { draftText } from './draft-text.ts';
import { looksLikeMessage } from './looks-like-message.ts';
import { materialOf } from './material.ts';
import { offlineSkills } from './offline-skills.ts';
import { NOTHING_TO_ADD } from './prompt.ts';

/** Writes the next message of a conversation: one draft per pass, from the public and private messages. */
export const drafterModule = definePlanner({
  id: 'drafter',
  title: 'Reply drafter',
  description: 'Drafts replies in a conversation with another agent, for you to approve.',
  icon: 'pen-line',
  talks: 'agent',
  config: DrafterConfig,
  facts: {},
  state: { version: 1, initial: BEFORE_CONVERSATION, apply: conversationAfter },
  async plan({ facts }, context) {
    context.hud('reading');
    const text = await draftText(materialOf(facts), context);
    if (text === NOTHING_TO_ADD) return [{ type: 'sleep', reason: 'Nothing is left to say.' }];
    return [{ type: 'compose_intent', composeId: context.newId('compose'), text }];
  },
  view: ({ state }) => [conversationBlock(state)],
  data: () => ({ type: 'conversation' }),
  status: ({ state }) => statusOf(state),
  done: ({ state }) => hasEnded(state),
  cancel: ({ state }, { by }) => cancelled(state, by),
  summary: summaryOf,
  fits: looksLikeMessage,
  examples: [
    {
      title: 'A question about a delivery',
      text: 'Hello! Can you deliver forty sacks on Monday instead of Thursday? We would need to know by tomorrow.',
    },
    {
      title: 'An invitation',
      text: 'Would you give a talk about your garden at our meeting in May? Twenty minutes would be enough.',
    },
  ],
  offlineSkills,
});
