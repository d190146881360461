import { z } from 'zod';
import { settled } from '../../src/planners/tasks/parse/done/settled-entries.ts';
import { readEntries } from '../../src/planners/tasks/parse/entries/entries.ts';
import type { Entry } from '../../src/planners/tasks/parse/entries/entry.ts';
import { layoutOf } from '../../src/planners/tasks/parse/layout/passages.ts';
import { blocksOf } from '../../src/planners/tasks/parse/read-plan.ts';
import { UNIT_ROLES, type UnitRole } from '../../src/planners/tasks/parse/reader/linear-model.ts';
import { isCourtesy } from '../../src/planners/tasks/parse/sentences/pleasantries.ts';
import { isQuestion } from '../../src/planners/tasks/parse/sentences/question.ts';

const MarkedText = z.object({
  text: z.string(),
  /** The pieces of the text in their order, each with its role. */
  units: z.array(z.object({ span: z.string(), role: z.enum(UNIT_ROLES) })),
});
/** A text whose pieces somebody marked. */
export type MarkedText = z.infer<typeof MarkedText>;

/** The texts of a file with one JSON object a line, without those that nobody marked. */
export function markedTexts(lines: string): MarkedText[] {
  return lines.split('\n').flatMap((line) => {
    const text: unknown = line.trim() === '' ? {} : JSON.parse(line);
    return typeof text === 'object' && text !== null && 'units' in text ? [MarkedText.parse(text)] : [];
  });
}

/** A text with the marks that the rules give it. */
export function markedByRules(text: string): MarkedText {
  const units = settled(readEntries(layoutOf(blocksOf(text)).passages)).map((entry) => ({
    span: spanOf(entry),
    role: roleOf(entry),
  }));
  return { text, units: units.filter(({ span }) => span.trim() !== '') };
}

function spanOf({ source, text, fence, isCommand }: Entry): string {
  if (isCommand) return text.replace(/^`+ ?| ?`+$/g, '');
  return source === '' ? (fence?.code ?? '') : source;
}

function roleOf({ type, source, text, fence, isDone, isCommand }: Entry): UnitRole {
  switch (type) {
    case 'task':
      return isDone ? 'done' : isCommand ? 'command' : isQuestion(text) ? 'question' : 'task';
    case 'rule':
    case 'acceptance':
    case 'objective':
      return type;
    case 'title':
      return 'heading';
    case 'aim':
      return 'objective';
    default:
      return fence ? 'output' : isCourtesy(source) ? 'pleasantry' : 'background';
  }
}
