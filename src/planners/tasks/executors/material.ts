/** Somebody else's text in a prompt, between markers that it cannot close itself. */
export function delimited(text: string): string {
  return `<<<MATERIAL\n${text.replaceAll('MATERIAL>>>', 'MATERIAL> > >')}\nMATERIAL>>>`;
}
