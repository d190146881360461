import { describe, expect, it } from 'vitest';
import { promptCommand, wordsBefore } from './prompt-command.ts';

describe('promptCommand', () => {
  it.each([
    ['/plan', { type: 'show' }],
    ['/plan show', { type: 'show' }],
    ['/plan-clear', { type: 'clear' }],
    ['/plan set Ship 1.0', { type: 'set', objective: 'Ship 1.0', titles: [] }],
    [
      '/plan set Ship 1.0\n\n- [ ] Tag it\n2. Publish',
      { type: 'set', objective: 'Ship 1.0', titles: ['Tag it', 'Publish'] },
    ],
    ['/plan add Tag it\nPublish', { type: 'add', titles: ['Tag it', 'Publish'] }],
    ['/plan mark S001 done', { type: 'mark', stepId: 'S001', status: 'done', note: undefined }],
    [
      '/plan mark S001 blocked No key\nhere',
      { type: 'mark', stepId: 'S001', status: 'blocked', note: 'No key\nhere' },
    ],
    ['/plan mark', { type: 'mark', stepId: '', status: '', note: undefined }],
    ['/plan-import {"objective":"x"}', { type: 'import', text: '{"objective":"x"}' }],
    ['/plan dance', { type: 'unknown', name: 'dance' }],
  ])('reads %j', (prompt, command) => {
    expect(promptCommand(prompt)).toEqual(command);
  });

  it.each([
    '- [ ] Tag it',
    'Ship it:\n- [x] Tag it\n  with a key\n\n* [~] Publish',
    '# Ship\n\n1. [!] Tag it\n## More\n- a note',
  ])('takes %j for a checklist', (text) => {
    expect(promptCommand(text)).toEqual({ type: 'import', text });
  });

  it.each(['Hello', '/planning is hard', 'What does\n- [ ] Tag it\nmean?', '- no box', '[x] no list', ''])(
    'takes %j for talk',
    (text) => {
      expect(promptCommand(text)).toEqual({ type: 'talk' });
    },
  );
});

describe('wordsBefore', () => {
  it.each([
    ['Ship it:\n- [ ] Tag it', 'Ship it'],
    ['\n- [ ] Tag it', undefined],
    ['{"tasks":[]}', undefined],
    ['', undefined],
  ])('finds the objective of %j', (checklist, words) => {
    expect(wordsBefore(checklist)).toBe(words);
  });
});
