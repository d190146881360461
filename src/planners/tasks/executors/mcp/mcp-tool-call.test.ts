import { describe, expect, it } from 'vitest';
import { McpServer } from './mcp-server.ts';
import { inputOf, nameOf, type OfferedTool, spelledCall, whichTool } from './mcp-tool-call.ts';

const SERVER = new McpServer('https://mcp.example/', { timeoutMs: 1, connectTimeoutMs: 1 });
const offered = (label: string, name: string): OfferedTool => ({
  server: SERVER,
  label,
  tool: { name, inputSchema: { type: 'object' } },
});

const ADD = offered('tools', 'add');
const PID = offered('tools', 'pid');
const TOOLS = [ADD, PID];

function callIn(description: string, answer?: string, tools: readonly OfferedTool[] = TOOLS) {
  const parameters =
    answer === undefined ? description : `${description}\n\nQuestion: Which?\nAnswer: ${answer}`;
  return spelledCall(
    { id: 1, kind: 'ToolCall', description, parameters, attachments: [], context: '' },
    tools,
  );
}

const unclear = (about: RegExp) => ({ type: 'unclear', question: expect.stringMatching(about) });

describe('a call is written as code', () => {
  it.each([
    ['Call `add {"a": 1}`', ADD, { a: 1 }],
    ['Call `add{"a": 1}`', ADD, { a: 1 }],
    ['Call `tools/add {"a": 1}`', ADD, { a: 1 }],
    ['Call `pid`', PID, {}],
    ['Call `add {}`', ADD, {}],
    ['Add:\n```json\nadd {\n  "a": {"b": [1]}\n}\n```', ADD, { a: { b: [1] } }],
    ['Look at `the sum` with `pid` in `src/a.ts`', PID, {}],
  ])('in %j', (description, tool, input) => {
    expect(callIn(description)).toEqual({ type: 'call', offered: tool, input });
  });

  it.each(['Add the numbers', 'Add `the numbers`', 'Look at `subtract`', 'add {"a": 1}', 'Call `add 1`'])(
    'not in %j',
    (description) => {
      expect(callIn(description)).toEqual({ type: 'none' });
    },
  );

  it.each(['add {"a": 1}', 'Use `add {"a": 1}`, please', ' `add {"a": 1}` '])(
    'in the answer %j instead of in the task',
    (answer) => {
      expect(callIn('Call `pid`', answer)).toEqual({ type: 'call', offered: ADD, input: { a: 1 } });
    },
  );

  it('in the task if the answer names no tool', () => {
    expect(callIn('Call `pid`', 'Yes, do it.')).toEqual({ type: 'call', offered: PID, input: {} });
    expect(callIn('Call `pid`', 'As in `src/a.ts`')).toEqual({ type: 'call', offered: PID, input: {} });
  });

  it('by the name of a tool with a slash, before that of a server', () => {
    const odd = offered('other', 'tools/add');
    expect(callIn('Call `tools/add`', undefined, [ADD, odd])).toEqual({
      type: 'call',
      offered: odd,
      input: {},
    });
  });
});

describe('a question is asked', () => {
  it.each([
    ['Call `subtract {"a": 1}`', /subtract.*add, pid/],
    ['Call `other/add {"a": 1}`', /other\/add.*add, pid/],
    ['Call `add {a: 1}`', /\{a: 1\}.*add/],
    ['Call `add` and `pid`', /several.*add, pid/],
  ])('if a task is %j', (description, about) => {
    expect(callIn(description)).toEqual(unclear(about));
  });

  it('if several servers have the tool, with the unambiguous names', () => {
    const tools = [ADD, offered('more', 'add'), PID];
    expect(callIn('Call `add`', undefined, tools)).toEqual(unclear(/tools\/add, more\/add.*`tools\/add \{/));
    expect(callIn('Call `more/add`', undefined, tools)).toMatchObject({
      type: 'call',
      offered: { label: 'more' },
    });
  });

  it('if no tool is named', () => {
    expect(whichTool(TOOLS)).toEqual(unclear(/add, pid.*`add \{/));
  });

  it('if there are no tools at all', () => {
    expect(whichTool([])).toEqual(unclear(/no tools.*`tool \{/));
  });

  it('with the first 30 tools, and the number of others', () => {
    const tools = Array.from({ length: 32 }, (_, at) => offered('tools', `tool${at + 1}`));
    const listed = tools.slice(0, 30).map(({ tool }) => tool.name);
    expect(whichTool(tools.slice(0, 30)).question).toContain(`${listed.join(', ')}. `);
    expect(whichTool(tools).question).toContain(`${listed.join(', ')}, and 2 more`);
  });
});

it('names a tool alone, and with its server if another one has the same name', () => {
  const other = offered('more', 'add');
  expect(nameOf(ADD, TOOLS)).toBe('add');
  expect([ADD, other, PID].map((each) => nameOf(each, [ADD, other, PID]))).toEqual([
    'tools/add',
    'more/add',
    'pid',
  ]);
});

it.each([
  ['{"a": 1}', { a: 1 }],
  ['{}', {}],
  ['[1]', undefined],
  ['1', undefined],
  ['null', undefined],
  ['{a: 1}', undefined],
  ['', undefined],
])('parses %j as the arguments %j', (json, input) => {
  expect(inputOf(json)).toEqual(input);
});
