/** Colours for series that differ only in name, with enough contrast in both themes. */
const COLOURS = [
  'light-dark(oklch(50% 0.19 275), oklch(76% 0.12 275))',
  'light-dark(oklch(52% 0.12 195), oklch(80% 0.11 195))',
  'light-dark(oklch(55% 0.16 45), oklch(78% 0.13 55))',
  'light-dark(oklch(52% 0.2 345), oklch(76% 0.14 345))',
  'light-dark(oklch(50% 0.12 130), oklch(82% 0.15 130))',
  'light-dark(oklch(45% 0.03 265), oklch(72% 0.02 265))',
] as const;

/** The colour of a series by its index. */
export function seriesColour(index: number): string {
  return COLOURS[index % COLOURS.length] ?? COLOURS[0];
}
