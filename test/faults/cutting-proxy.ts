import { once } from 'node:events';
import { createServer, connect as tcpConnect } from 'node:net';

/** A way to a server that carries so many bytes of each answer, and then breaks. */
export class CuttingProxy implements AsyncDisposable {
  readonly #server;
  readonly #target: URL;
  #bytes = Number.POSITIVE_INFINITY;

  private constructor(server: URL) {
    this.#target = server;
    const host = `Host: ${server.host}`;
    this.#server = createServer((near) => {
      const far = tcpConnect(Number(this.#target.port), this.#target.hostname);
      let left = this.#bytes;
      // The server answers only to its own name.
      near.on('data', (chunk) => far.write(chunk.toString('latin1').replace(/^host: .*$/im, host), 'latin1'));
      far.on('data', (chunk) => {
        const carried = chunk.subarray(0, left);
        left -= carried.length;
        // Written out before the connection breaks, so that the client has seen it.
        near.write(carried, () => left <= 0 && near.destroy());
      });
      for (const socket of [near, far]) {
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
        });
      }
    });
  }

  static async to(server: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(server));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** From the next connection on. */
  cutAfter(bytes: number): void {
    this.#bytes = bytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }
}
