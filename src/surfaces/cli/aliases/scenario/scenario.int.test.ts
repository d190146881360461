import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../test/eventually.ts';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { EXIT } from '../../exit-code.ts';
import { check } from './check.ts';
import { evaluate } from './evaluate.ts';
import { list } from './list.ts';
import { run, type ScenarioRunOptions } from './run.ts';
import { shippedScenarios } from './scenario-file.ts';

const auto: ScenarioRunOptions = { as: [], auto: true, model: 'offline' };

describe('playing a scenario', () => {
  it.each(
    shippedScenarios().map(({ scenario: { metadata } }) => [metadata.id, metadata.tags ?? []] as const),
  )('%s goes to its end by itself', async (id, tags) => {
    const terminal = atTerminal();
    terminal.endInput();
    const isAgreed = !tags.includes('no agreement');
    expect(await run(terminal.invocation, id, auto)).toBe(isAgreed ? EXIT.ok : EXIT.incomplete);
    expect(terminal.seen.out).toMatch(
      isAgreed ? /The conversation is completed\./ : /The conversation is (?:failed|rejected)\./,
    );
  });

  it('tells both sides in the order in which things happen', async () => {
    const terminal = atTerminal();
    await run(terminal.invocation, 'flour-supply', auto);
    const speakers = terminal.seen.out.split('\n').flatMap((line) => /^(\S.*?):/.exec(line)?.[1] ?? []);
    const [first, second] = speakers;
    expect(speakers).toEqual(speakers.map((_, at) => (at % 2 === 0 ? first : second)));
    const users = terminal.seen.out
      .split('\n')
      .map((line) => /^ {2}(.+?) uses /.exec(line)?.[1] ?? /^(\S.*?):/.exec(line)?.[1]);
    for (const [at, user] of users.entries()) {
      // Who uses a tool is the next to speak.
      const next = users
        .slice(at)
        .find((_, later) => /^\S/.test(terminal.seen.out.split('\n')[at + later] ?? ''));
      if (user !== undefined) expect(next).toBe(user);
    }
  });

  it('begins with the agent that is named first', async () => {
    const terminal = atTerminal({ json: true });
    await run(terminal.invocation, 'flour-supply', { ...auto, as: ['mill-sales'] });
    const facts = terminal.seen.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(facts.find(({ type }) => type === 'remote_sent')).toMatchObject({
      session: expect.stringMatching(/mill-sales$/),
    });
    await expect(
      run(atTerminal().invocation, 'flour-supply', { ...auto, as: ['nobody'] }),
    ).rejects.toMatchObject({ code: 'usage' });
    await expect(
      run(atTerminal().invocation, 'flour-supply', { ...auto, as: ['mill-sales', 'mill-sales'] }),
    ).rejects.toMatchObject({ code: 'usage' });
  });

  it('stops after as many messages as were allowed', async () => {
    const terminal = atTerminal();
    expect(await run(terminal.invocation, 'flour-supply', { ...auto, maxTurns: 2 })).toBe(EXIT.incomplete);
    expect(terminal.seen.err).toContain('Stopped after 2 messages.');
  });

  it('asks for every draft without --auto', async () => {
    const terminal = atTerminal();
    const playing = run(terminal.invocation, 'flour-supply', { as: [], model: 'offline', maxTurns: 2 });
    await eventually(() => terminal.seen.err).toContain('(a)pprove');
    expect(terminal.seen.out).not.toMatch(/^Kornblume Bakery:/m);
    terminal.type('a');
    await eventually(() => terminal.seen.out).toMatch(/^Ahrtal Mill \(draft\):/m);
    terminal.type('e We would rather not.');
    expect(await playing).toBe(EXIT.incomplete);
    expect(terminal.seen.out).toContain('Ahrtal Mill: We would rather not.');
  });

  it('says that it waits when nobody is there to approve', async () => {
    const terminal = atTerminal();
    terminal.endInput();
    expect(await run(terminal.invocation, 'flour-supply', { as: [], model: 'offline' })).toBe(
      EXIT.incomplete,
    );
    expect(terminal.seen.err).toContain('input has ended');
  });

  it('can be interrupted', async () => {
    const terminal = atTerminal();
    const playing = run(terminal.invocation, 'flour-supply', { as: [], model: 'offline' });
    await eventually(() => terminal.seen.err).toContain('(a)pprove');
    terminal.interrupt();
    await expect(playing).rejects.toThrow();
  });
});

describe('evaluating a scenario', () => {
  it('plays it as often as told, scores every play and writes the transcripts', async () => {
    const terminal = atTerminal({ json: true });
    const out = join(terminal.data, 'plays');
    const options = { runs: 2, model: ['offline'], as: [], maxTurns: 40, out };
    expect(await evaluate(terminal.invocation, 'flour-supply', options)).toBe(EXIT.ok);
    const scores = terminal.seen.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(scores).toHaveLength(2);
    for (const score of scores) {
      expect(score).toMatchObject({ model: 'offline', isContradictory: false, turns: expect.any(Number) });
      expect(score.sides).toMatchObject([
        { goalsMet: 1, leaked: [], beyond: [] },
        { goalsMet: 1, leaked: [], beyond: [] },
      ]);
    }
    expect(readdirSync(out)).toEqual(['flour-supply-offline-1.md', 'flour-supply-offline-2.md']);
    expect(readFileSync(join(out, 'flour-supply-offline-1.md'), 'utf8')).toContain('We accept.');
  });

  it('says when a play does not come to an end', async () => {
    const terminal = atTerminal();
    const options = { runs: 1, model: [], as: [], maxTurns: 2 };
    expect(await evaluate(terminal.invocation, 'job-offer', options)).toBe(EXIT.incomplete);
    expect(terminal.seen.out).toContain('contradictory');
  });
});

describe('a wrong command line', () => {
  const once = { runs: 1, model: [], as: [], maxTurns: 2 };

  it.each([['nobody'], ['mill-sales', 'nobody'], ['mill-sales', 'mill-sales']])(
    'names agents that cannot play: %s %s',
    async (...as) => {
      const { invocation } = atTerminal();
      await expect(evaluate(invocation, 'flour-supply', { ...once, as })).rejects.toMatchObject({
        code: 'usage',
      });
      await expect(run(invocation, 'flour-supply', { ...auto, as })).rejects.toMatchObject({ code: 'usage' });
    },
  );

  it('has a place for transcripts that is a file', async () => {
    const { invocation, data } = atTerminal();
    const out = join(data, 'file');
    writeFileSync(out, '');
    for (const place of [out, join(out, 'inside')])
      await expect(evaluate(invocation, 'flour-supply', { ...once, out: place })).rejects.toMatchObject({
        code: 'file-failed',
      });
  });
});

describe('checking a scenario', () => {
  it('lists everything that is wrong, with where', async () => {
    const terminal = atTerminal();
    const file = join(terminal.data, 'bad.json');
    writeFileSync(file, JSON.stringify({ metadata: { id: 'x' }, agents: [{ agentId: '!' }] }));
    expect(await check(terminal.invocation, file)).toBe(EXIT.usage);
    expect(terminal.seen.out).toMatch(/^metadata\.title /m);
    expect(terminal.seen.out).toMatch(/^agents\[0\]\.agentId /m);
    writeFileSync(file, '{');
    const json = atTerminal({ json: true });
    expect(await check(json.invocation, file)).toBe(EXIT.usage);
    expect(JSON.parse(json.seen.out)).toMatchObject({
      ok: false,
      errors: [{ path: '', message: expect.stringContaining('not JSON') }],
    });
    writeFileSync(file, JSON.stringify({ metadata: { id: 'x'.repeat(1_500_000) } }));
    await expect(check(atTerminal().invocation, file)).rejects.toMatchObject({ code: 'scenario-too-large' });
    await expect(check(atTerminal().invocation, 'nowhere.json')).rejects.toMatchObject({
      code: 'file-not-found',
    });
  });

  it('finds nothing wrong with those that ship', async () => {
    for (const { scenario } of shippedScenarios()) {
      expect(await check(atTerminal().invocation, scenario.metadata.id)).toBe(EXIT.ok);
    }
    const terminal = atTerminal();
    await list(terminal.invocation);
    for (const { scenario } of shippedScenarios())
      expect(terminal.seen.out).toContain(scenario.metadata.title);
  });
});
