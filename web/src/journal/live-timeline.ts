import { sessionPath } from '../api/client.ts';
import type { Fact, TimelineAnswer } from '../api/contracts.ts';
import { askWhenReachable } from '../state/connection.ts';
import { onFacts, useOpenSession } from '../state/open-session.ts';
import { FACT_KINDS, kindOf } from './fact-kind.ts';
import type { KindRun } from './timeline-scale.ts';
import type { Window } from './timeline-window.ts';

/** More than any screen has columns; up to this number, each fact has its own column. */
const BUCKETS = 4096;
/** How long changes gather before the whole timeline is fetched again. */
const GATHER_MS = 250;
/** Facts that start, end or request work. */
const MARKS_OF_WORK = new Set([
  'claimed',
  'reaction_settled',
  'pass_settled',
  'user_input',
  'user_guidance',
  'user_answer',
  'remote_received',
]);

export type Pass = TimelineAnswer['passes'][number];
export type Request = TimelineAnswer['requests'][number];

/** A part of the timeline. */
export interface Detail {
  readonly runs: readonly KindRun[];
  readonly weights: readonly number[];
}

/** The timeline of the open session, kept up to date with its facts. */
export class LiveTimeline {
  readonly #id: string;
  #runs: KindRun[] = [];
  #weights: readonly number[] = [];
  #passes: readonly Pass[] = [];
  #requests: readonly Request[] = [];
  #head = 0;
  #version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  readonly #listeners = new Set<() => void>();

  constructor(id: string) {
    this.#id = id;
  }

  get head(): number {
    return this.#head;
  }

  get runs(): readonly KindRun[] {
    return this.#runs;
  }

  /** The share of each run that is more than bookkeeping; all of it if unknown. */
  get weights(): readonly number[] {
    return this.#weights;
  }

  /** The requests, each of which caused the facts after it. */
  get requests(): readonly Request[] {
    return this.#requests;
  }

  get passes(): readonly Pass[] {
    return this.#passes;
  }

  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  open(): () => void {
    this.#ended = false;
    void this.#read();
    const ends = [
      onFacts((facts) => {
        for (const fact of facts) this.#accept(fact);
        this.#changed();
      }),
      useOpenSession.subscribe((now, before) => {
        if (now.id !== this.#id) return;
        if (now.head > this.#head || now.erasures !== before.erasures) this.#readSoon();
      }),
    ];
    return () => {
      this.#ended = true;
      clearTimeout(this.#timer);
      for (const end of ends) end();
    };
  }

  /** A part of the timeline in more detail, unless the whole shows it fact by fact. */
  async detail({ from, to }: Window, signal: AbortSignal): Promise<Detail | undefined> {
    if (this.#head <= BUCKETS) return undefined;
    const query = new URLSearchParams({ buckets: String(BUCKETS), from: String(from), to: String(to) });
    const answer = await askWhenReachable<TimelineAnswer>(sessionPath(this.#id, `/timeline?${query}`), {
      signal,
    }).catch(() => undefined);
    return answer && { runs: answer.runs, weights: answer.weights ?? [] };
  }

  #accept(fact: Fact): void {
    if (MARKS_OF_WORK.has(fact.type)) this.#readSoon();
    if (fact.seq !== this.#head + 1) return;
    const kind = FACT_KINDS.indexOf(kindOf(fact));
    const run = this.#runs.at(-1);
    if (run?.[2] === kind) this.#runs[this.#runs.length - 1] = [run[0], fact.seq, kind];
    else this.#runs.push([fact.seq, fact.seq, kind]);
    this.#head = fact.seq;
    if (this.#runs.length > 2 * BUCKETS) this.#readSoon();
  }

  #readSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#read();
    }, GATHER_MS);
  }

  async #read(): Promise<void> {
    // A refusal shows in the session itself; the line stays as it was.
    const answer = await askWhenReachable<TimelineAnswer>(
      sessionPath(this.#id, `/timeline?buckets=${BUCKETS}`),
    ).catch(() => undefined);
    if (answer === undefined || this.#ended) return;
    if (answer.head < this.#head) {
      this.#readSoon();
      return;
    }
    this.#runs = [...answer.runs];
    this.#weights = answer.weights ?? [];
    this.#passes = answer.passes;
    this.#requests = answer.requests;
    this.#head = answer.head;
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
