import net from 'node:net';

/** A line to a server that moves, breaks and stalls: its own address stays. */
export interface Relay {
  port: number;
  /** Where it leads from now on. */
  lead(port: number): void;
  /** Breaks every line that is open. */
  cut(): void;
  close(): Promise<void>;
}

export async function relayTo(port: number): Promise<Relay> {
  let target = port;
  const lines = new Set<net.Socket>();
  const keep = (socket: net.Socket): net.Socket => {
    lines.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => lines.delete(socket));
    return socket;
  };
  const server = net.createServer((near) => {
    const far = keep(net.connect(target, '127.0.0.1'));
    keep(near).pipe(far);
    far.pipe(near);
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    lead: (to) => void (target = to),
    cut: () => lines.forEach((line) => line.destroy()),
    close: () => {
      lines.forEach((line) => line.destroy());
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
