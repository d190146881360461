import { expect, it } from 'vitest';
import { sequentialIds } from './sequential-ids.ts';

it('sequential ids count separately per prefix', () => {
  const newId = sequentialIds();
  expect([newId(), newId(), newId('compose'), newId(), newId('compose')]).toEqual([
    'f-1',
    'f-2',
    'compose-1',
    'f-3',
    'compose-2',
  ]);
  expect(sequentialIds('x')()).toBe('x-1');
});
