import { describe, expect, it } from 'vitest';
import { parsePlan } from '../parse-tasks.ts';

const tasksOf = (text: string) => parsePlan(text).tasks.map(({ description }) => description);

describe('a line that is a title of the text below', () => {
  it('is a heading if there are several, with or without a number', () => {
    const body = 'The old site is slow.\n\n%\nAnn: write the texts.\nBen: set up the server.';
    const numbered = `Minutes\n\n1. Where we are\n${body.replace('%', '2. Actions')}`;
    const plain = `Minutes\n\nWhere we are\n${body.replace('%', 'Actions')}`;
    for (const text of [numbered, plain]) expect(tasksOf(text)).toHaveLength(2);
  });

  it('is a task if it is an imperative', () => {
    expect(tasksOf('1. Fix the login\nIt is broken.\n\n2. Fix the logout\nSo is that.')).toHaveLength(2);
  });
});

describe('a list of statements', () => {
  it('contains no tasks if another list is labelled as the tasks', () => {
    const text =
      'Retro\n- too many meetings\n- staging was down\n\nActions:\n- cancel the sync\n- fix staging';
    expect(tasksOf(text)).toHaveLength(2);
  });

  it('contains the steps of a report that names their result', () => {
    const text = 'Steps:\n1) open /help\n2) type "refund"\n\nExpected: a hit\nGot: nothing\n\nPlease fix it.';
    expect(tasksOf(text)).toHaveLength(1);
  });
});

describe('terminal output', () => {
  it('is not run, although it is not marked as code', () => {
    expect(tasksOf('$ pytest -q\n1 failed, 13 passed\n\nfix that test')).toHaveLength(1);
  });

  it('is not a sentence if it is indented', () => {
    const trace =
      '    Traceback (most recent call last):\n      File "main.py", line 3\n    ImportError: yaml';
    expect(tasksOf(`I get this:\n\n${trace}\n\nAdd pyyaml.`)).toHaveLength(1);
  });
});

describe('a scenario', () => {
  it('is an acceptance criterion', () => {
    const { tasks, brief } = parsePlan(
      'Add shift swaps.\n\nGiven I have a shift\nWhen I press swap\nThen others are told',
    );
    expect(tasks).toHaveLength(1);
    expect(brief.acceptance).toHaveLength(3);
  });
});

describe('a sentence that assigns work', () => {
  it('becomes a task for each person', () => {
    expect(tasksOf('Ann cancels the coach, Ben books the train, and I tell the hostel.')).toHaveLength(3);
  });
});
