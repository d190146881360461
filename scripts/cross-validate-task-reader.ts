/**
 * Scores the reader of task texts on writers that it has not learned from: each writer's texts are read with what was learned from all
 * others. `--misses FILE` writes what was read wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SHARES, totalOf } from '../bench/tasks/halves.ts';
import { scoreOf, TextCase, type TextScore } from '../bench/tasks/text-scores.ts';
import { clearMemoized } from '../src/planners/tasks/parse/memoized.ts';
import { readPlanWith } from '../src/planners/tasks/parse/read-plan.ts';
import { lessonOf } from './task-reader/lessons.ts';
import { markedTexts } from './task-reader/marked-texts.ts';
import { lessonsOfRules, trained } from './task-reader/teach.ts';
import { LESSON_FILES } from './task-reader.mjs';

const { values } = parseArgs({ options: { misses: { type: 'string' } } });

const lines = LESSON_FILES.flatMap((path) =>
  readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').split('\n'),
).filter((line) => line.trim() !== '');
const texts = lines.map((line) => {
  const text = TextCase.parse(JSON.parse(line));
  const [marked] = markedTexts(line);
  return { text, writer: text.id.replace(/\d.*$/, ''), lesson: marked && lessonOf(marked) };
});
const byRules = lessonsOfRules();
const scores: TextScore[] = [];
const misses: string[] = [];
for (const [writer = '', own = []] of Object.entries(Object.groupBy(texts, (text) => text.writer))) {
  const lessons = texts.flatMap((other) => (other.writer === writer || !other.lesson ? [] : [other.lesson]));
  const reader = trained([...lessons, ...byRules]);
  const read = own.map(({ text }) => scoreOf(text, readPlanWith(reader, text.text)));
  clearMemoized();
  scores.push(...read);
  print(writer, read);
  for (const { id, misses: missed } of read) if (missed.length > 0) misses.push([id, ...missed].join('\n  '));
}
print('all', scores);
if (values.misses !== undefined) writeFileSync(values.misses, `${misses.join('\n')}\n`);

function print(name: string, read: readonly TextScore[]): void {
  const total = totalOf(read);
  const shares = SHARES.map((what) => `${what} ${((100 * total[what]) / total.texts).toFixed(1)} %`);
  console.log(
    `${name}: ${total.texts} texts, ${shares.join(', ')}, repeated ${total.repeated}, false success ${total.falseSuccess}`,
  );
}
