import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends connections that nothing happens on: those that wait for a next request too long, and those whose client takes
 * nothing of its answer for `unreadMs`. An answer that takes its time, or a stream without events, is waited for.
 */
export function limitIdle(server: Server, unreadMs: number): void {
  const answers = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number) =>
    answers.set(socket, (answers.get(socket) ?? 0) + change).get(socket);
  server.on('request', ({ socket }, answer) => {
    count(socket, 1);
    answer.once('close', () => count(socket, -1));
  });
  // With this, Node leaves it to us to end any connection, also one that is only kept alive.
  server.setTimeout(unreadMs, (socket) => {
    const isAnswering = (answers.get(socket) ?? 0) > 0;
    if (isAnswering && socket.writableLength === 0) socket.setTimeout(unreadMs);
    else socket.destroy();
  });
}
