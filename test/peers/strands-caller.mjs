// Calls an A2A agent with the Strands Agents SDK, and with the A2A library of version 0.3 that it is built on, for what Strands
// has no words for: `strands-caller.mjs CACHE URL say|cancel|follow TEXT_OR_TASK`. It writes every event as a line to stdout.
import { importFrom } from './import-from.mjs';

const [cache = '', url = '', action = '', argument = ''] = process.argv.slice(2);
const { A2AAgent } = await importFrom(cache, '@strands-agents/sdk/a2a');
const { ClientFactory } = await importFrom(cache, '@a2a-js/sdk/client');

for await (const event of events()) console.log(JSON.stringify(event));

async function* events() {
  if (action === 'say') {
    for await (const { type, event } of new A2AAgent({ url }).stream(argument))
      if (type === 'a2aStreamUpdateEvent') yield event;
    return;
  }
  const client = await new ClientFactory().createFromUrl(url);
  if (action === 'cancel') yield await client.cancelTask({ id: argument });
  else yield* client.resubscribeTask({ id: argument });
}
