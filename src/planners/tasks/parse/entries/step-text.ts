import { endsInAbbreviation } from '../sentences/abbreviations.ts';
import { withoutConnectors } from '../sentences/connectors.ts';
import { collapseSpaces } from '../spans/code-spans.ts';

/** The text of a step: on one line, without a leading connector and a final full stop. */
export function stepText(text: string, isFollowedByCode = false): string {
  const words = withoutConnectors(collapseSpaces(text));
  const open = words.replace(isFollowedByCode ? /[\s,;]{1,9}$/ : /[\s,;:：，；、]{1,9}$/u, '');
  const [, last = '', stop = ''] = /([\p{L}.]{0,12})([.。｡．۔।])$/u.exec(open.slice(-16)) ?? [];
  if (stop === '' || last.endsWith('.') || (stop === '.' && endsInAbbreviation(last))) return open;
  return open.slice(0, -1).trimEnd();
}
