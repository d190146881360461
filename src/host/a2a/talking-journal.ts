import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';

/** What following a conversation by A2A needs of its journal. */
export type TalkingJournal = Pick<
  Journal<Envelope>,
  'id' | 'append' | 'facts' | 'subscribe' | 'attachments' | 'describe'
>;
