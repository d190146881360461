import { columnOf, type ItemLine, itemLine } from './list-marker.ts';

/** The maximum distance of consecutive numbered lines. */
const REACH = 6;
const MAX_LINE_LENGTH = 120;
const FENCE = /^\s*(?:`{3,}|~{3,})/;
const COUNTED =
  /^\s*(?:(?:([A-Z]{1,5}-?)(\d{1,3})(?:\s*[.):–—-]\s+|\s+)|(\d{1,3})(?:\s+[–—-]\s+|\s+(?=\p{L}))|(?:([A-Z]|[a-z](?=\.))(?:[.:]|\s+[–—-])|\(([a-z])\))\s+)(?=\S)|(?:(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\p{L}*\.?,? )?\[?\d{1,2}[:.]\d{2}(?:\s*[–-]\s*\d{1,2}[:.]\d{2})?\]?(?:\s*h\b)?\s+)(?=\S)(?!(?:<\S+>|@?[\p{L}_.-]+:|[A-Z]{4,5} )))/u;
/** A symbol that starts several consecutive lines is a bullet. */
const SIGNED = /^\s*(?:\p{Extended_Pictographic}\ufe0f?)\s+(?=\S)/u;
const ANNOUNCES = /[:：][*_)]{0,2}\s*$/;
/** The line before the first arrow is the first item. */
const ARROW = /^\s*[→➜➔]\s/;
const AFTER_TIME = /^((?:\p{L}{3,9}\.?,? )?\d{1,2}[:.]\d{2})\s*[–—:-]+\s+/u;
const STRUCK = /^\s*~~.+~~\s*$/;
const CLOSED = /[.!?…,;:：。]["'”)\]*_]*\s*$/u;

/** A line that may be an item, with its counter. */
interface Counted {
  readonly line: number;
  readonly series: string;
  readonly count: number;
  readonly label: string | undefined;
  readonly item: ItemLine;
}

/**
 * Lines that are list items without bullets: numbered consecutively (`A. … B. …`, `S-1 … S-2 …`, `06:00 … 06:15 …`), or
 * short lines directly below an introduction.
 */
export function listedLines(lines: readonly string[]): Map<number, ItemLine> {
  const items = new Map<number, ItemLine>();
  const latest = new Map<string, Counted>();
  let isFenced = false;
  for (const [number, line] of lines.entries()) {
    if (FENCE.test(line)) isFenced = !isFenced;
    if (isFenced || line.length > 400) continue;
    if (ARROW.test(lines[number + 1] ?? '') && isListedLike(line))
      items.set(number, itemOf(line, 0, undefined));
    const counted = countedLine(line, number);
    if (counted === undefined) continue;
    const before = latest.get(counted.series);
    latest.set(counted.series, counted);
    const step = counted.count - (before?.count ?? Number.NaN);
    const goesOn = counted.series === 'time' ? step >= 0 : step === (counted.label === undefined ? 0 : 1);
    if (before === undefined || !goesOn || number - before.line > REACH) continue;
    if (counted.series === 'number' && before.count !== 1 && !items.has(before.line)) continue;
    items.set(before.line, before.item);
    items.set(number, counted.item);
  }
  announcedLines(lines, items);
  return items;
}

function countedLine(line: string, number: number): Counted | undefined {
  const [sign] = SIGNED.exec(line) ?? [];
  if (sign !== undefined)
    return {
      line: number,
      series: sign.trim(),
      count: 0,
      label: undefined,
      item: itemOf(line, sign.length, undefined),
    };
  const [marker, series, id, plain, bare, bracketed] = COUNTED.exec(line) ?? [];
  const letter = bare ?? bracketed;
  if (marker === undefined) return undefined;
  const label = id === undefined ? (plain ?? letter) : `${series}${id}`;
  const time = label === undefined ? /(\d{1,2})[:.](\d{2})/.exec(marker) : undefined;
  return {
    line: number,
    label,
    series: time ? 'time' : (series ?? (plain === undefined ? 'letter' : 'number')),
    count: time
      ? dayOf(marker) * MINUTES_A_DAY + Number(time[1]) * 60 + Number(time[2])
      : letter === undefined
        ? Number(id ?? plain)
        : letter.toLowerCase().charCodeAt(0),
    item: itemOf(line, time ? 0 : marker.length, label),
  };
}

const MINUTES_A_DAY = 24 * 60;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function dayOf(marker: string): number {
  return Math.max(0, DAYS.indexOf(marker.trim().slice(0, 3)));
}

/** At least two lines below one that ends in a colon; lines of a paragraph end like sentences. */
function announcedLines(lines: readonly string[], items: Map<number, ItemLine>): void {
  let from = -1;
  for (let number = 0; number <= lines.length; number += 1) {
    const line = lines[number] ?? '';
    const isOpen =
      from >= 0 && !items.has(number) && isListedLike(line) && indentOf(line) >= indentOf(lines[from] ?? '');
    if (from >= 0 && !isOpen) {
      const isLoose = line.trim() === '' || CLOSED.test(line) || indentOf(line) < indentOf(lines[from] ?? '');
      if (number - from > 1 && isLoose)
        for (let at = from; at < number; at += 1) items.set(at, itemOf(lines[at] ?? '', 0, undefined));
      from = -1;
    }
    if (STRUCK.test(line) && !items.has(number)) items.set(number, itemOf(line, 0, undefined));
    if (ANNOUNCES.test(line) && line.length < 200) {
      const next = lines[number + 1]?.trim() === '' ? number + 2 : number + 1;
      const isRight = next === number + 1 || STRUCK.test(lines[next] ?? '');
      if (isRight && !items.has(next) && isListedLike(lines[next] ?? '')) {
        from = next;
        number = next;
      }
    }
  }
}

function isListedLike(line: string): boolean {
  const text = line.trim();
  if (text === '' || text.length > MAX_LINE_LENGTH || CLOSED.test(text.replace(/\([^()]*\)$/, '')))
    return false;
  return itemLine(line) === undefined && !/^(?:[>|#`]|[-=_*]{3})/.test(text);
}

function itemOf(line: string, markerEnd: number, label: string | undefined): ItemLine {
  return {
    indent: indentOf(line),
    text: line.slice(markerEnd).trim().replace(AFTER_TIME, '$1 '),
    isFirst: false,
    label: label?.toLowerCase(),
    box: undefined,
  };
}

function indentOf(line: string): number {
  return columnOf(line, line.length - line.trimStart().length);
}
