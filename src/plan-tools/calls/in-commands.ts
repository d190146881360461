const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['planning_setup_plan', 'set'],
  ['planning_read_plan', 'show'],
]);

/** Errors name the tool that an agent should call. For a person this is a command: `prefix` and its name. */
export function inCommands(text: string, prefix: string): string {
  return text.replace(/planning_\w+/g, (tool) => {
    const name = COMMANDS.get(tool);
    return name === undefined ? tool : `\`${prefix} ${name}\``;
  });
}
