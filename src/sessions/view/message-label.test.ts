import { describe, expect, it } from 'vitest';
import { messageLabel } from './message-label.ts';

const ID = '1e7016b1-99a1-405c-957b-fe342c081865';
const file = (name: string) => ({ name, mimeType: 'application/pdf' });

describe('a message in words', () => {
  it.each([
    [{ type: 'remote_received', text: 'Can you deliver?' }, 'Message received', 'Can you deliver?'],
    [{ type: 'remote_sent', text: 'Yes', attachments: [file('offer.pdf')] }, 'Message sent', 'Yes'],
    [{ type: 'user_guidance', text: 'Say no', by: 'ada' }, 'Whisper', 'Say no'],
    [{ type: 'user_input', choose: 'option-1', chosen: 'Replace it' }, 'Message', 'Replace it'],
    [{ type: 'agent_question', qid: ID, prompt: 'Which port?' }, 'Question', 'Which port?'],
    [{ type: 'planner_error', code: 'x', message: 'No answer' }, 'Failure', 'No answer'],
    [{ type: 'tool_call', callId: ID, name: 'calendar', why: 'To see' }, 'Tool call', 'calendar'],
    [{ type: 'sleep', reason: 'Waiting for them' }, 'Nothing to say', 'Waiting for them'],
  ])('has its kind and its text: %j', (message, noun, name) => {
    expect(messageLabel({ id: ID, ...message })).toEqual({ noun, name });
  });

  it('is named by its files if it has no text', () => {
    const attachments = [file('offer.pdf'), file('prices.csv')];
    expect(messageLabel({ id: ID, type: 'remote_received', text: ' ', attachments })).toEqual({
      noun: 'Message received',
      name: 'offer.pdf, prices.csv',
    });
  });

  it('is named by its author if it has no files either, never by its id', () => {
    expect(messageLabel({ id: ID, type: 'user_input', by: 'ada' })).toEqual({ noun: 'Message by ada' });
    expect(messageLabel({ id: ID, type: 'sleep' })).toEqual({ noun: 'Nothing to say' });
  });
});
