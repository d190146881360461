import { describe, expect, it } from 'vitest';
import { received } from '../../../../test/conversation-fixture.ts';
import { sha256 } from '../../../journal/index.ts';
import { scriptedModel } from '../../../testing/index.ts';
import { turnOn } from '../fixtures/library-loan.ts';
import { document, say, step, types } from '../fixtures/scripted-steps.ts';

const message = received('m1', 'May I keep the book until April?');
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('documents', () => {
  it('become files that the message can attach', async () => {
    const llm = scriptedModel([
      step('print_receipt'),
      document('receipt.md', 'Paid.'),
      say('See the receipt.', { attachments: ['receipt.md', 'receipt.md'] }),
    ]);
    const { output, files } = await turnOn([message], llm);
    const hash = sha256('Paid.');
    expect(output).toMatchObject([
      { type: 'tool_call', callId: 'call-1' },
      {
        type: 'attachment_added',
        name: 'receipt.md',
        mimeType: 'text/markdown',
        sha256: hash,
        size: 5,
        origin: 'tool',
        producedBy: 'call-1',
      },
      { type: 'tool_result', result: { documents: [{ name: 'receipt.md', size: 5, begins: 'Paid.' }] } },
      { attachments: [{ name: 'receipt.md', mimeType: 'text/markdown', sha256: hash, size: 5 }] },
    ]);
    expect(text(files.get(hash))).toBe('Paid.');
  });

  it('can be read in the same turn and in a later one', async () => {
    const read = step('readAttachment', { name: 'receipt.md' });
    const first = scriptedModel([step('print_receipt'), document('receipt.md', 'Paid.'), read, say('Paid.')]);
    const { output, files } = await turnOn([message], first);
    expect(output[4]).toMatchObject({ ok: true, result: { name: 'receipt.md', text: 'Paid.' } });

    const later = await turnOn([message, ...output], scriptedModel([read, say('Paid.')]), { files });
    expect(later.output[1]).toMatchObject({ ok: true, result: { name: 'receipt.md', text: 'Paid.' } });
  });

  it('with the same name are numbered alike in the fact and in the result', async () => {
    const llm = scriptedModel([
      step('print_receipt'),
      {
        json: {
          documents: [
            { name: 'receipt.md', content: 'One.' },
            { name: 'receipt.md', content: 'Two.' },
          ],
        },
      },
      step('print_receipt'),
      document('receipt.md', 'Three.'),
      say('See the third.', { attachments: ['receipt (4).md'] }),
    ]);
    const there = {
      type: 'attachment_added',
      name: 'receipt.md',
      mimeType: 'text/plain',
      sha256: sha256('Zero.'),
      size: 5,
      origin: 'remote',
    };
    const { output } = await turnOn([there, message], llm);
    const added = output.filter(({ type }) => type === 'attachment_added').map(({ name }) => name);
    expect(added).toEqual(['receipt (2).md', 'receipt (3).md', 'receipt (4).md']);
    expect(output[3]).toMatchObject({
      result: { documents: [{ name: 'receipt (2).md' }, { name: 'receipt (3).md' }] },
    });
    expect(output[6]).toMatchObject({ result: { documents: [{ name: 'receipt (4).md' }] } });
    expect(output.at(-1)).toMatchObject({
      attachments: [{ name: 'receipt (4).md', sha256: sha256('Three.') }],
    });
  });

  it('that already exist are not stored twice', async () => {
    const llm = scriptedModel([
      step('print_receipt'),
      document('receipt.md', 'Paid.'),
      step('print_receipt'),
      document('receipt.md', 'Paid.'),
      say('Paid.'),
    ]);
    const { output } = await turnOn([message], llm);
    expect(types(output).filter((type) => type === 'attachment_added')).toHaveLength(1);
    expect(output[4]).toMatchObject({ result: { documents: [{ name: 'receipt.md' }] } });
  });

  it.each([
    ['../../etc/passwd', 'passwd.md'],
    ['C:\\letters\\Letter.pdf', 'Letter.pdf.md'],
    ['.hidden', 'hidden.md'],
    ['a\u202Egpj.md', 'agpj.md'],
    ['<b>.txt', 'b.txt'],
    ['/', 'document.md'],
  ])('have plain names: %j becomes %s', async (asked, name) => {
    const llm = scriptedModel([step('print_receipt'), document(asked, 'x'), say('Done.')]);
    const { output } = await turnOn([message], llm);
    expect(output[1]).toMatchObject({ type: 'attachment_added', name });
  });

  it('are in the result if files cannot be stored', async () => {
    const llm = scriptedModel([step('print_receipt'), document('receipt.md', 'Paid.'), say('Paid.')]);
    const { output } = await turnOn([message], llm, { canWrite: false });
    expect(types(output)).toEqual(['tool_call', 'tool_result', 'compose_intent']);
    expect(output[1]).toMatchObject({ result: { documents: [{ name: 'receipt.md', content: 'Paid.' }] } });
  });

  it('that are not text are not shown as text', async () => {
    const bytes = Uint8Array.of(0xff, 0xd8, 0);
    const added = {
      type: 'attachment_added',
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      sha256: sha256(bytes),
      size: 3,
      origin: 'remote',
    };
    const llm = scriptedModel([step('readAttachment', { name: 'photo.jpg' }), say('Nice.')]);
    const { output } = await turnOn([added, message], llm, { files: new Map([[sha256(bytes), bytes]]) });
    expect(output[1]).toMatchObject({ ok: true, result: { note: 'This is not a text.' } });
  });
});
