import { TripError } from '../error.ts';

/** An element of an XML document. Names have no prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

const MAX_DEPTH = 100;
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[(?<cdata>[\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!(?<declaration>[A-Za-z]+)[^>]*>|<\/\s*(?<end>[^\s>]+)\s*>|<(?<start>[^\s/>!?]+)(?<attributes>(?:[^>"']|"[^"]*"|'[^']*')*?)(?<empty>\/?)>|(?<text>[^<]+)/y;
const ATTRIBUTE = /(?<name>[^\s=]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/g;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Parses an XML document, as far as map files use XML. It does not expand declared entities. */
export function readXml(source: string): XmlElement {
  const document: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open: OpenElement[] = [document];
  TOKEN.lastIndex = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null) throw unreadable(source, at, 'a tag');
    const { cdata, declaration, end, start, attributes = '', empty, text } = match.groups ?? {};
    const top = open.at(-1) ?? document;
    if (declaration !== undefined && declaration !== 'DOCTYPE')
      throw unreadable(source, at, 'no declarations');
    if (cdata !== undefined) top.text += cdata;
    else if (text !== undefined) top.text += decoded(text);
    else if (start !== undefined) {
      const element = {
        name: localName(start),
        attributes: attributesOf(attributes),
        children: [],
        text: '',
      };
      if (empty === '/') top.children.push(element);
      else if (open.length > MAX_DEPTH) throw unreadable(source, at, `at most ${MAX_DEPTH} levels`);
      else open.push(element);
    } else if (end !== undefined) {
      if (open.length < 2 || top.name !== localName(end)) throw unreadable(source, at, `</${top.name}>`);
      open.pop();
      open.at(-1)?.children.push(top);
    }
  }
  const [root] = document.children;
  if (open.length > 1 || root === undefined) throw unreadable(source, source.length, 'a whole XML document');
  return root;
}

/** All elements with a name inside an element, at any depth, in document order. */
export function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ]);
}

/** The text of the first child with a name; empty if there is none. */
export function childText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? '';
}

function attributesOf(source: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { groups = {} } of source.matchAll(ATTRIBUTE)) {
    found[localName(groups.name ?? '')] = decoded(groups.double ?? groups.single ?? '');
  }
  return found;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x(?<hex>[0-9a-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>\w+));/gi,
    (all, ...args) => {
      const { hex, decimal, name } = args.at(-1) as Record<string, string | undefined>;
      const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined;
      if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : all;
      return ENTITIES.get(name ?? '') ?? all;
    },
  );
}

function unreadable(source: string, at: number, expected: string): TripError {
  const line = source.slice(0, at).split('\n').length;
  return new TripError('trip-import-unreadable', {
    expected: `${expected} on line ${line}`,
    actual: JSON.stringify(source.slice(at, at + 40)),
    fix: 'Export the file again from the program it comes from.',
  });
}
