import { z } from 'zod';

const Line = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() });

/** Fields that are too long or of no use in a terminal. */
const LEFT_OUT: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'pid', 'stack']);

/** Characters that a terminal would interpret: control characters, unusual line breaks and bidirectional controls. */
const OBEYED = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * A JSON log line in readable form: `12:30:01 error A request failed (code=store-full …)`, without control characters.
 */
export function terminalLine(json: string): string {
  const line = Line.parse(JSON.parse(json));
  const fields = Object.entries(line).filter(([name]) => !LEFT_OUT.has(name));
  const pairs = fields.map(([name, value]) => `${name}=${typeof value === 'string' ? word(value) : value}`);
  const more = pairs.length > 0 ? ` (${pairs.join(' ')})` : '';
  const text = `${line.time.slice(11, 19)} ${line.level} ${line.msg}${more}`;
  const stack = typeof line.stack === 'string' && line.stack !== '' ? `\n${line.stack}` : '';
  return `${(text + stack).replace(OBEYED, ' ')}\n`;
}

function word(value: string): string {
  return /^[^\s"()]+$/.test(value) ? value : JSON.stringify(value);
}
