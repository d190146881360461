import type { ToolRules } from '../calls/tool-rules.ts';

/** Quotes, dashes and ellipses. */
const PUNCTUATION: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u2032': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u201f': '"',
  '\u2033': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2015': '-',
  '\u2212': '-',
  '\u2026': '...',
};

/** Replacements for other characters where only ASCII is allowed. */
const PLAIN: Readonly<Record<string, string>> = {
  ...PUNCTUATION,
  '\u2022': '*',
  '\u00b7': '*',
  '\u00d7': 'x',
  '\u2190': '<-',
  '\u2192': '->',
  '\u21d2': '=>',
  '\u2264': '<=',
  '\u2265': '>=',
  '\u2260': '!=',
  '\u00df': 'ss',
  '\u00e6': 'ae',
  '\u00c6': 'AE',
  '\u0153': 'oe',
  '\u0152': 'OE',
  '\u00f8': 'o',
  '\u00d8': 'O',
  '\u0142': 'l',
  '\u0141': 'L',
  '\u0111': 'd',
  '\u0110': 'D',
  '\u0131': 'i',
  '\u00ad': '',
  '\u200b': '',
  '\u2060': '',
  '\ufeff': '',
};

/**
 * The text in ASCII where that reads the same: typographic quotes, dashes, ellipses and spaces, and letters without
 * accents. Other characters stay, for the rules of the tools to refuse.
 */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(/[^\n\t\x20-\x7e]/gu, (sign) => {
    const plain = PLAIN[sign];
    if (plain !== undefined) return plain;
    if (/\p{Zs}/u.test(sign)) return ' ';
    if (/\p{L}/u.test(sign)) return sign.normalize('NFKD').replace(/\p{M}/gu, '');
    return sign;
  });
}

/** The text with typographic quotes, dashes and ellipses in ASCII. */
export function plainPunctuation(text: string): string {
  return text.replace(/[\u00ab\u00bb\u2010-\u2033\u2212]/g, (sign) => PUNCTUATION[sign] ?? sign);
}

/** The text of a file as plans allow it: unchanged, or in ASCII where that reads the same. */
export function textIn(text: string, rules: ToolRules['text']): string {
  return rules === 'ascii' ? plainText(text) : text;
}
