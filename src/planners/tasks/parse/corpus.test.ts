import { describe, expect, it } from 'vitest';
import type { CorpusCase } from './corpus/corpus-case.ts';
import { DOCUMENTS } from './corpus/documents.ts';
import { KINDS } from './corpus/kinds.ts';
import { LANGUAGES } from './corpus/languages.ts';
import { LISTS } from './corpus/lists.ts';
import { REFERENCES } from './corpus/references.ts';
import { SENTENCES } from './corpus/sentences.ts';
import { parsePlan } from './parse-tasks.ts';

const CORPUS: Readonly<Record<string, readonly CorpusCase[]>> = {
  sentences: SENTENCES,
  kinds: KINDS,
  lists: LISTS,
  references: REFERENCES,
  documents: DOCUMENTS,
  languages: LANGUAGES,
};

/** The steps without their order and how links are used, which have tests of their own. */
function stepsOf(input: string) {
  return parsePlan(input).tasks.map(({ dependsOn: _, attachments, ...step }) => ({
    ...step,
    attachments: attachments.map(({ mentioned: __, ...attachment }) => attachment),
  }));
}

describe.each(Object.entries(CORPUS))('a text of the corpus of %s', (_, cases) => {
  it.each(cases.map(({ name, ...rest }) => [name, rest] as const))(
    'is read like people read it: %s',
    (_, { input, steps, brief = {} }) => {
      expect(stepsOf(input)).toEqual(steps);
      expect(parsePlan(input).brief).toMatchObject(brief);
    },
  );

  it('is read the same with Windows line endings', () => {
    for (const { input, steps } of cases) expect(stepsOf(input.replace(/\r?\n/g, '\r\n'))).toEqual(steps);
  });
});

describe('the corpus', () => {
  it('names each text once', () => {
    const names = Object.values(CORPUS).flatMap((cases) => cases.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(80);
  });
});
