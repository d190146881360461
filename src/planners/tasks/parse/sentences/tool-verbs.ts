const TOOL_VERBS = new Set([
  'run',
  'execute',
  'install',
  'build',
  'compile',
  'deploy',
  'test',
  'lint',
  'format',
  'call',
  'fetch',
  'download',
  'curl',
  'start',
  'stop',
  'restart',
  'migrate',
]);

/** Whether a word, in any case, indicates a tool call. */
export function isToolVerb(word: string): boolean {
  return TOOL_VERBS.has(word.toLowerCase());
}
