import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LAST_RETRY_MS } from '../src/host/run-reactors.ts';
import { READING_LIMITS } from '../src/model/answers/read-json.ts';
import { DEFAULT_CONNECTIONS } from '../src/surfaces/http/access/connection-limit.ts';
import { LOGIN_LIMITS } from '../src/surfaces/http/access/login-throttle.ts';
import { ADDRESSES_OF_A_TOKEN, DEFAULT_REQUESTS } from '../src/surfaces/http/access/request-limit.ts';
import { MAX_CLIENTS } from '../src/surfaces/http/access/token-bucket.ts';
import { DEFAULT_STREAMS } from '../src/surfaces/http/feeds/event-streams.ts';
import { REQUEST_BOUNDS } from '../src/surfaces/http/serve.ts';

/** A page with every run of spaces and line breaks as one space. */
function pageOf(name: string): string {
  return readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
}

const n = (value: number) => value.toLocaleString('en-US');
const seconds = (ms: number) => n(ms / 1000);
const KIB = 1024;

describe('operations.md has the numbers of the code:', () => {
  const { perAddress, total } = DEFAULT_CONNECTIONS;
  const { burst, perSecond, atOnce } = DEFAULT_REQUESTS;
  const bounds = REQUEST_BOUNDS;
  const many = ADDRESSES_OF_A_TOKEN;
  it.each([
    `| connections | ${n(perAddress)} | ${n(total)} |`,
    `| requests | ${n(burst)} at once, then ${n(perSecond)} a second | with the token ${n(burst * many)} at once, then ${n(perSecond * many)} a second |`,
    `| concurrent requests, streams included | ${n(atOnce)} |`,
    `| server-sent event streams | ${n(DEFAULT_STREAMS.perAddress)} | ${n(DEFAULT_STREAMS.limit)} |`,
    `${bounds.headers} headers`,
    `${bounds.headerBytes / KIB} KiB`,
    `Its headers must arrive within ${seconds(bounds.headersMs)} seconds and all of it within ${seconds(bounds.requestMs)}`,
    `after ${seconds(bounds.keepAliveMs)} seconds without a next request, after ${n(bounds.requestsOfAConnection)} requests`,
    `the last ${READING_LIMITS.characters / KIB / KIB} MiB`,
    `the last ${READING_LIMITS.candidates} objects and ${READING_LIMITS.candidates} lists of JSON in it, down to ${READING_LIMITS.levels} levels`,
    `broken JSON is repaired up to ${READING_LIMITS.repaired / KIB} KiB`,
  ])('%s', (words) => {
    expect(pageOf('operations')).toContain(words);
  });

  it('a minute for a response that nobody reads, and at most a minute between deliveries of a webhook', () => {
    expect(pageOf('operations')).toContain('reads nothing of a response for a minute');
    expect(pageOf('operations')).toContain('delays that grow to one minute');
    expect([bounds.unreadAnswerMs, LAST_RETRY_MS]).toEqual([60_000, 60_000]);
  });

  it('a heartbeat in every stream more often than twice a minute', () => {
    expect(pageOf('operations')).toContain('less than half a minute of silence');
    expect(DEFAULT_STREAMS.heartbeatMs).toBeLessThan(30_000);
  });
});

describe('threat-model.md has the numbers of the code:', () => {
  const { fromOne, fromAll, waitMs, mostWaitingFromOne, mostWaitingFromAll, mostProven } = LOGIN_LIMITS;
  const COUNT = ['none', 'One', 'Two', 'Three', 'Four'];
  it.each([
    `An address may present ${fromOne.burst} wrong tokens, and one more every ${1 / fromOne.perSecond} seconds`,
    `all addresses together ${fromAll.burst}, and one more every second`,
    `a token waits for ${seconds(waitMs)} seconds`,
    `${COUNT[mostWaitingFromOne]} of an address wait at once, and ${mostWaitingFromAll} in all`,
    `all together ${mostWaitingFromAll / (waitMs / 1000)} besides the first of each`,
    `At most ${n(MAX_CLIENTS)} addresses are remembered with wrong tokens, and ${n(mostProven)} with the right one`,
  ])('%s', (words) => {
    expect(pageOf('threat-model')).toContain(words);
  });
});
