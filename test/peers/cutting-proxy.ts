import { request as httpRequest } from 'node:http';
import { listening } from '../a2a-agents.ts';

/** A way to an agent that can be cut: what is streamed by it breaks off after the first event. */
export async function cuttingProxy(target: string) {
  const { host, origin } = new URL(target);
  let cuts = 0;
  let cut = 0;
  const server = await listening((request, response) => {
    const headers = { ...request.headers, host };
    const forwarded = httpRequest(new URL(request.url ?? '/', origin), { method: request.method, headers });
    forwarded.on('error', () => response.destroy());
    forwarded.on('response', (answer) => {
      const isStream = /event-stream/.test(answer.headers['content-type'] ?? '');
      const isCard = /agent-card/.test(request.url ?? '');
      const { 'content-length': _length, ...passed } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passed);
      let text = '';
      answer.on('data', (piece: Buffer) => {
        if (isCard) {
          text += piece;
          return;
        }
        response.write(piece);
        if (!isStream || cuts === 0 || !/data:/.test(piece.toString())) return;
        cuts -= 1;
        cut += 1;
        // What was written is on its way before the connection breaks.
        setTimeout(() => response.destroy(), 20);
        forwarded.destroy();
      });
      answer.on('end', () => response.end(isCard ? text.replaceAll(origin, server.url) : undefined));
      answer.on('error', () => response.destroy());
    });
    request.pipe(forwarded);
  });
  return {
    ...server,
    /** The same address by this way. */
    through: target.replace(origin, server.url),
    /** Cuts the next streams. */
    cutNext(count = 1) {
      cuts = count;
    },
    get cut() {
      return cut;
    },
  };
}
