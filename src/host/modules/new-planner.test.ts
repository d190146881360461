import { describe, expect, it } from 'vitest';
import { newPlannerFiles } from './new-planner.ts';

describe('newPlannerFiles', () => {
  it('makes a module and its test', () => {
    expect(newPlannerFiles('book-club').map(({ path }) => path)).toEqual([
      'book-club.ts',
      'book-club.test.ts',
    ]);
  });

  it('makes ES modules by their names for a project that is CommonJS', () => {
    const [module, test] = newPlannerFiles('book-club', 'mts');
    expect([module?.path, test?.path]).toEqual(['book-club.mts', 'book-club.test.mts']);
    expect(test?.text).toContain("from './book-club.mts'");
  });

  it('gives two planners no fact type in common', () => {
    const typesOf = (name: string) => newPlannerFiles(name)[0]?.text.match(/\b\w+_topics?_\w+/g) ?? [];
    expect(new Set(typesOf('book-club'))).toEqual(
      new Set(['book_club_topics_listed', 'book_club_topic_checked']),
    );
    expect(new Set(typesOf('retro'))).toEqual(new Set(['retro_topics_listed', 'retro_topic_checked']));
  });

  it.each(['', 'Book', '../book', 'book club', '9lives'])(
    'refuses a name that cannot be an id: %j',
    (name) => {
      expect(() => newPlannerFiles(name)).toThrow(expect.objectContaining({ code: 'module-invalid' }));
    },
  );
});
