import { expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import { createRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import type { Llm, ModelCheck } from '../../model/llm.ts';
import { Sessions } from '../sessions.ts';
import { setupSnapshot } from './setup.ts';

const archive = definePlanner({
  id: 'archive',
  title: 'Archive',
  description: 'Keeps papers in a folder.',
  config: z.strictObject({
    folder: z.string().min(1).default('here'),
    program: z.string().default('zip'),
  }),
  facts: {},
  state: { initial: {}, apply: (state) => state },
  check: async ({ folder, program }) => ({
    ...(folder === 'nowhere' && { folder: 'There is no such folder.' }),
    ...(program === 'none' && { program: 'It is not installed.' }),
  }),
});

function setUp() {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const registry = createRegistry([archive]);
  return { store, registry, sessions: new Sessions({ source, registry, llm: noModel }) };
}

const me = { by: 'me' };
const refusal = { code: 'config-invalid', reasons: { folder: expect.any(String) } };

it('refuses a session whose setup cannot work here, names the field, and leaves nothing behind', async () => {
  const { store, sessions } = setUp();
  const wanted = { planner: 'archive', id: 'a', config: { folder: 'nowhere' }, ...me };
  await expect(sessions.create(wanted)).rejects.toMatchObject(refusal);
  expect(await store.describe('a')).toBeUndefined();
});

it('refuses to apply such a setup, whether it comes from a form or a link', async () => {
  const { sessions } = setUp();
  const session = await sessions.create({ planner: 'archive', config: {}, ...me });
  const { head } = await session.view();
  const changes = [{ values: { folder: 'nowhere' } }, { config: { folder: 'nowhere' } }];
  for (const change of changes)
    await expect(session.do({ type: 'configure', ...change }, me)).rejects.toMatchObject(refusal);
  expect((await session.view()).head).toBe(head);
  await session.do({ type: 'configure', values: { folder: 'there' } }, me);
  expect((await session.view()).config).toMatchObject({ folder: 'there' });
});

it('shows every invalid field in the form, which then cannot be saved', async () => {
  const { planner } = setUp().registry.get('archive');
  const values = { folder: 'nowhere', program: 'none' };
  const { fields, canSave } = await setupSnapshot(planner, values, { llm: noModel });
  expect(canSave).toBe(false);
  expect(fields.flatMap(({ key, error }) => (error ? [key] : []))).toEqual(['folder', 'program']);
  expect((await setupSnapshot(planner, values, { llm: noModel, checks: false })).canSave).toBe(true);
});

it('reports at the field that the provider has no such model, and what could not be checked', async () => {
  const { drafterModule } = await import('../../planners/drafter/module.ts');
  const checks: Record<string, ModelCheck> = {
    there: { type: 'known' },
    gone: { type: 'missing', problem: 'There is no such model.' },
    silent: { type: 'unchecked', reason: 'Nothing answers.' },
  };
  const named = (name: string): Llm => ({
    ...noModel,
    ...(checks[name] && { check: async () => checks[name] ?? { type: 'known' } }),
  });
  const llm = { ...noModel, named };
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const registry = createRegistry([drafterModule]);
  const sessions = new Sessions({ source, registry, llm });
  const begin = (model: string) => sessions.create({ planner: 'drafter', config: { model }, ...me });
  await expect(begin('gone')).rejects.toMatchObject({
    code: 'config-invalid',
    reasons: { model: expect.any(String) },
  });
  for (const model of ['there', 'silent', 'else']) expect((await begin(model)).id).toBeTruthy();
  const { planner } = registry.get('drafter');
  const fieldOf = async (model: string) =>
    (await setupSnapshot(planner, { model }, { llm })).fields.find(({ key }) => key === 'model');
  expect(await fieldOf('gone')).toMatchObject({ error: expect.any(String) });
  expect(await fieldOf('silent')).toMatchObject({ help: expect.stringContaining('Nothing answers.') });
  expect(await fieldOf('there')).not.toHaveProperty('error');
});
