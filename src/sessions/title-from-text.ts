import type { PlannerModule } from '../harness/module/planner-module.ts';
import { endOfCharacter } from '../model/tokens.ts';

const MAX_TITLE_LENGTH = 200;

/** The default title of a session: what its planner finds, or the first line of the first message. */
export function titleFromText(module: Pick<PlannerModule, 'titleOf'>, text = ''): string {
  return module.titleOf ? '' : firstLine(text);
}

/** The first line of a text, truncated to the length of a title, without the sign that announces the next line. */
export function firstLine(text: string): string {
  const [line = ''] = text.trim().split(/\r?\n/, 1);
  return line.slice(0, endOfCharacter(line, MAX_TITLE_LENGTH)).replace(/[\s:,;]+$/, '');
}
