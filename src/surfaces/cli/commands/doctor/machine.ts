import { once } from 'node:events';
import { createServer } from 'node:net';
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

/** A port that a running Wayfold holds is as good as a free one. */
export async function checkPort(port: number): Promise<Finding> {
  if (port === 0) return { check: 'port', state: 'ok', text: 'any port that is free will do' };
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    if (await isWayfold(port))
      return { check: 'port', state: 'ok', text: `port ${port}: Wayfold is running there` };
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

async function isWayfold(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return (await answer.text()).includes('"name":"wayfold"');
  } catch {
    return false;
  }
}
