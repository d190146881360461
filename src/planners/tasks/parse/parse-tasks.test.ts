import { describe, expect, it } from 'vitest';
import type { TaskAttachment } from '../facts.ts';
import { MAX_CONTEXT } from './entries/context.ts';
import { parseTasks } from './parse-tasks.ts';

const descriptions = (text: string) => parseTasks(text).map(({ description }) => description);

describe("the caller's attachments", () => {
  const own: TaskAttachment = { kind: { type: 'FileRef', value: 'upload-1' }, label: 'the sketch' };

  it('belong to the first step, before its own', () => {
    const [first, second] = parseTasks('Read https://a.example. Write it up.', [own]);
    expect(first?.attachments).toEqual([own, { kind: { type: 'Link', value: 'https://a.example' } }]);
    expect(second?.attachments).toEqual([]);
  });

  it('are not repeated, whether the caller or the text names them twice', () => {
    const named: TaskAttachment = { kind: { type: 'Link', value: 'https://a.example' }, label: 'Spec' };
    const [first] = parseTasks('Read https://a.example.', [named, own, named]);
    expect(first?.attachments).toEqual([named, own]);
  });

  it.each(['...', '!!!', '?', '\u200B\0', '- …'])('create no step from the meaningless %j', (text) => {
    expect(parseTasks(text)).toEqual([]);
  });

  it('create no step from a text without one', () => {
    expect(parseTasks(' ', [own])).toEqual([]);
  });
});

describe('the context of a step', () => {
  it('is repeated up to a length, and is a separate step if it is longer', () => {
    const long = `Rework the importer ${'so that it reads all formats '.repeat(8)}at once`;
    const [parent, child] = descriptions(`- ${long}\n  - start with CSV`);
    expect(parent).toBe(long);
    expect(child).toMatch(/^Rework the importer so .* …: start with CSV$/);
    expect(child?.length).toBeLessThan(MAX_CONTEXT + 30);
  });

  it('is not cut inside a link', () => {
    const url = `https://example.com/${'a'.repeat(MAX_CONTEXT)}`;
    expect(descriptions(`- Read ${url} now\n  - chapter one`)).toEqual([
      `Read ${url} now`,
      'Read …: chapter one',
    ]);
    expect(descriptions(`- ${url}\n  - chapter one`)).toEqual([url, 'chapter one']);
  });

  it('keeps the whole path if there is room, otherwise the nearest parent', () => {
    const [a, b] = ['Alpha '.repeat(20).trim(), 'Beta '.repeat(25).trim()];
    expect(descriptions(`- ${a}\n  - ${b}\n    - leaf`)).toEqual([`${a}: ${b}`, `${b}: leaf`]);
  });
});
