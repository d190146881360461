import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type RequestListener, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';

type Lookup = (host: string, options: object, callback: (error: Error | null) => void) => void;

/**
 * Web servers without a network, by their host and port (`93.184.216.34:80`): what is requested with `node:http` and
 * `node:https` gets to them until they are closed. Names are looked up as the request says; TLS is left out.
 */
export function memorySites(sites: Readonly<Record<string, RequestListener>>) {
  const asked: { method: string; url: string; headers: IncomingHttpHeaders }[] = [];
  const open: Duplex[] = [];
  const original = { http: http.request, https: https.request };

  const connect = async (options: RequestOptions): Promise<Duplex> => {
    const host = String(options.hostname ?? options.host).replace(/^\[|\]$/g, '');
    if (isIP(host) === 0) {
      const lookup = options.lookup as unknown as Lookup;
      await new Promise<void>((resolve, reject) => {
        lookup(host, { all: true }, (error) => (error ? reject(error) : resolve()));
      });
    }
    const answer = sites[`${host}:${options.port || 80}`];
    if (answer === undefined) throw new Error(`connect ECONNREFUSED ${host}`);
    const [near, far] = duplexPair();
    open.push(near, far);
    near.on('close', () => far.destroy());
    const server = http.createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url: `${options.protocol}//${headers.host}${url}`, headers });
      answer(request, response);
    });
    server.emit('connection', far);
    return near;
  };

  const through = (agent: http.Agent) =>
    Object.assign(agent, {
      createConnection(options: RequestOptions, done: (error: Error | null, stream?: Duplex) => void) {
        connect(options).then(
          (stream) => done(null, stream),
          (error) => done(error),
        );
      },
    });
  http.request = ((url: URL, settings: RequestOptions) =>
    original.http(url, { ...settings, agent: through(new http.Agent()) })) as typeof http.request;
  https.request = ((url: URL, settings: RequestOptions) =>
    original.https(url, { ...settings, agent: through(new https.Agent()) })) as typeof https.request;

  return {
    asked,
    async close() {
      http.request = original.http;
      https.request = original.https;
      const closed = open.filter(({ closed }) => !closed).map((stream) => once(stream, 'close'));
      for (const stream of open) stream.destroy();
      await Promise.all(closed);
    },
  };
}
