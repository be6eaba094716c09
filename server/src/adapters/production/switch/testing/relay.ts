/** A way to Asterisk that can be cut: TCP passed on. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface Relay {
  readonly port: number;
  /** Every connection ends, and new ones are refused until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function relayTo(target: URL): Promise<Relay> {
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): void => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      whole = true;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
