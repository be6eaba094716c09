/** K80: what a pool says when there is no connection to be had is DatabaseBusy. What the engine says stands in database.contract.ts. */
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { DatabaseBusy } from "../../ports/database.ts";
import { createDatabase } from "./index.ts";
import { createPool } from "./pool.ts";

const sockets = new Set<Socket>();
const servers: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listens(take: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    take(socket);
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function failure(port: number): Promise<unknown> {
  const settings = { host: "127.0.0.1", port, user: "u", connectionTimeoutMillis: 200 };
  const pool = createPool(settings, () => undefined);
  const database = createDatabase({ kind: "postgres", pool, jobsBackend: undefined, close: async () => undefined });
  const error: unknown = await database
    .tenant("100001", async (trx) => trx.selectFrom("seat").selectAll().execute())
    .catch((thrown: unknown) => thrown);
  await database.close();
  return error;
}

test("nobody listens there", async () => {
  const port = await listens(() => undefined);
  await new Promise((resolve) => servers.pop()!.close(resolve));
  expect(await failure(port)).toBeInstanceOf(DatabaseBusy);
});

test("nobody answers in time", async () => {
  expect(await failure(await listens(() => undefined))).toBeInstanceOf(DatabaseBusy);
});

test("it hangs up at once", async () => {
  expect(await failure(await listens((socket) => socket.destroy()))).toBeInstanceOf(DatabaseBusy);
});

test("it has too many connections already", async () => {
  const said = ["SFATAL", "VFATAL", "C53300", "Msorry, too many clients already", ""]
    .map((each) => `${each}\0`)
    .join("");
  const message = Buffer.alloc(5 + Buffer.byteLength(said));
  message.write("E");
  message.writeInt32BE(message.length - 1, 1);
  message.write(said, 5);
  expect(await failure(await listens((socket) => socket.once("data", () => socket.end(message))))).toBeInstanceOf(
    DatabaseBusy,
  );
});

test("all of its connections are taken", async () => {
  // It lets in, and answers nothing that it is asked.
  const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  const port = await listens((socket) => socket.once("data", () => socket.write(welcome)));
  const settings = { host: "127.0.0.1", port, user: "u", max: 1, connectionTimeoutMillis: 200 };
  const pool = createPool(settings, () => undefined);
  const database = createDatabase({ kind: "postgres", pool, jobsBackend: undefined, close: async () => undefined });
  const ask = () => database.tenant("100001", async (trx) => trx.selectFrom("seat").selectAll().execute());
  const first = ask().catch((error: unknown) => error);
  await expect(ask()).rejects.toBeInstanceOf(DatabaseBusy);
  for (const socket of sockets) socket.destroy();
  expect(await first).toBeInstanceOf(DatabaseBusy);
  await database.close();
});
