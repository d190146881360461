/**
 * An agent that plans a trip over MCP: it starts `wayfold mcp --tools trip`, is shown the tools, and calls them. In your
 * project the command is `npx wayfold mcp --tools trip`. Run it: node examples/trip-over-mcp.ts
 *
 * A model that follows a script stands in for one of your provider.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { dynamicTool, jsonSchema, ToolLoopAgent, type ToolSet } from 'ai';
import { openJournal, sqliteStore } from 'wayfold/journal';
import { scriptedModel } from './scripted-model.ts';

const directory = await mkdtemp(join(tmpdir(), 'wayfold-example-'));
const launcher = fileURLToPath(new URL('bin/wayfold.cjs', import.meta.resolve('wayfold/package.json')));
const client = new Client({ name: 'travel-agent', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', '--tools', 'trip', '--data', directory],
  }),
);

/** The tools of the server, as the agent's SDK takes them. */
const { tools } = await client.listTools();
const toolSet: ToolSet = Object.fromEntries(
  tools.map(({ name, description = '', inputSchema }) => [
    name,
    dynamicTool({
      description,
      inputSchema: jsonSchema(Object(inputSchema)),
      execute: async (input) => {
        const { content } = await client.callTool({ name, arguments: Object(input) });
        return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      },
    }),
  ]),
);
console.log(tools.map(({ name }) => name).join(', ')); // → trip_say, trip_choose, trip_show, trip_export

const agent = new ToolLoopAgent({
  model: scriptedModel(
    [
      ['trip_say', { text: '4 day road trip from LA to Flagstaff via Las Vegas' }],
      ['trip_say', { text: 'make it 5 days' }],
      ['trip_export', { format: 'md' }],
    ],
    'Your trip is planned.',
  ),
  instructions: client.getInstructions() ?? '',
  tools: toolSet,
});
const { text, steps } = await agent.generate({ prompt: 'We want to see Flagstaff. Five days in all.' });
console.log(text); // → Your trip is planned.
const [exported] = steps.at(-2)?.toolResults ?? [];
const headings = String(exported?.output).match(/^#+ .+$/gm) ?? [];
console.log(headings[0], headings.filter((heading) => heading.includes('Day')).length, 'days');
// → # Los Angeles to Flagstaff 5 days
await client.close();

// What the agent did is in a journal, for people, other agents and the page to see.
const store = sqliteStore(join(directory, 'wayfold.db'));
const facts = await openJournal(store, 'trip:default').facts();
for (const { type, text } of facts) if (type === 'user_input') console.log(`said: ${text}`);
// → said: 4 day road trip from LA to Flagstaff via Las Vegas
// → said: make it 5 days
await store.close();
await rm(directory, { recursive: true });
