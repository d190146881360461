import type { Envelope } from '../../journal/fact.ts';
import { erasedFact } from '../../kernel/projection/kept-fields.ts';
import { type AgentLink, linkAfter } from './connected/agent-link.ts';
import { a2aFact } from './facts.ts';

/** Who outside can reach a session, and whom it is connected to, for lists and pages. Plain data. */
export interface OutsideContact {
  readonly published: boolean;
  /**
   * Whether it serves the context of one caller, as forks of published sessions do; `erased` if it is unknown
   * which.
   */
  readonly context: 'none' | 'served' | 'erased';
  readonly link: AgentLink | undefined;
}

export const NO_CONTACT: OutsideContact = { published: false, context: 'none', link: undefined };

/** The contact after the next fact. `archived`: whether the session is archived after it. */
export function contactAfter(
  before: OutsideContact,
  fact: Envelope,
  { nativeFrom, archived }: { readonly nativeFrom: number; readonly archived: boolean },
): OutsideContact {
  const own = a2aFact(fact);
  const isErasedContext = own === undefined && erasedFact(fact)?.type === 'a2a_context_opened';
  const context = isErasedContext ? 'erased' : before.context;
  const link = linkAfter(before.link, fact, nativeFrom);
  const contact = { ...before, context, link, published: before.published && !archived };
  if (own === undefined || fact.seq < nativeFrom) return contact;
  switch (own.type) {
    case 'session_published':
      return { ...contact, published: !archived };
    case 'session_unpublished':
      return { ...contact, published: false };
    case 'a2a_context_opened':
      return { ...contact, context: context === 'erased' ? context : 'served' };
    default:
      return contact;
  }
}

/** Whether callers can talk here. Those of a fork also need its original to be published. */
export function isOpenToCallers({ published, context }: OutsideContact, archived: boolean): boolean {
  return published || (context === 'served' && !archived);
}
