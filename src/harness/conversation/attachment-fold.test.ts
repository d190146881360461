import { describe, expect, it } from 'vitest';
import { AttachmentBook } from './attachment-fold.ts';

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
    let book = new AttachmentBook();
    book = book.accept(added(5, 'a.txt', 'a', 'tool'));
    book = book.accept(added(6, 'a.txt', 'a', 'user'));
    book = book.without(({ seq }) => seq > 4);
    expect(book.find('a.txt')).toMatchObject({ sha256: 'a'.repeat(64) });
    expect(book.all()).toHaveLength(1);
  });

  it('is found by its hash after a rewind, under another name', () => {
    let book = new AttachmentBook();
    book = book.accept(added(5, 'a.txt', 'a', 'tool'));
    book = book.accept(added(6, 'b.txt', 'a', 'user'));
    book = book.without(({ seq }) => seq > 4);
    expect(book.find('a'.repeat(64))).toMatchObject({ name: 'b.txt' });
    expect(book.find('a.txt')).toBeUndefined();
  });
});

describe('files with one name', () => {
  it('are numbered, whatever other names are taken, and again after a rewind', () => {
    let book = new AttachmentBook();
    book = book.accept(added(1, 'a (2).txt', 'a', 'user'));
    book = book.accept(added(2, 'a.txt', 'b', 'user'));
    book = book.accept(added(3, 'a.txt', 'c', 'tool'));
    book = book.accept(added(4, 'a.txt', 'd', 'user'));
    const names = () => book.all().map(({ name }) => name);
    expect(names()).toEqual(['a (2).txt', 'a.txt', 'a (3).txt', 'a (4).txt']);
    book = book.without(({ seq }) => seq > 2);
    expect(names()).toEqual(['a (2).txt', 'a.txt', 'a (4).txt']);
    book = book.accept(added(6, 'a.txt', 'e', 'tool'));
    expect(names()).toEqual(['a (2).txt', 'a.txt', 'a (4).txt', 'a (3).txt']);
  });
});

describe('what planners made', () => {
  it('is taken back from the seq on, and nothing before it', () => {
    let book = new AttachmentBook();
    book = book.accept(added(1, 'a.txt', 'a', 'tool'));
    book = book.accept(added(2, 'b.txt', 'b', 'tool'));
    book = book.accept(added(3, 'c.txt', 'c', 'tool'));
    book = book.without(({ seq }) => seq > 2);
    expect(book.all().map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    expect([book.find('c.txt'), book.find('c'.repeat(64))]).toEqual([undefined, undefined]);
    book = book.without(({ seq }) => seq > 0);
    expect(book.all()).toEqual([]);
    book = book.accept(added(5, 'a.txt', 'a', 'tool'));
    expect(book.all()).toEqual([
      { name: 'a.txt', sha256: 'a'.repeat(64), mimeType: 'text/plain', size: 1, seq: 5 },
    ]);
  });

  it('is found by its hash under the name it had first, while that stands', () => {
    let book = new AttachmentBook();
    book = book.accept(added(1, 'first.txt', 'a', 'user'));
    book = book.accept(added(2, 'second.txt', 'a', 'tool'));
    expect(book.find('a'.repeat(64))).toMatchObject({ name: 'first.txt' });
    book = book.without(({ seq }) => seq > 1);
    expect(book.find('a'.repeat(64))).toMatchObject({ name: 'first.txt' });
    expect(book.all()).toHaveLength(1);
  });

  it('stays with the planner when a planner makes it again', () => {
    let book = new AttachmentBook();
    book = book.accept(added(5, 'a.txt', 'a', 'tool'));
    book = book.accept(added(6, 'a.txt', 'a', 'tool'));
    book = book.without(({ seq }) => seq > 4);
    expect(book.all()).toEqual([]);
  });

  it('and others gave too is kept, and what it made besides is not', () => {
    let book = new AttachmentBook();
    book = book.accept(added(5, 'a.txt', 'a', 'tool'));
    book = book.accept(added(6, 'b.txt', 'b', 'tool'));
    book = book.accept(added(7, 'b.txt', 'b', 'user'));
    book = book.accept(added(8, 'b.txt', 'b', 'user'));
    book = book.without(({ seq }) => seq > 4);
    expect(book.all().map(({ name }) => name)).toEqual(['b.txt']);
  });
});

it('stays as it was when others are made of it', () => {
  let book = new AttachmentBook();
  book = book.accept(added(1, 'a.txt', 'a', 'user'));
  book = book.accept(added(2, 'b.txt', 'b', 'tool'));
  let copy = book;
  expect([copy.all(), copy.find('a'.repeat(64)), copy.find('b.txt')]).toEqual([
    book.all(),
    book.find('a'.repeat(64)),
    book.find('b.txt'),
  ]);
  copy = copy.accept(added(3, 'a.txt', 'c', 'tool'));
  copy = copy.accept(added(4, 'a.txt', 'a', 'user'));
  expect(copy.all().map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'a (2).txt']);
  copy = copy.without(({ seq }) => seq > 1);
  expect([book.all(), copy.all()].map((files) => files.map(({ name }) => name))).toEqual([
    ['a.txt', 'b.txt'],
    ['a.txt'],
  ]);
  book = book.accept(added(5, 'a.txt', 'c', 'tool'));
  expect(book.find('c'.repeat(64))).toMatchObject({ name: 'a (2).txt', seq: 5 });
});
