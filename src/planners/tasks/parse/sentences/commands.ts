import type { CodeSpan } from '../spans/code-spans.ts';

/** Programs whose names are not English words. */
const PROGRAMS = new Set(
  (
    'npm npx pnpm pnpx yarn bun bunx deno node tsc tsx vite vitest jest eslint prettier biome webpack rollup esbuild turbo nx ' +
    'git gh glab svn hg docker docker-compose podman kubectl helm minikube terraform tofu ansible ansible-playbook packer vagrant ' +
    'aws gcloud az heroku flyctl vercel netlify wrangler firebase pip pip3 pipx uv uvx poetry conda python python3 pytest ruff ' +
    'mypy tox cargo rustc rustup golangci-lint gofmt javac mvn gradle gradlew sbt dotnet msbuild gem rake rspec rubocop ' +
    'composer php phpunit artisan mix iex cmake ninja bazel gcc clang g++ curl wget ssh scp rsync sftp ping dig nslookup nc ' +
    'ls cd cp mv rm mkdir rmdir chmod chown sudo grep rg sed awk jq yq tar gzip gunzip unzip xargs psql mysql sqlite3 ' +
    'redis-cli mongosh systemctl journalctl crontab apt apt-get yum dnf brew pacman apk snap choco winget sh bash zsh fish pwsh ' +
    'openssl ffmpeg pg_dump pg_restore tmux vim nano env ps df du htop nohup wayfold claude codex'
  ).split(' '),
);

/** Programs whose names are also words: commands only with an argument. */
const WORDY_PROGRAMS = new Set(
  'go make cat echo rails ruby java swift rustfmt storybook playwright cypress alembic flask'.split(' '),
);

const SHELL_LANGUAGES = new Set(
  'sh bash shell zsh fish ksh console shell-session shellsession terminal cmd bat batch powershell pwsh ps1'.split(
    ' ',
  ),
);

const PROMPT = /^(?:\$|PS>)\s+\S/;
const ASSIGNMENTS = /^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/;
const SCRIPT = /^(?:\.{0,2}\/)(?:[\w.@-]+\/)*[\w.@-]+$/;
const NOT_A_COMMAND =
  /^(?:const|let|var|return|new|if|else|for|while|import|export default|function|class|def|from|throw|await|async|public|private|static|type|interface)\b/;

/** Whether a word is the name of a program, and not an English word. */
export function isProgramName(word: string): boolean {
  return PROGRAMS.has(word);
}

/** Whether code is a program call with arguments, and not a name, a value or source code. */
export function isCommand(code: string): boolean {
  const text = code.trim();
  if (PROMPT.test(text)) return true;
  const command = text.replace(ASSIGNMENTS, '');
  const [program = '', ...words] = command.split(/\s+/, 50);
  if (words.length === 0 || NOT_A_COMMAND.test(command)) return false;
  if (PROGRAMS.has(program)) return true;
  if (WORDY_PROGRAMS.has(program)) return !/^(?:=|:|is|are)$/.test(words[0] ?? '');
  if (SCRIPT.test(program)) return true;
  return /^[a-z][\w.+-]*$/.test(program) && words.some((word) => /^--?[a-zA-Z][\w-]*(?:=.*)?$/.test(word));
}

/** Programs that people write without backticks, with their subcommands. */
const TYPED_PROGRAMS = new Set(
  (
    'npm npx pnpm yarn bun deno git gh docker docker-compose podman kubectl helm terraform pip pip3 uv poetry cargo dotnet ' +
    'mvn gradle brew apt apt-get'
  ).split(' '),
);
const SUBCOMMANDS = new Set(
  (
    'install ci run test start build init clone pull push fetch add commit checkout switch merge rebase status diff log tag ' +
    'stash reset up down exec ps logs apply get describe delete create deploy publish audit update upgrade compose login rm mv ' +
    'plan destroy fmt check sync lock list ls show view pr'
  ).split(' '),
);
const SENTENCE_WORDS =
  /^(?:a|an|the|is|are|was|must|should|can|cannot|has|have|had|needs?|fails?|failed|says|shows|reports|does|to|and|or|for|in|of|on|with|not|into|by)$/;
const MAX_WORDS = 8;

/** Whether a step without backticks is a command: `git push origin main`, `$ make`. */
export function isTypedCommand(text: string): boolean {
  if (PROMPT.test(text)) return true;
  const [program = '', subcommand = '', ...rest] = text.split(/\s+/, MAX_WORDS + 1);
  if (!TYPED_PROGRAMS.has(program) || rest.length > MAX_WORDS - 2) return false;
  if (!SUBCOMMANDS.has(subcommand) && !/^-/.test(subcommand) && (program !== 'npx' || subcommand === ''))
    return false;
  return rest.every((word) => /^[\w./:@=+~"'-]+$/.test(word) && !SENTENCE_WORDS.test(word));
}

/** Whether inline code is a command in its context: on its own, after an announcing word, or by its content. */
export function isCommandSpan(text: string, span: CodeSpan): boolean {
  if (isCommand(span.content)) return true;
  if (!/^[a-z][\w+-]*(?:\s+[\w./:@+-]+)*$/.test(span.content.trim())) return false;
  const isWholeText = text.slice(0, span.start).trim() === '' && /^[.!]?$/.test(text.slice(span.end).trim());
  const before = text.slice(Math.max(0, span.start - 20), span.start).trimEnd();
  return (
    isWholeText ||
    (/\s/.test(span.content.trim()) && /\b(?:run|running|execute|executing|command|via|using)$/i.test(before))
  );
}

/** Whether a fenced block contains commands: by its language, or without one by its first line. */
export function isCommandFence(language: string, code: string): boolean {
  if (language !== '') return SHELL_LANGUAGES.has(language.toLowerCase());
  const first = code.split('\n').find((line) => line.trim() !== '');
  return first !== undefined && isCommand(first);
}
