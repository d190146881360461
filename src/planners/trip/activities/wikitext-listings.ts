/** A `{{see}}` or `{{do}}` template of an article; missing coordinates are NaN. */
export interface Listing {
  readonly type: 'see' | 'do';
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/** The sights listed in a Wikivoyage article, in order. */
export function listingsOf(wikitext: string): Listing[] {
  const listings: Listing[] = [];
  for (const { index, 1: type } of wikitext.matchAll(/\{\{\s*(see|do)\s*\|/gi)) {
    const fields = fieldsOf(templateAt(wikitext, index));
    const name = plain(fields.get('name') ?? '');
    if (name === '') continue;
    listings.push({
      type: type?.toLowerCase() === 'do' ? 'do' : 'see',
      name,
      lat: numberOf(fields.get('lat')),
      lng: numberOf(fields.get('long')),
    });
  }
  return listings;
}

/** The content of the braces at `start`, including inner templates. */
function templateAt(wikitext: string, start: number): string {
  let depth = 0;
  for (let at = start; at < wikitext.length - 1; at++) {
    const pair = wikitext.slice(at, at + 2);
    if (pair === '{{' || pair === '[[') depth += 1;
    else if (pair === '}}' || pair === ']]') depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return wikitext.slice(start + 2, at - 1);
  }
  return '';
}

/** `| name = value` pairs; bars inside inner templates and links do not separate. */
function fieldsOf(template: string): Map<string, string> {
  const bars = template.replace(/\{\{[^{}]*\}\}|\[\[[^[\]]*\]\]/g, (inner) => inner.replaceAll('|', '\0'));
  return new Map(
    bars
      .split('|')
      .slice(1)
      .flatMap((field) => {
        const equals = field.indexOf('=');
        if (equals < 0) return [];
        return [
          [
            field.slice(0, equals).trim().toLowerCase(),
            field
              .slice(equals + 1)
              .replaceAll('\0', '|')
              .trim(),
          ],
        ] as const;
      }),
  );
}

/** The text without links, emphasis, references and tags. */
function plain(text: string): string {
  return text
    .replace(/<ref[\s\S]*?(<\/ref>|\/>)/g, '')
    .replace(/\[\[(?:[^|\]]*\|)?([^\]]*)\]\]/g, '$1')
    .replace(/\{\{[^{}]*\}\}/g, '')
    .replace(/'{2,}|<[^>]*>/g, '')
    .trim();
}

function numberOf(text: string | undefined): number {
  return text === undefined || text === '' ? Number.NaN : Number(text);
}
