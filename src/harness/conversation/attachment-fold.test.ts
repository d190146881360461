import { describe, expect, it } from 'vitest';
import { AttachmentFold } from './attachment-fold.ts';

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
    let fold = new AttachmentFold();
    fold = fold.accept(added(5, 'a.txt', 'a', 'tool'));
    fold = fold.accept(added(6, 'a.txt', 'a', 'user'));
    fold = fold.without(({ seq }) => seq > 4);
    expect(fold.find('a.txt')).toMatchObject({ sha256: 'a'.repeat(64) });
    expect(fold.all()).toHaveLength(1);
  });

  it('is found by its hash after a rewind, under another name', () => {
    let fold = new AttachmentFold();
    fold = fold.accept(added(5, 'a.txt', 'a', 'tool'));
    fold = fold.accept(added(6, 'b.txt', 'a', 'user'));
    fold = fold.without(({ seq }) => seq > 4);
    expect(fold.find('a'.repeat(64))).toMatchObject({ name: 'b.txt' });
    expect(fold.find('a.txt')).toBeUndefined();
  });
});

describe('files with one name', () => {
  it('are numbered, whatever other names are taken, and again after a rewind', () => {
    let fold = new AttachmentFold();
    fold = fold.accept(added(1, 'a (2).txt', 'a', 'user'));
    fold = fold.accept(added(2, 'a.txt', 'b', 'user'));
    fold = fold.accept(added(3, 'a.txt', 'c', 'tool'));
    fold = fold.accept(added(4, 'a.txt', 'd', 'user'));
    const names = () => fold.all().map(({ name }) => name);
    expect(names()).toEqual(['a (2).txt', 'a.txt', 'a (3).txt', 'a (4).txt']);
    fold = fold.without(({ seq }) => seq > 2);
    expect(names()).toEqual(['a (2).txt', 'a.txt', 'a (4).txt']);
    fold = fold.accept(added(6, 'a.txt', 'e', 'tool'));
    expect(names()).toEqual(['a (2).txt', 'a.txt', 'a (4).txt', 'a (3).txt']);
  });
});

describe('what planners made', () => {
  it('is taken back from the seq on, and nothing before it', () => {
    let fold = new AttachmentFold();
    fold = fold.accept(added(1, 'a.txt', 'a', 'tool'));
    fold = fold.accept(added(2, 'b.txt', 'b', 'tool'));
    fold = fold.accept(added(3, 'c.txt', 'c', 'tool'));
    fold = fold.without(({ seq }) => seq > 2);
    expect(fold.all().map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    expect([fold.find('c.txt'), fold.find('c'.repeat(64))]).toEqual([undefined, undefined]);
    fold = fold.without(({ seq }) => seq > 0);
    expect(fold.all()).toEqual([]);
    fold = fold.accept(added(5, 'a.txt', 'a', 'tool'));
    expect(fold.all()).toEqual([
      { name: 'a.txt', sha256: 'a'.repeat(64), mimeType: 'text/plain', size: 1, seq: 5 },
    ]);
  });

  it('is found by its hash under the name it had first, while that stands', () => {
    let fold = new AttachmentFold();
    fold = fold.accept(added(1, 'first.txt', 'a', 'user'));
    fold = fold.accept(added(2, 'second.txt', 'a', 'tool'));
    expect(fold.find('a'.repeat(64))).toMatchObject({ name: 'first.txt' });
    fold = fold.without(({ seq }) => seq > 1);
    expect(fold.find('a'.repeat(64))).toMatchObject({ name: 'first.txt' });
    expect(fold.all()).toHaveLength(1);
  });

  it('stays with the planner when a planner makes it again', () => {
    let fold = new AttachmentFold();
    fold = fold.accept(added(5, 'a.txt', 'a', 'tool'));
    fold = fold.accept(added(6, 'a.txt', 'a', 'tool'));
    fold = fold.without(({ seq }) => seq > 4);
    expect(fold.all()).toEqual([]);
  });

  it('and others gave too is kept, and what it made besides is not', () => {
    let fold = new AttachmentFold();
    fold = fold.accept(added(5, 'a.txt', 'a', 'tool'));
    fold = fold.accept(added(6, 'b.txt', 'b', 'tool'));
    fold = fold.accept(added(7, 'b.txt', 'b', 'user'));
    fold = fold.accept(added(8, 'b.txt', 'b', 'user'));
    fold = fold.without(({ seq }) => seq > 4);
    expect(fold.all().map(({ name }) => name)).toEqual(['b.txt']);
  });
});

it('stays as it was when others are made of it', () => {
  let fold = new AttachmentFold();
  fold = fold.accept(added(1, 'a.txt', 'a', 'user'));
  fold = fold.accept(added(2, 'b.txt', 'b', 'tool'));
  let copy = fold;
  expect([copy.all(), copy.find('a'.repeat(64)), copy.find('b.txt')]).toEqual([
    fold.all(),
    fold.find('a'.repeat(64)),
    fold.find('b.txt'),
  ]);
  copy = copy.accept(added(3, 'a.txt', 'c', 'tool'));
  copy = copy.accept(added(4, 'a.txt', 'a', 'user'));
  expect(copy.all().map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'a (2).txt']);
  copy = copy.without(({ seq }) => seq > 1);
  expect([fold.all(), copy.all()].map((files) => files.map(({ name }) => name))).toEqual([
    ['a.txt', 'b.txt'],
    ['a.txt'],
  ]);
  fold = fold.accept(added(5, 'a.txt', 'c', 'tool'));
  expect(fold.find('c'.repeat(64))).toMatchObject({ name: 'a (2).txt', seq: 5 });
});
