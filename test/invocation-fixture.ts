import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { systemClock } from '../src/journal/clock.ts';
import { openStore, storeLocation } from '../src/surfaces/cli/config/store-location.ts';
import type { Invocation } from '../src/surfaces/cli/invocation.ts';
import { Output } from '../src/surfaces/cli/terminal/output.ts';

/** A command line with somebody at it who types when a test says so, in a data directory of its own. */
export function atTerminal({
  json = false,
  data = newDirectory(),
  env = {},
}: {
  json?: boolean;
  data?: string;
  env?: NodeJS.ProcessEnv;
} = {}) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const seen = { out: '', err: '' };
  stdout.setEncoding('utf8').on('data', (text: string) => {
    seen.out += text;
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    seen.err += text;
  });
  const interruption = new AbortController();
  const location = storeLocation({ data });
  const invocation: Invocation = {
    output: new Output({ stdout, stderr } as unknown as ConstructorParameters<typeof Output>[0], json),
    location,
    signal: interruption.signal,
    stdin: stdin as unknown as NodeJS.ReadStream,
    env,
    clock: systemClock,
  };
  return {
    invocation,
    seen,
    data,
    type: (line: string) => void stdin.write(`${line}\n`),
    endInput: () => void stdin.end(),
    interrupt: () => interruption.abort(),
    store: () => openStore(location, { create: true }),
  };
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'wayfold-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
