import { keepEarlyHello } from "./early-hello.ts";

/** As much of werift's events as is used. */
class Said<T> {
  private readers: ((what: T) => void)[] = [];
  subscribe(read: (what: T) => void): { readonly unSubscribe: () => void } {
    this.readers.push(read);
    return { unSubscribe: () => void (this.readers = this.readers.filter((one) => one !== read)) };
  }
  execute(what: T): void {
    for (const read of this.readers) read(what);
  }
}

const hello = Buffer.from([22, 254, 253, 1]);
const sound = Buffer.from([128, 0, 1, 2]);

function openHandshake() {
  const packets = { onData: new Said<Buffer>() };
  const handshake = { onStateChange: new Said<string>() };
  const read: Buffer[] = [];
  keepEarlyHello(packets, handshake);
  return {
    packets,
    read,
    /** As werift does: the state first, its reader in the same turn. */
    begin() {
      handshake.onStateChange.execute("connecting");
      packets.onData.subscribe((data) => read.push(data));
      return Promise.resolve();
    },
    connected: () => handshake.onStateChange.execute("connected"),
  };
}

describe("a DTLS hello that comes before the handshake begins", () => {
  it("is read when it begins, in the order of its datagrams", async () => {
    const { packets, read, begin } = openHandshake();
    const second = Buffer.from([22, 254, 253, 2]);
    packets.onData.execute(hello);
    packets.onData.execute(second);
    await begin();
    expect(read).toEqual([hello, second]);
  });

  it("is read once, and what comes later is not kept", async () => {
    const { packets, read, begin, connected } = openHandshake();
    packets.onData.execute(hello);
    await begin();
    packets.onData.execute(hello);
    connected();
    await Promise.resolve();
    expect(read).toEqual([hello, hello]);
  });

  it("is no sound, and no more than four datagrams of whoever knows the port", async () => {
    const { packets, read, begin } = openHandshake();
    packets.onData.execute(sound);
    for (let i = 0; i < 1_000; i += 1) packets.onData.execute(hello);
    await begin();
    expect(read).toHaveLength(4);
  });
});
