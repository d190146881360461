import type { KindRun } from './timeline-scale.ts';

/** The part of the line that is shown, from one fact to another. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** No part is smaller: each fact has room enough by then. */
const MIN_FACTS = 20;

/** The part between two facts, in whichever order they are. */
export function windowBetween(one: number, other: number, head: number): Window {
  return fitted(Math.min(one, other), Math.abs(other - one) + 1, head);
}

/** Shows more (`factor` over 1) or less, and the fact in the middle of attention stays where it is. */
export function zoomed({ from, to }: Window, { at, factor, head }: Zoom): Window | undefined {
  const length = to - from + 1;
  const next = Math.max(MIN_FACTS, Math.round(length * factor));
  if (next >= head) return undefined;
  const share = (Math.max(from, Math.min(to, at)) - from) / length;
  return fitted(Math.round(at - share * next), next, head);
}

/** Around which fact it is zoomed, by how much, in a line of how many facts. */
export interface Zoom {
  readonly at: number;
  readonly factor: number;
  readonly head: number;
}

/** The same length elsewhere, with a fact in its middle. */
export function centred({ from, to }: Window, at: number, head: number): Window {
  const length = to - from + 1;
  return fitted(Math.round(at - length / 2), length, head);
}

/** A window at the end stays there when facts come. */
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
