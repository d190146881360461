const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** "Colombia" for "CO": what a traveller calls a country. What is no code stays as it is. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}
