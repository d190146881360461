/** Delimits somebody else's text in a prompt with markers that it cannot close. */
export function delimited(text: string): string {
  return `<<<MATERIAL\n${text.replaceAll('MATERIAL>>>', 'MATERIAL> > >')}\nMATERIAL>>>`;
}
