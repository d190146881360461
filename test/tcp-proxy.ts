import { createServer, type Socket, connect as tcpConnect } from 'node:net';

/** A way to a server that can be made to fail. Connections that LISTEN are spared by what loses one message. */
export interface TcpProxy {
  /** The server's URL, by way of the proxy. */
  readonly url: string;
  /** Cuts every connection there is. */
  cut(): void;
  /** The next request does not arrive, and its connection breaks. */
  loseRequest(): void;
  /** The next request arrives; its answer does not, and the connection breaks. */
  loseAnswer(): void;
  /** From now on nothing is carried, and no connection breaks. */
  hang(): void;
  close(): Promise<void>;
}

export async function tcpProxy(server: string): Promise<TcpProxy> {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  let mode: 'pass' | 'lose request' | 'lose answer' | 'hang' = 'pass';
  const set = (next: typeof mode) => () => {
    mode = next;
  };

  const proxy = createServer((near) => {
    const far = tcpConnect(Number(target.port), target.hostname);
    let listens = false;
    const end = () => {
      near.destroy();
      far.destroy();
    };
    const carry = (from: Socket, to: Socket, lost: typeof mode) => {
      from.on('data', (chunk) => {
        if (from === near && chunk.includes('LISTEN "')) listens = true;
        if (mode === 'hang') return;
        if (mode !== lost || listens) return void to.write(chunk);
        mode = 'pass';
        end();
      });
    };
    carry(near, far, 'lose request');
    carry(far, near, 'lose answer');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const url = new URL(server);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : '');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    loseRequest: set('lose request'),
    loseAnswer: set('lose answer'),
    hang: set('hang'),
    close: async () => {
      const closed = new Promise((resolve) => proxy.close(resolve));
      cut();
      await closed;
    },
  };
}
