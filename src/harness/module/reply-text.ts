import type { WaitingItem } from './waiting-item.ts';

/** A waiting item with its numbered options. */
export function waitingText({ text, details, options = [] }: WaitingItem): string {
  const choices = options.map(({ label }, at) => `${at + 1}. ${label}`).join('\n');
  return [text, details ?? '', choices].filter(Boolean).join('\n\n');
}

/** The new texts, followed by what needs the person. Nothing is repeated. */
export function replyText(texts: readonly string[], waiting: readonly WaitingItem[]): string {
  const isTold = (text: string) => texts.some((each) => each.includes(text));
  const asked = waiting
    .map((item) => (item.details && isTold(item.details) ? { ...item, details: undefined } : item))
    .map(waitingText)
    .filter((text) => !isTold(text));
  return [...new Set([...texts, ...asked])].join('\n\n');
}
