import assert from 'node:assert/strict';
import type { JournalErrorCode } from '../../journal/error.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { payloadText, takeApart } from '../../journal/fact.ts';
import { digestOf } from '../../journal/integrity/chain.ts';
import { randomSalts } from '../../journal/integrity/salt.ts';
import type { AppendResult, Journal } from '../../journal/journal.ts';
import type { AppendRequest, NewFact } from '../../journal/store.ts';

const DEADLINE_MS = 20_000;

/** A fact with some text, for tests that need any fact. */
export function note(text: string | number): ProposedFact<{ text: string }> {
  return { type: 'note_added', text: String(text) };
}

export function notes(count: number, from = 1): ProposedFact<{ text: string }>[] {
  return Array.from({ length: count }, (_, i) => note(from + i));
}

/** The texts of notes; the type of any other fact. */
export function texts(facts: readonly Fact[]): unknown[] {
  return facts.map(({ type, text }) => text ?? type);
}

/** An append request as the journal passes it to its store. */
export function request(journal: string, facts: readonly ProposedFact[], ts: string): AppendRequest {
  return { journal, facts: facts.map(newFact), ts };
}

function newFact(proposed: ProposedFact, at: number): NewFact {
  const { type, v = 1, payload } = takeApart(proposed, at);
  const text = payloadText(payload, { type, at });
  const salted = { salt: randomSalts(), payload: text };
  return { id: `n-${at + 1}`, type, v, ...salted, digest: digestOf(salted) };
}

/** The result of an append that was written. */
export function written<F>(result: AppendResult<F>): Extract<AppendResult<F>, { ok: true }> {
  assert.ok(result.ok, `the append was refused at head ${result.head}`);
  return result;
}

export async function refuses(promise: Promise<unknown>, code: JournalErrorCode): Promise<void> {
  await assert.rejects(promise, (error: { code?: unknown; message?: unknown }) => {
    assert.equal(error.code, code, `wrong refusal: ${String(error.message)}`);
    return true;
  });
}

/** Asserts that every fact is there, in order, and that the hash chain is valid. */
export async function assertWhole(journal: Journal, head: number): Promise<void> {
  assert.deepEqual(await journal.verify(), { ok: true, head });
  const facts = await journal.facts();
  assert.deepEqual(
    facts.map(({ seq }) => seq),
    Array.from({ length: head }, (_, i) => i + 1),
  );
}

/** Waits for another party, and fails with a message instead of hanging. */
export async function withinTime<T>(promise: Promise<T>, missing: () => string): Promise<T> {
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => reject(new assert.AssertionError({ message: missing() })), DEADLINE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(deadline);
  }
}
