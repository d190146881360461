import { describe, expect, it } from 'vitest';
import { BEFORE_CONVERSATION, conversationAfter, conversationBlock } from './conversation.ts';

const ASKED = { type: 'status_changed', a2a: 'input-required' } as const;
const received = [{ type: 'remote_received' }, ASKED] as const;

type Said = { readonly type: string; readonly a2a?: string };

function statusAfter(facts: readonly Said[]): unknown {
  const block = conversationBlock(facts.reduce(conversationAfter, BEFORE_CONVERSATION));
  return block.type === 'fields' ? block.items[0]?.value : undefined;
}

describe('whose turn it is in a conversation', () => {
  it('changes with each message, also where the other side never tells', () => {
    const own = statusAfter(received);
    const other = statusAfter([...received, { type: 'remote_sent' }]);
    expect(other).not.toBe(own);
    expect(other).toBe(statusAfter([{ type: 'status_changed', a2a: 'submitted' }]));
    expect(statusAfter([...received, { type: 'remote_sent' }, { type: 'remote_received' }])).toBe(own);
  });

  it('is nobody’s once it has ended', () => {
    const end = { type: 'status_changed', a2a: 'completed' } as const;
    expect(statusAfter([...received, { type: 'remote_sent' }, end])).toBe(statusAfter([end]));
  });
});
