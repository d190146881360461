import type { Envelope, ProposedFact } from '../../../journal/fact.ts';
import { decideOn, stateOf } from '../../../kernel/projection/follow.ts';
import type { Projection } from '../../../kernel/projection/projection.ts';
import { type A2aFact, a2aFact, type ConversationJournal } from '../facts.ts';

/** The agent that a session is connected to, according to its journal. */
export interface AgentLink {
  /** The seq of the connection. */
  readonly seq: number;
  readonly cardUrl: string;
  readonly name: string;
  readonly allowPrivate: boolean;
}

interface LinkState {
  readonly nativeFrom: number;
  readonly link: AgentLink | undefined;
}

const projection: Projection<LinkState> = {
  initial: ({ nativeFrom }) => ({ nativeFrom, link: undefined }),
  apply(state, fact) {
    const link = linkAfter(state.link, fact, state.nativeFrom);
    return link === state.link ? state : { ...state, link };
  },
};

/** The agent that a session is connected to after the next fact. */
export function linkAfter(
  link: AgentLink | undefined,
  fact: Envelope,
  nativeFrom: number,
): AgentLink | undefined {
  const own = fact.seq < nativeFrom ? undefined : a2aFact(fact);
  if (own?.type === 'agent_connected') return linkOf(own);
  // If the agent was erased, none is connected.
  return own?.type === 'agent_disconnected' || isErasedConnection(fact) ? undefined : link;
}

function linkOf(fact: Extract<A2aFact, { readonly type: 'agent_connected' }>): AgentLink {
  const { seq, cardUrl, name } = fact;
  return { seq, cardUrl, name, allowPrivate: fact.allowPrivate === true };
}

function isErasedConnection(fact: Envelope): boolean {
  return 'redactedType' in fact && fact.redactedType === 'agent_connected';
}

/** The agent that a session is connected to; `undefined` if none. */
export async function agentLinkOf(
  journal: Pick<ConversationJournal, 'facts' | 'describe'>,
): Promise<AgentLink | undefined> {
  return (await stateOf(journal, projection)).link;
}

/** Records that a session is connected to an agent whose card was read. */
export async function recordConnected(
  journal: Pick<ConversationJournal, 'id' | 'append' | 'facts' | 'describe'>,
  { cardUrl, name, allowPrivate }: Omit<AgentLink, 'seq'>,
  by: string,
): Promise<void> {
  const connected: ProposedFact = {
    type: 'agent_connected',
    cardUrl,
    name,
    ...(allowPrivate && { allowPrivate }),
    by,
  };
  await decideOn(journal, projection, ({ link }) => {
    const isSame = link?.cardUrl === cardUrl && link.allowPrivate === allowPrivate && link.name === name;
    return { append: isSame ? [] : [connected] };
  });
}

/** Records that it is disconnected. Does nothing if it was not connected. */
export async function recordDisconnected(
  journal: Pick<ConversationJournal, 'id' | 'append' | 'facts' | 'describe'>,
  by: string,
): Promise<void> {
  await decideOn(journal, projection, ({ link }) => ({
    append: link ? [{ type: 'agent_disconnected', by }] : [],
  }));
}
