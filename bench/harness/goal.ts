/** What a figure was meant to reach, and whether it did. */
export interface Goal {
  /** What it is about, for the line that says it was missed. */
  readonly about: string;
  readonly wanted: string;
  readonly measured: string;
  readonly met: boolean;
}

type Shown = (value: number) => string;

export function atLeast(about: string, measured: number, wanted: number, shown: Shown): Goal {
  return { about, wanted: `≥ ${shown(wanted)}`, measured: shown(measured), met: measured >= wanted };
}

export function atMost(about: string, measured: number, wanted: number, shown: Shown): Goal {
  return { about, wanted: `≤ ${shown(wanted)}`, measured: shown(measured), met: measured <= wanted };
}

/** The goal as a cell of the table that it belongs to. */
export function goalCell({ wanted, met }: Goal): string {
  return `${wanted}: ${met ? 'met' : '**missed**'}`;
}
