import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAIN } from '../built-program.ts';
import { hostileJson, mutatedJson } from './hostile-json.ts';
import { damaged, hostileText } from './hostile-text.ts';
import { runs } from './law.ts';

const PROTOCOLS = [
  {
    command: 'mcp',
    first: {
      jsonrpc: '2.0',
      id: 'last',
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    },
    messages: [
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'planning_read_plan', arguments: {} } },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ],
  },
  {
    command: 'acp',
    first: {
      jsonrpc: '2.0',
      id: 'last',
      method: 'initialize',
      params: { protocolVersion: 1, clientCapabilities: {} },
    },
    messages: [
      { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } },
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'session/prompt',
        params: { sessionId: 's', prompt: [{ type: 'text', text: 'Hello' }] },
      },
      { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } },
    ],
  },
] as const;

describe.each(PROTOCOLS)('wayfold $command', ({ command, first, messages }) => {
  it('keeps answering, whatever lines it gets', async () => {
    const line = fc.oneof(
      mutatedJson(...messages),
      damaged(...messages.map((message) => JSON.stringify(message))),
      hostileJson,
      hostileText,
    );
    const { numRuns = 100 } = runs(2);
    const lines = fc
      .sample(line, { numRuns, seed: Date.now() })
      .map((text) => text.replaceAll(/[\r\n]/g, ' '));
    const cwd = mkdtempSync(join(tmpdir(), 'wayfold-stdio-'));
    const child = spawn(process.execPath, [MAIN, command], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
    try {
      const answered = (async () => {
        for await (const answer of createInterface({ input: child.stdout })) {
          if (answer.includes('"id":"last"')) return JSON.parse(answer);
        }
        return 'it ended';
      })();
      child.stdin.write(`${lines.join('\n')}\n`);
      child.stdin.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
      child.stdin.write(`${JSON.stringify(first)}\n`);
      expect(await answered, JSON.stringify(lines)).toMatchObject({ id: 'last' });
    } finally {
      child.stdin.end();
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
