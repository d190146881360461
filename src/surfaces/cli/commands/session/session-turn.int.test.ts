import { describe, expect, it } from 'vitest';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { minutesModule } from '../../../../../test/minutes-module.ts';
import { noModel } from '../../../../harness/pass/recorded-llm.ts';
import { createRegistry } from '../../../../host/registry.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { type SessionTurnOptions, untilRest } from './session-turn.ts';

const registry = createRegistry([minutesModule]);

/** What a terminal shows of a turn in which something is said to a planner that then asks who keeps the minutes. */
async function turn(
  text: string,
  options: Partial<SessionTurnOptions>,
  { json = false, typed = [] }: { json?: boolean; typed?: readonly string[] } = {},
) {
  const terminal = atTerminal({ json });
  for (const line of typed) terminal.type(line);
  terminal.endInput();
  const data = await withSessions(terminal.invocation, { create: true, registry }, async (sessions) => {
    const config = { title: 'Retro' };
    const session = await sessions.create({ planner: 'minutes', id: 'm1', config, by: 'ada' });
    const act = () => session.say({ text: text }, { by: 'ada' });
    const usual = { llm: noModel, openModel: () => noModel, asks: false };
    await untilRest(terminal.invocation, session, act, { ...usual, ...options });
    return (await session.view()).data;
  });
  return { ...terminal.seen, data };
}

const wording = () => ({
  hint: 'Who keeps them?',
  command: (name: string) => ({ type: 'own', name: `${name}!` }),
});

describe('a turn at the terminal', () => {
  it('asks in the words that a command has for what waits, without the options', async () => {
    const { out, err, data } = await turn('We ship.', { asks: true, wording }, { typed: ['1'] });
    expect(data).toMatchObject({ owner: '1!' });
    expect(err).toContain('? Who keeps them?');
    expect(out).not.toContain('1. ');
  });

  it('leaves what waits when the line is blank, or no more come', async () => {
    expect((await turn('We ship.', { asks: true, wording }, { typed: [' '] })).data).toMatchObject({
      owner: null,
    });
    expect((await turn('We ship.', { asks: true })).data).toMatchObject({ owner: null });
  });

  it('shows a few lines of a long text where it is to be brief', async () => {
    const text = Array.from({ length: 20 }, (_, i) => `Line ${i}.`).join(' ');
    expect((await turn(text, {})).out).toContain('Line 19.');
    const { out } = await turn(text, { tells: { brief: true } });
    expect(out).toContain('Line 0.');
    expect(out).not.toContain('Line 19.');
  });

  it('tells programs every fact since the one that is named, by the name that is given', async () => {
    const { out } = await turn('We ship.', { tells: { since: 0, label: { retro: 'r1' } } }, { json: true });
    const facts = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(facts.map(({ type }) => type)).toEqual([
      'session_created',
      'planner_configured',
      'user_input',
      'minutes_written',
    ]);
    expect(facts.every(({ retro }) => retro === 'r1')).toBe(true);
  });
});
