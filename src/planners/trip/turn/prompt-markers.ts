/** Puts foreign text between the markers of a prompt, altering parts that look like a marker. */
export function marked(text: string): string {
  return `<<<\n${text.replaceAll(/[<>]{3,}/g, (run) => [...run].join(' '))}\n>>>`;
}
