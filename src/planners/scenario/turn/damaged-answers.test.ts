import { describe, expect, it } from 'vitest';
import { received } from '../../../../test/conversation-fixture.ts';
import { scriptedModel } from '../../../testing/index.ts';
import { turnOn } from '../fixtures/library-loan.ts';

const message = received('m1', 'Hello?');
const whole =
  '{"reasoning":"It is polite.","action":{"tool":"sendMessageToRemoteAgent","args":{"text":"Hello."}}}';

describe('a decision in damaged JSON', () => {
  it.each([
    ['in a code fence', `\`\`\`json\n${whole}\n\`\`\``],
    ['with prose around it', `I think this is best:\n${whole}\nShall I go on?`],
    ['after thinking aloud with braces', `Options: {a} or {b}. I choose:\n${whole}`],
    ['with a trailing comma', whole.replace('}}}', '},},}')],
    ['with single quotes', whole.replaceAll('"', "'")],
    ['with names without quotes', whole.replace('"reasoning"', 'reasoning').replace('"action"', 'action')],
    ['with comments', whole.replace('"action"', '/* the step */ "action"')],
    ['with a byte order mark', `\uFEFF${whole}`],
    ['with arguments as JSON in the JSON', whole.replace('{"text":"Hello."}', '"{\\"text\\":\\"Hello.\\"}"')],
    [
      'with arguments as damaged JSON in the JSON',
      whole.replace('{"text":"Hello."}', '"{text: \'Hello.\',}"'),
    ],
  ])('is accepted if it is clear: %s', async (_, answer) => {
    const llm = scriptedModel([answer]);
    const { output } = await turnOn([message], llm);
    expect(output).toMatchObject([{ type: 'compose_intent', text: 'Hello.' }]);
    expect(llm.requests).toHaveLength(1);
  });

  it.each([
    ['cut off', whole.slice(0, -12)],
    [
      'two damaged ones',
      `${whole.replace('}}}', '},}}')} or ${whole.replace('Hello.', 'No.').replace('}}}', '},}}')}`,
    ],
    ['no JSON', 'I would say hello.'],
    ['another shape', '{"tool":"done"}'],
    ['empty', ''],
  ])('is requested again if it is not: %s', async (_, answer) => {
    const llm = scriptedModel([answer, whole]);
    const { output } = await turnOn([message], llm);
    expect(output).toMatchObject([{ type: 'compose_intent', text: 'Hello.' }]);
    expect(llm.requests).toHaveLength(2);
    const [first, second] = llm.requests.map(({ messages }) => messages.at(-1)?.text);
    expect(second).not.toBe(first);
  });
});

it('an oracle without documents or a value is called again', async () => {
  const call = whole.replace('sendMessageToRemoteAgent', 'print_receipt').replace('{"text":"Hello."}', '{}');
  const llm = scriptedModel([call, '{"documents":[]}', '{"value":null}', whole]);
  const { output } = await turnOn([message], llm);
  expect(llm.requests[2]?.messages.at(-1)?.text).toMatch(/either documents or a value/);
  expect(output[1]).toMatchObject({ ok: true, result: null });
});
