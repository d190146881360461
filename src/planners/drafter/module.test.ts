import { describe, expect, it } from 'vitest';
import { moduleAt } from '../../../test/module-moment.ts';
import { conversationFamily } from '../../harness/family.ts';
import { familyOfModule } from '../../harness/module/module-planner.ts';
import { ViewBlockSchema } from '../../harness/module/view-block.ts';
import { DrafterConfig } from './config.ts';
import { drafterModule } from './module.ts';

const context = { by: 'ann', now: '2026-01-01T00:00:00.000Z', newId: () => 'id' };
const at = (...facts: readonly object[]) => moduleAt(drafterModule, facts);

const turn = { type: 'status_changed', a2a: 'input-required' };
const received = { type: 'remote_received', messageId: 'm1', text: 'Hello' };
const sent = { type: 'remote_sent', messageId: 'm2', text: 'Hello yourself' };

describe('the drafter as a module', () => {
  it('runs like other conversation planners, and adds no facts or commands', () => {
    expect(familyOfModule(drafterModule)).toBe(conversationFamily);
    expect(drafterModule.facts).toEqual({});
    expect(drafterModule.commands).toEqual({});
  });

  it('is idle until the conversation ends, and then has its status', () => {
    expect(drafterModule.status(at())).toBe('idle');
    expect(drafterModule.status(at(turn, received))).toBe('idle');
    for (const a2a of ['completed', 'failed', 'canceled', 'rejected'] as const) {
      const ended = at(turn, { type: 'status_changed', a2a });
      expect(drafterModule.status(ended)).toBe(a2a);
      expect(drafterModule.done(ended)).toBe(true);
    }
    const again = at({ type: 'status_changed', a2a: 'completed' }, turn);
    expect(drafterModule.done(again)).toBe(false);
  });

  it('shows the status of the conversation, and leaves the messages to the surfaces', () => {
    const [block, ...others] = drafterModule.view(at(turn, received, sent, received));
    expect(ViewBlockSchema.parse(block)).toMatchObject({
      type: 'fields',
      items: [
        { label: 'Next message', value: 'From this side' },
        { label: 'Messages', value: '2 from the other side, 1 from this side' },
      ],
    });
    expect(others).toEqual([]);
    expect(drafterModule.data(at(turn))).toEqual({ type: 'conversation' });
    expect(drafterModule.artifacts(at(turn, sent))).toEqual([]);
    expect(drafterModule.waiting(at(turn))).toEqual([]);
  });

  it('is cancelled once, by ending the conversation', () => {
    expect(drafterModule.cancel?.(at(turn), context)).toEqual([
      { type: 'status_changed', a2a: 'canceled', by: 'ann' },
    ]);
    expect(drafterModule.cancel?.(at({ type: 'status_changed', a2a: 'completed' }), context)).toEqual([]);
  });

  it('fits messages and requests for a reply, and no other work', () => {
    const fits = (text: string) => drafterModule.fits?.(text) ?? 0;
    expect(fits('Write a reply to this message: can you come on Monday?')).toBeGreaterThan(0.8);
    expect(fits('Hello, can you come on Monday?')).toBeGreaterThan(0.5);
    expect(fits('A road trip from Los Angeles to Chicago in 8 days')).toBe(0);
  });

  it('offers valid examples', () => {
    for (const { config = {} } of drafterModule.examples)
      expect(() => DrafterConfig.parse(config)).not.toThrow();
    expect(drafterModule.examples.length).toBeGreaterThan(0);
  });
});
