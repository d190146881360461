import fc from 'fast-check';
import { STEP_STATUSES, type StepItem, type ViewBlock } from '../src/harness/module/view-block.ts';

/** Pieces that mean something to a reader of Markdown, or to a terminal. */
const PIECES = [
  ...['```', '````', '~~~', '`', '``', ' ```', '  ```', '    ```', '- ```', '> ~~~', '1. ```js', '\u00a0'],
  ...[
    '<!--',
    '-->',
    '<div>',
    '</div>',
    '<script>',
    '<?',
    '<![CDATA[',
    '<https://a.example>',
    '&lt;',
    '&#60;',
  ],
  ...[
    '# ',
    '## x ##',
    '- ',
    '* ',
    '+ ',
    '1. ',
    '2) ',
    '> ',
    '---',
    '===',
    ':--',
    '| a |',
    '|---|',
    '|',
    '\\',
  ],
  ...[
    '[x]: /url',
    '[~]: /url',
    '[!]:',
    '[',
    ']',
    '](/url)',
    '![',
    '[^1]: note',
    '[\n~\n]: /url',
    '[a\\',
    '[ ] ',
  ],
  ...['*', '**', '_', '__', '~~', 'word', 'snake_case', ' ', '  ', '    ', '\t', '\n', '\n\n', '\r\n', '\r'],
  ...[
    '\u001b[2J',
    '\u001b]0;title\u0007',
    '\u0000',
    '\u0085',
    '\u2028',
    '\u202e',
    '\u009b',
    '\ufeff',
    '\ud800',
  ],
  ...['日本語', '👩‍💻', 'é', '-1', '+1', '$1', '@@ -1 +1 @@', '+added', '-removed'],
];

/** Any text, and most of all one that tries to be more than text. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((pieces) => pieces.join('')),
);

/** Any block, with texts as `text` gives them. */
export function anyBlock(text: fc.Arbitrary<string> = hostileText): fc.Arbitrary<ViewBlock> {
  const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 3 });
  const option = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
  const title = option(text);
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const cell = fc.oneof(text, number, fc.boolean(), fc.constant(null));
  const actions = option(
    some(fc.record({ label: text, command: fc.record({ type: text, input: fc.oneof(text, number) }) })),
  );
  const status = fc.constantFrom(...STEP_STATUSES);
  const { step } = fc.letrec<{ step: StepItem }>((tie) => ({
    step: fc.record({
      id: text,
      title: text,
      status,
      details: title,
      notes: option(some(text)),
      children: fc.option(some(tie('step')), { nil: undefined, depthSize: 'small', maxDepth: 2 }),
      dependsOn: option(some(text)),
      actions,
      forms: option(some(fc.record({ label: text, form: fc.record({ type: text }) }))),
      move: option(fc.record({ command: fc.record({ type: text }), before: text })),
    }),
  }));
  const lat = fc.double({ min: -90, max: 90, noNaN: true });
  const lng = fc.double({ min: -180, max: 180, noNaN: true });
  const path = fc.record({ id: text, label: title, points: some(fc.tuple(lat, lng)), actions });
  const type = <Type extends string>(name: Type) => fc.constant(name);
  return fc.oneof(
    fc.record({ type: type('markdown'), title, text, folded: option(fc.boolean()), actions }),
    fc.record({ type: type('steps'), title, items: some(step), actions }),
    fc.record({
      type: type('table'),
      title,
      columns: some(fc.record({ key: fc.constantFrom('a', 'b', 'c', '__proto__', 'toString'), label: text })),
      rows: some(
        fc.record({
          id: title,
          cells: fc.dictionary(fc.constantFrom('a', 'b', 'c'), cell, { noNullPrototype: true }),
          status: option(status),
          actions,
        }),
      ),
    }),
    fc.record({ type: type('fields'), title, items: some(fc.record({ label: text, value: cell, actions })) }),
    fc.record({
      type: type('map'),
      title,
      points: some(fc.record({ id: text, lat, lng, label: title, status: option(status), actions })),
      lines: option(some(path)),
      areas: option(some(path)),
    }),
    fc.record({
      type: type('chart'),
      title,
      kind: fc.constantFrom('line', 'bar', 'points'),
      x: title,
      y: title,
      series: some(
        fc.record({
          name: text,
          points: fc.array(fc.tuple(fc.oneof(text, number), number), { maxLength: 25 }),
          actions,
        }),
      ),
    }),
    fc.record({ type: type('diff'), title, text }),
    fc.record({
      type: type('messages'),
      title,
      items: some(fc.record({ id: text, from: text, text, at: title, actions })),
    }),
    fc.record({
      type: type('progress'),
      label: text,
      value: number,
      max: option(number),
      parts: option(some(fc.record({ status, value: number }))),
    }),
    fc.record({
      type: type('files'),
      title,
      items: some(
        fc.record({
          name: text,
          mediaType: text,
          sha256: title,
          text: title,
          size: option(fc.nat()),
          actions,
        }),
      ),
    }),
    fc.record({ type: type('json'), title, value: fc.oneof(text, fc.jsonValue()) }),
  );
}
