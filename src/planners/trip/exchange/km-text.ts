const wholeKm = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** An estimated distance, such as "480 km": whole tens, because the estimate is no better. */
export function kmText(km: number): string {
  return `${wholeKm.format(Math.round(km / 10) * 10 || Math.round(km))} km`;
}
