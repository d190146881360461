import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes idle connections: those waiting too long for their next request, and those whose client reads nothing of a
 * response for `unreadMs`. Slow responses and streams without events are not affected.
 */
export function limitIdle(server: Server, unreadMs: number): void {
  const answers = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number) =>
    answers.set(socket, (answers.get(socket) ?? 0) + change).get(socket);
  server.on('request', ({ socket }, answer) => {
    count(socket, 1);
    answer.once('close', () => count(socket, -1));
  });
  // This makes Node leave every timeout to this code, including those of kept-alive connections.
  server.setTimeout(unreadMs, (socket) => {
    const isAnswering = (answers.get(socket) ?? 0) > 0;
    if (isAnswering && socket.writableLength === 0) socket.setTimeout(unreadMs);
    else socket.destroy();
  });
}
