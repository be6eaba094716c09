import { Socket } from "node:dgram";
import { promises as names } from "node:dns";
import { Peer } from "./peer.ts";

const silent = { connected: () => undefined, failed: () => undefined, rtp: () => undefined, rtcp: () => undefined };
const local = { iceServers: [], hostAddresses: ["127.0.0.1"] };

afterEach(() => jest.restoreAllMocks());

/** Whose names a leg looks up between its making and its description; packets go to addresses alone. */
async function asked(describe: (peer: Peer) => Promise<unknown>, options: ConstructorParameters<typeof Peer>[0]) {
  const lookup = jest.spyOn(names, "lookup").mockRejectedValue(new Error("no such name"));
  const send = jest.spyOn(Socket.prototype, "send").mockImplementation(() => undefined);
  const peer = new Peer(options, silent);
  await describe(peer);
  await peer.close();
  return { names: [...new Set(lookup.mock.calls.map(([name]) => name))], packets: send.mock.calls.length };
}

describe("P24 a leg's own addresses", () => {
  test("are found without asking anybody", async () => {
    expect(await asked((peer) => peer.offer(), local)).toEqual({ names: [], packets: 0 });
  });

  test("are found so for an answer, too", async () => {
    const other = new Peer(local, silent);
    const offer = await other.offer();
    await other.close();
    expect(await asked((peer) => peer.answer(offer), local)).toMatchObject({ names: [] });
  });

  test.each(["somewhere.invalid", "0c5e8a4e-7d4f-4d4a-9b1a-8f2b7c6d5e4f.local"])(
    "P16 a device that names %s as its address has nobody asked for it",
    async (name) => {
      const other = new Peer(local, silent);
      const offer = (await other.offer()).replace(/^(a=candidate:\S+ \d udp \d+) \S+/gm, `$1 ${name}`);
      await other.close();
      expect(offer).toContain(` ${name} `);
      const checked = async (peer: Peer) => {
        await peer.answer(offer);
        await new Promise((resolve) => setImmediate(resolve));
      };
      const bound = jest.spyOn(Socket.prototype, "bind");
      expect((await asked(checked, local)).names).toEqual([]);
      expect(bound.mock.calls.map(([port]) => port)).not.toContain(5_353);
    },
  );

  test("a STUN server that is given is asked", async () => {
    const iceServers = [{ urls: "stun:stun.invalid:3478" }];
    expect(await asked((peer) => peer.offer(), { ...local, iceServers })).toMatchObject({ names: ["stun.invalid"] });
  });
});
