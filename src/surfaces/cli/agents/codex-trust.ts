import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { z } from 'zod';
import { programEnvironment } from '../../../machine/program-environment.ts';
import type { InstallPlace } from './agent-host.ts';
import { PLUGIN } from './plugin-folder.ts';

const MAX_MS = 15_000;
const MAX_BYTES = 4 * 1024 * 1024;

const REQUESTS = (directory: string) => [
  { id: 1, method: 'initialize', params: { clientInfo: { name: 'wayfold', version: '1.0.0' } } },
  { method: 'initialized' },
  { id: 2, method: 'hooks/list', params: { cwds: [directory] } },
];

const HooksListed = z.object({
  id: z.literal(2),
  result: z.object({
    data: z.array(
      z.object({ hooks: z.array(z.object({ pluginId: z.string().nullish(), trustStatus: z.string() })) }),
    ),
  }),
});

/** Whether a person has trusted all of Wayfold's hooks, according to Codex; `undefined` if it does not tell. */
export async function areCodexHooksTrusted({ project, env }: InstallPlace): Promise<boolean | undefined> {
  const server = execa('codex', ['app-server'], {
    cwd: project,
    env: programEnvironment(env, { kind: 'codex' }),
    extendEnv: false,
    reject: false,
    buffer: false,
    stderr: 'ignore',
    timeout: MAX_MS,
  });
  // If it exits at once, writing fails.
  server.stdin.on('error', () => {});
  for (const request of REQUESTS(project)) server.stdin.write(`${JSON.stringify(request)}\n`);
  try {
    return await trustIn(server.stdout);
  } finally {
    server.kill();
    await server;
  }
}

async function trustIn(output: NodeJS.ReadableStream): Promise<boolean | undefined> {
  let read = 0;
  for await (const line of createInterface({ input: output })) {
    read += line.length;
    if (read > MAX_BYTES) return undefined;
    const listed = HooksListed.safeParse(parsed(line));
    if (!listed.success) continue;
    const ours = listed.data.result.data
      .flatMap(({ hooks }) => hooks)
      .filter(({ pluginId }) => pluginId?.startsWith(`${PLUGIN}@`));
    return ours.length === 0 ? undefined : ours.every(({ trustStatus }) => trustStatus === 'trusted');
  }
  return undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
