import type { Command } from 'commander';
import { CliError } from './error.ts';

interface Word {
  readonly word: string;
  readonly description: string;
}

/** The possible continuations of a command: subcommands, options, or the id of a journal. */
interface Completion {
  /** The words of the command, like `wayfold journal show`. */
  readonly path: readonly string[];
  readonly words: readonly Word[];
  readonly takesJournal: boolean;
}

/** A completion script for a shell, with commands, options and journal ids. */
export function completionScript(shell: string, program: Command): string {
  const completions = completionsOf(program, [program.name()], program.options);
  switch (shell) {
    case 'bash':
      return bash(completions);
    case 'zsh':
      return zsh(completions);
    case 'fish':
      return fish(completions);
    default:
      throw new CliError('usage', {
        expected: 'bash, zsh or fish',
        actual: JSON.stringify(shell),
        fix: 'Name the shell you use.',
      });
  }
}

function completionsOf(command: Command, path: readonly string[], globals: Command['options']): Completion[] {
  const options = new Map([...command.options, ...globals].map((option) => [option.long, option]));
  const words = [
    ...command.commands.map((sub) => ({ word: sub.name(), description: sub.description() })),
    ...[...options.values()].map(({ long, description }) => ({ word: long ?? '', description })),
    { word: '--help', description: 'show help' },
  ];
  const takesJournal = ['id', 'session'].includes(command.registeredArguments[0]?.name() ?? '');
  const below = command.commands.flatMap((sub) => completionsOf(sub, [...path, sub.name()], globals));
  return [{ path, words, takesJournal }, ...below];
}

const IDS = 'wayfold journal list --quiet 2>/dev/null';

function bash(completions: readonly Completion[]): string {
  const cases = completions.map(({ path, words, takesJournal }) => {
    const ids = takesJournal ? ` $(${IDS})` : '';
    return `    '${path.join(' ')}') words="${words.map(({ word }) => word).join(' ')}${ids}" ;;`;
  });
  return `# wayfold completion for bash: source <(wayfold completion bash)
_wayfold() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command=wayfold words word
${caseOfCommand('COMP_WORDS[@]:1:COMP_CWORD-1', completions, cases)}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _wayfold wayfold
`;
}

/** Lines for both bash and zsh: they match the command spelled by `words`, a parameter expansion, and run its case. */
function caseOfCommand(words: string, completions: readonly Completion[], cases: readonly string[]): string {
  const descents = completions
    .slice(1)
    .map(({ path }) => `      '${path.join(' ')}') command="$command $word" ;;`);
  return `  for word in "\${${words}}"; do
    case "$command $word" in
${descents.join('\n')}
    esac
  done
  case "$command" in
${cases.join('\n')}
  esac`;
}

function zsh(completions: readonly Completion[]): string {
  const cases = completions.map(({ path, words, takesJournal }) => {
    const described = words.map(({ word, description }) =>
      quoted(`${word}:${description.replaceAll(':', '\\:')}`),
    );
    const ids = takesJournal ? `\n      compadd -- \${(f)"$(${IDS})"}` : '';
    return `    '${path.join(' ')}')\n      items=(${described.join(' ')})${ids} ;;`;
  });
  return `#compdef wayfold
# wayfold completion for zsh: source <(wayfold completion zsh)
_wayfold() {
  local command=wayfold word
  local -a items
${caseOfCommand('(@)words[2,CURRENT-1]', completions, cases)}
  _describe 'wayfold' items
  _files
}
compdef _wayfold wayfold
`;
}

function fish(completions: readonly Completion[]): string {
  const lines = completions.flatMap(({ path, words, takesJournal }) => {
    const condition = quoted(`__wayfold_at ${path.slice(1).join(' ')}`.trim());
    const ids = takesJournal ? [`complete -c wayfold -n ${condition} -f -a '(${IDS})'`] : [];
    return [
      ...words.map(({ word, description }) =>
        word.startsWith('--')
          ? `complete -c wayfold -n ${condition} -l ${word.slice(2)} -d ${quoted(description)}`
          : `complete -c wayfold -n ${condition} -f -a ${word} -d ${quoted(description)}`,
      ),
      ...ids,
    ];
  });
  const known = [...new Set(completions.flatMap(({ path }) => path.slice(1)))].join(' ');
  return `# wayfold completion for fish: wayfold completion fish | source
function __wayfold_at
  set -l command
  for word in (commandline -opc)[2..]
    if contains -- $word ${known}
      set -a command $word
    end
  end
  test "$command" = "$argv"
end
${lines.join('\n')}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
