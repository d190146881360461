import { describe, expect, it } from 'vitest';
import { parsePlan } from '../parse-tasks.ts';

const tasksOf = (text: string) => parsePlan(text).tasks.map(({ description }) => description);

describe('a line that names what stands under it', () => {
  it('is a heading where several do, with or without a number', () => {
    const body = 'The old site is slow.\n\n%\nAnn: write the texts.\nBen: set up the server.';
    const numbered = `Minutes\n\n1. Where we are\n${body.replace('%', '2. Actions')}`;
    const plain = `Minutes\n\nWhere we are\n${body.replace('%', 'Actions')}`;
    for (const text of [numbered, plain]) expect(tasksOf(text)).toHaveLength(2);
  });

  it('is a task where it tells to do something', () => {
    expect(tasksOf('1. Fix the login\nIt is broken.\n\n2. Fix the logout\nSo is that.')).toHaveLength(2);
  });
});

describe('a list that only tells things', () => {
  it('holds no tasks where another list is said to hold them', () => {
    const text =
      'Retro\n- too many meetings\n- staging was down\n\nActions:\n- cancel the sync\n- fix staging';
    expect(tasksOf(text)).toHaveLength(2);
  });

  it('holds the steps of a report that says what came of them', () => {
    const text = 'Steps:\n1) open /help\n2) type "refund"\n\nExpected: a hit\nGot: nothing\n\nPlease fix it.';
    expect(tasksOf(text)).toHaveLength(1);
  });
});

describe('what a terminal showed', () => {
  it('is not run, although nothing marks it as code', () => {
    expect(tasksOf('$ pytest -q\n1 failed, 13 passed\n\nfix that test')).toHaveLength(1);
  });

  it('is no sentence where it is set in', () => {
    const trace =
      '    Traceback (most recent call last):\n      File "main.py", line 3\n    ImportError: yaml';
    expect(tasksOf(`I get this:\n\n${trace}\n\nAdd pyyaml.`)).toHaveLength(1);
  });
});

describe('a scenario', () => {
  it('says how to see that it works', () => {
    const { tasks, brief } = parsePlan(
      'Add shift swaps.\n\nGiven I have a shift\nWhen I press swap\nThen others are told',
    );
    expect(tasks).toHaveLength(1);
    expect(brief.acceptance).toHaveLength(3);
  });
});

describe('a sentence that says who does what', () => {
  it('is a task for each of them', () => {
    expect(tasksOf('Ann cancels the coach, Ben books the train, and I tell the hostel.')).toHaveLength(3);
  });
});
