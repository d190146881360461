// A client on the first version of MCP's SDK, which many agents still use: `mcp-first-sdk-client.mjs CACHE MAIN URL`.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [cache = '', main = '', url = ''] = process.argv.slice(2);

/** @param {string} module */
function sdk(module) {
  const folder = join(cache, 'node_modules', '@modelcontextprotocol', 'sdk', 'dist', 'esm', 'client');
  return import(pathToFileURL(join(folder, module)).href);
}

const { Client } = await sdk('index.js');
const { StdioClientTransport } = await sdk('stdio.js');
const { StreamableHTTPClientTransport } = await sdk('streamableHttp.js');

for (const transport of [
  new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', '--ephemeral'] }),
  new StreamableHTTPClientTransport(new URL(url)),
]) {
  const client = new Client({ name: 'first-sdk', version: '1.0.0' });
  await client.connect(transport);
  // Having listed the tools, this client holds every answer to its schema, refusals too.
  assert.equal((await client.listTools()).tools.length, 6);
  const call = (/** @type {string} */ name, /** @type {object} */ input) =>
    client.callTool({ name: `planning_${name}`, arguments: input });
  const setup = await call('setup_plan', { objective: 'Ship it', initial_steps: [{ title: 'Test' }] });
  assert.deepEqual(setup.structuredContent.assigned_ids, ['S001']);
  const refusal = await call('mark_step', { step_id: 'S002', status: 'done' });
  assert.equal(refusal.isError, true);
  assert.equal(refusal.structuredContent.code, 'step-not-found');
  const { contents } = await client.readResource({ uri: 'plan://default' });
  assert.equal(JSON.parse(contents[0].text).plan.objective, 'Ship it');
  assert.equal((await client.listPrompts()).prompts.length, 3);
  await client.close();
}
