/** A number as a reader takes it in: three digits that count. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return exactly(Number(value.toPrecision(3)));
}

/** All digits, thousands apart. */
export function exactly(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

export function times(value: number): string {
  return value < 10 ? `${value.toFixed(2)}x` : `${figure(value)}x`;
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), units.length - 1);
  return `${figure(value / 1000 ** power)} ${units[power]}`;
}
