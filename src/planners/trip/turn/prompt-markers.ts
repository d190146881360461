/** Text of others between the markers of a prompt. It is spread out where it could be a marker, or leave one behind. */
export function marked(text: string): string {
  return `<<<\n${text.replaceAll(/[<>]{3,}/g, (run) => [...run].join(' '))}\n>>>`;
}
