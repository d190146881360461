import { describe, expect, it } from 'vitest';
import { promptCommand, wordsBefore } from './plan-slash-commands.ts';

describe('promptCommand', () => {
  it.each<[string, string, object]>([
    ['/plan', 'planning_read_plan', {}],
    ['/plan show', 'planning_read_plan', {}],
    ['/plan-clear', 'planning_clear_plan', {}],
    ['/plan set Ship 1.0', 'planning_setup_plan', { objective: 'Ship 1.0', initial_steps: [] }],
    [
      '/plan set Ship 1.0\n\n- [ ] Tag it\n2. Publish',
      'planning_setup_plan',
      { objective: 'Ship 1.0', initial_steps: [{ title: 'Tag it' }, { title: 'Publish' }] },
    ],
    [
      '/plan add Tag it\nPublish',
      'planning_add_step',
      { steps: [{ title: 'Tag it' }, { title: 'Publish' }] },
    ],
    ['/plan mark S001 done', 'planning_mark_step', { step_id: 'S001', status: 'done' }],
    [
      '/plan mark S001 blocked No key\nhere',
      'planning_mark_step',
      { step_id: 'S001', status: 'blocked', note: 'No key\nhere' },
    ],
    ['/plan mark', 'planning_mark_step', { step_id: '', status: '' }],
  ])('reads %j', (prompt, tool, input) => {
    const command = promptCommand(prompt);
    expect(command).toMatchObject({ type: 'call', tool });
    expect('input' in command && command.input).toEqual(input);
  });

  it.each([
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
