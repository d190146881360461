import { execa } from 'execa';
import { type RunResult, runWayfold } from './cli-process.ts';

/** A block of shell commands on a page of the documentation, with the output that is shown below it. */
export interface ShellBlock {
  /** The line of the page that its first command is in. */
  readonly line: number;
  /** Its commands without their comments, lines that go on joined. */
  readonly commands: readonly string[];
  readonly shown: string | undefined;
}

export function shellBlocks(page: string): ShellBlock[] {
  const blocks = /^( *)```sh\n(.*?)^ *```$(?:\n\n```text\n(.*?)^```$)?/gms;
  return [...page.matchAll(blocks)].map(([, , text = '', shown], at, all) => ({
    line: page.slice(0, all[at]?.index).split('\n').length + 1,
    commands: text
      .replaceAll(/ *\\\n */g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^|\s+)# .*$/, '').trim())
      .filter((line) => line !== ''),
    shown,
  }));
}

/** The words of every `wayfold` that a command line starts, as the program gets them. */
export function wayfoldCalls(command: string): string[][] {
  return shellWords(command)
    .map((words) => (words[0] === 'npx' ? words.slice(words[1] === '-y' ? 2 : 1) : words))
    .flatMap(([program, ...words]) => (program === 'wayfold' ? [words] : []));
}

/** Splits a command line into the commands it runs, and those into words. Variables set in front of one, and what goes to or comes from a file, are left out. */
function shellWords(line: string): string[][] {
  const tokens = [...line.matchAll(/&&|\|\|?|;|\d?[<>]\(?|(?:[^\s"'|;&<>()]|"(?:\\.|[^"])*"|'[^']*')+/g)].map(
    ([token]) => token,
  );
  const commands: string[][] = [[]];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (/^(&&|\|\|?|;|<\()$/.test(token)) commands.push([]);
    else if (/^\d?[<>]$/.test(token)) at += 1;
    else if (commands.at(-1)?.length === 0 && /^\w+=/.test(token)) continue;
    else
      commands
        .at(-1)
        ?.push(token.replaceAll(/"((?:\\.|[^"])*)"|'([^']*)'/g, (_, double, single) => double ?? single));
  }
  return commands;
}

/** Runs a line of a page. A `wayfold` without anything that only a shell knows goes to a program that runs already. */
export async function runLine(
  line: string,
  {
    cwd,
    env,
    added = {},
  }: {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    readonly added?: Readonly<Record<string, string>>;
  },
): Promise<RunResult> {
  const [words] = wayfoldCalls(line);
  if (words !== undefined && !/[|<>&;$]/.test(line)) return await runWayfold(words, { cwd, env: added });
  const { exitCode, stdout, stderr } = await execa('bash', ['-c', line], {
    cwd,
    env,
    reject: false,
    stdin: 'ignore',
  });
  return { code: exitCode ?? null, stdout, stderr };
}
