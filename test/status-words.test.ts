import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STATUS_WORDS } from '../src/harness/module/status-words.ts';
import { STEP_STATUSES } from '../src/harness/module/view-block.ts';
import { LIST_STATUSES } from '../src/sessions/view/session-summary.ts';
import { headLines } from '../src/surfaces/cli/commands/session/session-lines.ts';
import { blockLines } from '../src/surfaces/cli/terminal/blocks/blocks.ts';
import { stepLook } from '../web/src/blocks/step-look.ts';

const TERMINAL = { width: 80, colors: false, unicode: true };

/** Not statuses of work: what the planner does right now, and what became of one of many candidates. */
const OTHER_MEANINGS = ["waiting: 'Waiting'", "rejected: 'Not kept'"];

describe('a status', () => {
  it.each(LIST_STATUSES)('of a session is the same word in a terminal and on the page: %s', (standing) => {
    const about = { id: 's', title: 'S', module: { title: 'Tasks' }, standing, head: 1 };
    const lines = headLines(about as Parameters<typeof headLines>[0], TERMINAL);
    expect(lines.join('\n')).toContain(STATUS_WORDS[standing]);
  });

  it.each(STEP_STATUSES)('of a step is the same word in a terminal and on the page: %s', (status) => {
    expect(stepLook(status).word).toBe(STATUS_WORDS[status]);
    const lines = blockLines([{ type: 'steps', items: [{ id: '1', title: 'Look', status }] }], TERMINAL);
    const [, told] = /\((.+)\)/.exec(lines.join('\n')) ?? [];
    if (told !== undefined) expect(told).toBe(STATUS_WORDS[status].toLowerCase());
  });

  it('has no other word in any table of any planner or surface', () => {
    const codes = Object.keys(STATUS_WORDS).join('|');
    const entry = new RegExp(
      `(?<=[\\s{,])'?(${codes})'?: (?:\\{ (?:word|label): )?'([A-Z][a-z]+(?: [a-z]+)?)'`,
      'g',
    );
    const files = execFileSync('git', ['ls-files', 'src', 'web/src'], { encoding: 'utf8' }).split('\n');
    const other = files
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(entry)])
      .filter(([, code, word]) => Reflect.get(STATUS_WORDS, code ?? '') !== word)
      .map(([, code, word]) => `${code}: '${word}'`);
    expect(new Set(other)).toEqual(new Set(OTHER_MEANINGS));
  });
});
