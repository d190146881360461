import { Readable, Writable } from 'node:stream';
import { RUN } from './built-program.ts';
import type { WarmCommand, WarmInput, WarmReport } from './warm-program.ts';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2'];

const { run }: { run: (args: readonly string[]) => Promise<number> } = await import(RUN);

let stdin: Readable | undefined;

process.on('disconnect', () => process.exit());
process.on('message', async (message: WarmCommand | WarmInput) => {
  if ('more' in message) return void stdin?.push(message.more ?? null);
  takeOver(message);
  const code = await run(message.args);
  stdin = undefined;
  for (const stream of [process.stdout, process.stderr]) await new Promise<void>((done) => stream.end(done));
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  tell({ type: 'ended', code });
});

/** Makes this process look as if the command had just been started in it. */
function takeOver({ cwd, env, input = '', isInputOpen = false }: WarmCommand): void {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  stdin = new Readable({ read: () => undefined });
  if (input.length > 0) stdin.push(input);
  if (!isInputOpen) stdin.push(null);
  const streams = { stdin, stdout: forwarding('stdout'), stderr: forwarding('stderr') };
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
}

function forwarding(to: 'stdout' | 'stderr'): Writable {
  return new Writable({
    write: (bytes: Uint8Array, _encoding, done) => tell({ type: 'wrote', to, bytes }, done),
  });
}

function tell(report: WarmReport, done: (error: Error | null) => void = () => undefined): void {
  process.send?.(report, undefined, undefined, done);
}
