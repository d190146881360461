import { once } from 'node:events';
import { createServer } from 'node:net';
import { z } from 'zod';
import { pluralize } from '../../terminal/text/pluralize.ts';
import type { Finding } from './finding.ts';

const OLDEST_NODE = [22, 13] as const;
const ANSWER_MS = 1000;

export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const isRecent = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return isRecent
    ? { check: 'node', state: 'ok', text: `Node ${version}` }
    : {
        check: 'node',
        state: 'fail',
        text: `Node ${version} is too old`,
        fix: `Install Node ${OLDEST_NODE.join('.')} or newer.`,
      };
}

/** A port used by a running Wayfold is fine, like a free one. */
export async function checkPort(port: number): Promise<Finding> {
  if (port === 0) return { check: 'port', state: 'ok', text: 'any port that is free will do' };
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    const health = await healthAt(port);
    if (health) return runningFinding(port, health);
    return {
      check: 'port',
      state: 'warn',
      text: `port ${port} cannot be used: another program has it`,
      fix: 'Stop that program, or start with another port: wayfold up --port 0',
    };
  }
  server.close();
  return { check: 'port', state: 'ok', text: `port ${port} is free` };
}

const Health = z.object({
  name: z.literal('wayfold'),
  engine: z
    .object({
      status: z.string(),
      heartbeatAgeMs: z.number().optional(),
      waiting: z.number().optional(),
      lastError: z.object({ code: z.string() }).optional(),
    })
    .optional(),
});

function runningFinding(port: number, { engine }: z.infer<typeof Health>): Finding {
  const running = `port ${port}: Wayfold is running there`;
  if (engine === undefined) return { check: 'port', state: 'ok', text: running };
  const { status, heartbeatAgeMs, waiting, lastError } = engine;
  const text = [
    `${running}; its engine: ${status}`,
    ...(heartbeatAgeMs === undefined ? [] : [`last heartbeat ${Math.round(heartbeatAgeMs / 1000)} s ago`]),
    ...(waiting === undefined ? [] : [`${pluralize(waiting, 'session')} waiting`]),
    ...(lastError ? [`last error ${lastError.code}`] : []),
  ].join(', ');
  if (status !== 'dead') return { check: 'engine', state: 'ok', text };
  return { check: 'engine', state: 'fail', text, fix: 'See the log of that server, and restart it.' };
}

async function healthAt(port: number): Promise<z.infer<typeof Health> | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return Health.safeParse(await answer.json()).data;
  } catch {
    return undefined;
  }
}
