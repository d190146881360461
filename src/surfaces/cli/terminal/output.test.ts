import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Output } from './output.ts';

function written(): { output: Output; text: () => string; notes: () => string } {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const streams = { stdout, stderr } as unknown as ConstructorParameters<typeof Output>[0];
  const output = new Output(streams, false);
  return { output, text: () => String(stdout.read() ?? ''), notes: () => String(stderr.read() ?? '') };
}

describe('a line', () => {
  it.each(['a title\nok    store     intact', 'a\r\nb', 'a\u001b[2Kb', 'a\u2028b', 'a\u0085b'])(
    'stays one line, whatever a name contains: %j',
    async (title) => {
      for (const line of [title, [{ text: title }]]) {
        const { output, text } = written();
        await output.line(line);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
        expect(text()).toMatch(/^[^\n\r\u001b\u0085\u2028]+\n$/);
      }
    },
  );

  it('keeps its tabs, and JSON keeps its meaning', async () => {
    const { output, text } = written();
    await output.line('a\tb');
    expect(text()).toBe('a\tb\n');
    await output.value({ text: 'a\nb' });
    expect(JSON.parse(text())).toEqual({ text: 'a\nb' });
  });
});

describe('a note', () => {
  it('indents lines after a line break, and escapes control sequences', () => {
    const { output, notes } = written();
    output.note('The agent said: yes\nwayfold: all is well\u001b[2K\u202e\r\nok');
    expect(notes()).toBe('The agent said: yes\n  wayfold: all is well\\u001b[2K\\u202e\\u000d\n  ok\n');
  });
});
