const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** The name of a country for travellers: "Colombia" for "CO". Anything but a code is unchanged. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}
