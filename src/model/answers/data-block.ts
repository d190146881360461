/** Characters that could end a block or a line, or hide in one. */
const UNSAFE = /[<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Untrusted text in a prompt: one JSON value per line between two tags. Angle brackets and invisible characters are
 * escaped, so that no text can close the block, open another one, or fake a line of it.
 */
export function dataBlock(tag: string, values: readonly unknown[]): string {
  return [`<${tag}>`, ...values.map(escaped), `</${tag}>`].join('\n');
}

/** The values that {@link dataBlock} wrote into a prompt. */
export function valuesIn(prompt: string, tag: string): unknown[] {
  const [, block = ''] = prompt.split(`<${tag}>\n`);
  const [lines = ''] = block.split(`</${tag}>`);
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

function escaped(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (sign) =>
    [...Array(sign.length).keys()]
      .map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
