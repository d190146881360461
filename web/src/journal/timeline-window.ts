import type { KindRun } from './timeline-scale.ts';

/** The visible part of the timeline, from one fact to another. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The smallest part: each fact has enough room by then. */
const MIN_FACTS = 20;

/** The part between two facts, in either order. */
export function windowBetween(one: number, other: number, head: number): Window {
  return fitted(Math.min(one, other), Math.abs(other - one) + 1, head);
}

/** Zooms in or out (`factor` over 1), keeping the fact at the centre of attention in place. */
export function zoomed({ from, to }: Window, { at, factor, head }: Zoom): Window | undefined {
  const length = to - from + 1;
  const next = Math.max(MIN_FACTS, Math.round(length * factor));
  if (next >= head) return undefined;
  const share = (Math.max(from, Math.min(to, at)) - from) / length;
  return fitted(Math.round(at - share * next), next, head);
}

/** Around which fact to zoom, by which factor, in a timeline of which length. */
export interface Zoom {
  readonly at: number;
  readonly factor: number;
  readonly head: number;
}

/** A window of the same length around a fact. */
export function centred({ from, to }: Window, at: number, head: number): Window {
  const length = to - from + 1;
  return fitted(Math.round(at - length / 2), length, head);
}

/** A window at the end stays there when facts arrive. */
export function followed(window: Window | undefined, before: number, head: number): Window | undefined {
  if (window === undefined || window.to !== before) return window;
  return fitted(head - (window.to - window.from), window.to - window.from + 1, head);
}

/** The runs within a window, counted from its first fact. */
export function runsWithin(runs: readonly KindRun[], { from, to }: Window): readonly KindRun[] {
  return runs.flatMap(([first, last, kind]) =>
    last < from || first > to
      ? []
      : [[Math.max(first, from) - from + 1, Math.min(last, to) - from + 1, kind] as const],
  );
}

/** The weights of the runs within a window. */
export function weightsWithin(
  runs: readonly KindRun[],
  weights: readonly number[],
  { from, to }: Window,
): readonly number[] {
  return runs.flatMap(([first, last], at) => (last < from || first > to ? [] : [weights[at] ?? 1]));
}

function fitted(from: number, length: number, head: number): Window {
  const size = Math.min(head, Math.max(Math.min(MIN_FACTS, head), length));
  const first = Math.max(1, Math.min(head - size + 1, from));
  return { from: first, to: first + size - 1 };
}
