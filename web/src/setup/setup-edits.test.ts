import { describe, expect, it } from 'vitest';
import type { SetupField } from '../api/contracts.ts';
import { inFieldOrder, shownValue, takesFile } from './setup-edits.ts';

function field(key: string, more: Partial<SetupField> = {}): SetupField {
  return { key, type: 'text', label: key, ...more };
}

describe('what is typed into a setup card', () => {
  it('is sent in the order of the fields, whichever was typed first', () => {
    const edits = { myAgentId: 'buyer', scenarioUrl: 'https://example.org/s.json', unknown: 1 };
    const ordered = inFieldOrder(edits, [field('scenarioUrl'), field('myAgentId')]);
    expect(Object.keys(ordered)).toEqual(['scenarioUrl', 'myAgentId', 'unknown']);
  });

  it('is shown before what the server knows, and an emptied field is empty', () => {
    expect(shownValue(field('a', { value: 'old' }), {})).toBe('old');
    expect(shownValue(field('a', { value: 'old' }), { a: 'new' })).toBe('new');
    expect(shownValue(field('a', { value: 'old' }), { a: null })).toBeUndefined();
  });

  it('may be a file where the field says that it takes a hash', () => {
    expect(takesFile(field('a', { help: 'An address, or sha256: and the hash of a file.' }))).toBe(true);
    expect(takesFile(field('a', { help: 'An address.' }))).toBe(false);
    expect(takesFile(field('a', { type: 'textarea', help: 'sha256:' }))).toBe(false);
  });
});
