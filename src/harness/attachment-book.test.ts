import { describe, expect, it } from 'vitest';
import { AttachmentBook } from './attachment-book.ts';

const added = (seq: number, name: string, bytes: string, origin: string) =>
  ({
    type: 'attachment_added',
    seq,
    id: `f${seq}`,
    ts: '',
    v: 1,
    name,
    mimeType: 'text/plain',
    sha256: bytes.repeat(64),
    size: 1,
    origin,
  }) as const;

describe('a file from outside that a planner had made before', () => {
  it('outlasts a rewind of what the planner made, under the same name', () => {
    const book = new AttachmentBook();
    book.accept(added(5, 'a.txt', 'a', 'tool'));
    book.accept(added(6, 'a.txt', 'a', 'user'));
    book.rewind(4);
    expect(book.find('a.txt')).toMatchObject({ sha256: 'a'.repeat(64) });
    expect(book.all()).toHaveLength(1);
  });

  it('is found by its hash after a rewind, under another name', () => {
    const book = new AttachmentBook();
    book.accept(added(5, 'a.txt', 'a', 'tool'));
    book.accept(added(6, 'b.txt', 'a', 'user'));
    book.rewind(4);
    expect(book.find('a'.repeat(64))).toMatchObject({ name: 'b.txt' });
    expect(book.find('a.txt')).toBeUndefined();
  });
});

describe('files with one name', () => {
  it('are numbered, whatever other names are taken, and again after a rewind', () => {
    const book = new AttachmentBook();
    book.accept(added(1, 'a (2).txt', 'a', 'user'));
    book.accept(added(2, 'a.txt', 'b', 'user'));
    book.accept(added(3, 'a.txt', 'c', 'tool'));
    book.accept(added(4, 'a.txt', 'd', 'user'));
    const names = () => book.all().map(({ name }) => name);
    expect(names()).toEqual(['a (2).txt', 'a.txt', 'a (3).txt', 'a (4).txt']);
    book.rewind(2);
    expect(names()).toEqual(['a (2).txt', 'a.txt', 'a (4).txt']);
    book.accept(added(6, 'a.txt', 'e', 'tool'));
    expect(names()).toEqual(['a (2).txt', 'a.txt', 'a (4).txt', 'a (3).txt']);
  });
});
