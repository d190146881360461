const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** A readable number of bytes: 34 B, 1.2 kB, 56 MB. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
