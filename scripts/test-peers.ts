/**
 * `npm run test:peers`: A2A agents and callers that are made with other programs, talking with `wayfold talk` and with a
 * published session. They are large, so they are installed into `.cache/` here and are not among the packages a
 * contributor gets. `npm run test:peers -- Strands` runs the tests of one of them.
 */
import { runOutsideTests } from './outside-tests.ts';

const PEERS = {
  '@strands-agents/sdk': '1.19.0',
  // What Strands needs of others for A2A; the rest of its peers it can do without.
  '@a2a-js/sdk': '0.3.14',
  '@modelcontextprotocol/sdk': '1.25.2',
  '@opentelemetry/api': '1.9.0',
  express: '5.1.0',
  zod: '4.1.12',
};

await runOutsideTests({
  title: 'the A2A peers',
  folder: 'peers',
  manifest: { dependencies: PEERS },
  installOptions: ['--ignore-scripts', '--legacy-peer-deps'],
  include: ['test/peers/peers.ts'],
  env: (installed) => ({ WAYFOLD_PEERS: installed }),
});
