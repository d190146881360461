import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { openJournal } from '../../../../journal/index.ts';
import { EXIT } from '../../exit-code.ts';
import { redactCommand } from './redact.ts';

const nothing = { id: undefined, seq: undefined };

async function withNotes() {
  const terminal = atTerminal({ json: true });
  const store = await terminal.store();
  await openJournal(store, 'notes').append([
    { type: 'note_added', text: '5 Elm Road' },
    { type: 'session_paused', cause: 'limit', limit: 'usd', spent: 2, allowed: 1 },
    { type: 'note_added', text: 'Bring bread' },
  ]);
  await store.close();
  const facts = async () => {
    const opened = await terminal.store();
    const all = await openJournal(opened, 'notes').facts();
    await opened.close();
    return all;
  };
  return {
    ...terminal,
    facts,
    printed: () => JSON.parse(terminal.seen.out.trimEnd().split('\n').at(-1) ?? ''),
  };
}

describe('journal redact', () => {
  it('leaves in force what the erased fact limits', async () => {
    const { invocation, facts } = await withNotes();
    await redactCommand(invocation, { id: 'notes', seq: 2, yes: true, reason: 'asked for' });
    const [, pause, , record] = await facts();
    expect(pause).toMatchObject({ type: 'redacted', kept: { cause: 'limit', limit: 'usd', spent: 2 } });
    expect(record).toMatchObject({ type: 'fact_erased', reason: 'asked for' });
  });

  it('lists what --everywhere would erase, and erases it only with a yes', async () => {
    const { invocation, facts, printed } = await withNotes();
    expect(
      await redactCommand(invocation, { ...nothing, everywhere: '5 elm road', dryRun: true }),
    ).toBeUndefined();
    expect(printed()).toMatchObject({
      found: [{ journal: 'notes', seq: 1, type: 'note_added', places: [{ field: 'text' }] }],
      erased: 0,
      dryRun: true,
    });
    await expect(redactCommand(invocation, { ...nothing, everywhere: '5 elm road' })).rejects.toMatchObject({
      code: 'confirmation-needed',
    });
    expect(JSON.stringify(await facts())).toContain('Elm Road');
    await redactCommand(invocation, { ...nothing, everywhere: '5 elm road', yes: true });
    expect(printed()).toMatchObject({ erased: 1, outOfReach: expect.any(Array) });
    expect(JSON.stringify(await facts())).not.toContain('Elm Road');
    await redactCommand(invocation, { ...nothing, everywhere: '5 elm road', yes: true });
    expect(printed()).toMatchObject({ erased: 0, found: [] });
  });

  it('removes summaries and artifacts of planning that have the words, and says by its exit code what is left', async () => {
    const { invocation: started, data, store } = await withNotes();
    const invocation = { ...started, env: { ...started.env, LOGS_BASE_DIR: data } };
    const opened = await store();
    await openJournal(opened, 'bread').append([{ type: 'note_added', text: 'Bring bread' }]);
    await opened.close();
    const file = join(data, 'commit-summaries', 'one');
    mkdirSync(join(data, 'commit-summaries'));
    writeFileSync(file, 'Bring BREAD home');
    const folder = join(data, 'logs', 'worker', 'planning', 'one');
    mkdirSync(folder, { recursive: true });
    for (const [name, prompt] of Object.entries({ a: 'Plan for bread', b: 'Plan for beans' }))
      writeFileSync(join(folder, `${name}.json`), JSON.stringify({ prompt }));
    const ended = await redactCommand(invocation, { ...nothing, everywhere: 'bread', yes: true });
    expect(ended).toBe(EXIT.incomplete);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder)).toEqual(['b.json']);
  });

  it.each([
    nothing,
    { id: 'notes', seq: undefined },
    { ...nothing, dryRun: true },
    { id: 'notes', seq: 1, everywhere: 'bread' },
    { ...nothing, everywhere: 'bread', subject: 'Ann' },
  ])('refuses what is not one thing: %j', async (input) => {
    const { invocation, facts } = await withNotes();
    await expect(redactCommand(invocation, { ...input, yes: true })).rejects.toMatchObject({ code: 'usage' });
    expect(await facts()).toHaveLength(3);
  });
});
