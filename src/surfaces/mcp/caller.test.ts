import { expect, it } from 'vitest';
import { callerNamed } from './caller.ts';

it.each([
  ['claude-code', 'mcp:claude-code'],
  [' My\tagent\n2 ', 'mcp:My agent 2'],
  ['Grüße \u{1F44B}', 'mcp:Grüße \u{1F44B}'],
  ['evil\u202egnp', 'mcp:evil gnp'],
  ['\u0000\u200b', 'mcp'],
  ['', 'mcp'],
  [undefined, 'mcp'],
])('knows a client that calls itself %j as %j', (name, caller) => {
  expect(callerNamed(name)).toBe(caller);
});

it('cuts a name that no record could hold, between characters', () => {
  expect(callerNamed('\u{1F44B}'.repeat(1000))).toBe(`mcp:${'\u{1F44B}'.repeat(100)}`);
});
