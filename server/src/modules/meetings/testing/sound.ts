/** A meeting over HTTP with real telephones and tones, on any switch: what is ordered is heard. */
import { customerApi, telephonyApi } from "@liantai/api/contract";
import { meetingRoomApi } from "@liantai/api/contract/admin";
import { createProcessBroker } from "../../../adapters/embedded/broker/index.ts";
import type { EmbeddedSwitchFace } from "../../../adapters/embedded/switch/index.ts";
import { serveSockets } from "../../../adapters/embedded/switch/testing/harness.ts";
import type { SwitchDirectory } from "../../../ports/switch.ts";
import { createTestDatabase, createTestRandom, createVirtualClock } from "../../../testing/index.ts";
import { openOffice, type Office, type Person } from "../../../testing/office.ts";
import { stopwatch } from "../../../testing/contention.ts";
import { testSealer } from "../../../testing/seeded.ts";
import { SipClient } from "../../../testing/sip/sip-client.ts";
import type { SipCall } from "../../../testing/sip/sip-call.ts";
import { createDirectory } from "../../numbers/index.ts";
import { demoDirectNumber, demoEnterprise } from "../../system/index.ts";

const compId = demoEnterprise.compId;
const tones = { host: 500, second: 1_100, third: 1_500, outside: 1_900 } as const;
type Who = keyof typeof tones;
const page = { pageNo: 1, pageSize: 20 };
const realm = "liantai";

interface MeetingSwitch {
  readonly directory: SwitchDirectory;
  readonly realm: string;
}

export const describeMeetingSound = (name: string, make: (options: MeetingSwitch) => EmbeddedSwitchFace): void =>
  describe(`a meeting with real media: ${name}`, () => {
    let office: Office;
    let harness: Awaited<ReturnType<typeof serveSockets>>;
    let closeDatabase: () => Promise<void>;
    const clients: SipClient[] = [];

    beforeAll(async () => {
      // The switch has the time of day, and credentials run out by it.
      const clock = createVirtualClock(Date.now());
      const database = await createTestDatabase();
      closeDatabase = () => database.close();
      const broker = createProcessBroker(clock);
      const random = createTestRandom(clock, "sound");
      const directory = createDirectory({ database, broker, random, clock, sealer: testSealer });
      const it = make({ directory, realm });
      // The office starts it, as the server does.
      office = await openOffice({ clock, database, broker, switch: it });
      harness = await serveSockets(it, realm);
    });
    afterAll(async () => {
      await Promise.all(clients.map((client) => client.close()));
      await office?.close();
      await harness?.close();
      await closeDatabase?.();
    });

    async function phone(user: string, password: string, toneHz: number): Promise<SipClient> {
      const client = await SipClient.connect({ url: harness.url, realm: harness.realm, user, password, toneHz });
      clients.push(client);
      await client.register();
      return client;
    }

    /** Signed in at the seat, with its telephone. */
    async function seat(agentId: string, toneHz: number) {
      const person = await office.signIn({ code: compId, roleType: 2, account: agentId });
      const own = await person.call(telephonyApi.querySecretKey, { query: { name: `${compId}${agentId}` } });
      const client = await phone(own.user, own.password, toneHz);
      const reply = await office.ports.broker.request(
        "telephony.engine",
        {
          verb: "attach",
          connection: `c-${agentId}`,
          gateway: "g",
          compId,
          agentId,
          sessionId: `s-${agentId}`,
          extension: agentId,
          instance: client.instance,
          takeMedia: true,
          hideNumbers: false,
        },
        3_000,
      );
      expect(reply).toMatchObject({ code: 1 });
      return { person, client };
    }

    /** A customer's page that has called in and hung up: its number can be called. */
    async function outside(number: string, toneHz: number): Promise<SipClient> {
      const guest = await office.administrator.call(customerApi.customerSession, {
        body: { number: demoDirectNumber.number, phone: number },
      });
      const client = await phone(guest.user, guest.password, toneHz);
      const call = await client.call(demoDirectNumber.number);
      await call.peer.connected;
      call.bye();
      await call.ended;
      return client;
    }

    test("E20 E6 four in a meeting: each hears the others; mute, mute all, remove and the end are heard at once", async () => {
      const host = await seat("1001", tones.host);
      const second = await seat("1002", tones.second);
      const third = await seat("1003", tones.third);
      const guest = await outside("13900139000", tones.outside);
      const lead: Person = host.person;
      const { id } = await lead.call(meetingRoomApi.create, {
        body: { name: "晨会", code: "80088", tone: 0, record: 1, maxMembers: 4 },
      });
      const calls = {} as Record<Who, SipCall>;
      const joins = async (who: Who, client: SipClient): Promise<void> => {
        const call = await client.incoming(5_000);
        expect(call.request?.from.uri.user).toBe(who === "outside" ? "4001" : "80088");
        await call.answer();
        calls[who] = call;
      };
      const { meetingId, missed } = await lead.call(meetingRoomApi.init, { body: { id } });
      expect(missed).toEqual([]);
      await joins("host", host.client);
      await lead.call(meetingRoomApi.invite, { body: { id, kind: "seat", value: "1002" } });
      await joins("second", second.client);
      await lead.call(meetingRoomApi.invite, { body: { id, kind: "extension", value: "1003" } });
      await joins("third", third.client);
      await lead.call(meetingRoomApi.invite, { body: { id, kind: "number", value: "13900139000", name: "王总" } });
      await joins("outside", guest);

      /** Each of `ears` hears every voice but its own, and none that is not among `voices`: half a second after an order at the latest. */
      let longest = 0;
      const hear = async (ears: readonly Who[], voices: readonly Who[], withinMs = 500) => {
        const lasted = stopwatch();
        await Promise.all(
          ears.map((ear) => {
            const heard = voices.filter((voice) => voice !== ear).map((voice) => tones[voice]);
            const others = Object.values(tones).filter((hz) => !heard.includes(hz));
            return heard.length === 0
              ? calls[ear].peer.ears.silence(10_000)
              : calls[ear].peer.ears.tones(heard, others, 10_000);
          }),
        );
        const { ms, ownMs } = lasted();
        longest = Math.max(longest, ms);
        expect(ownMs).toBeLessThanOrEqual(withinMs);
      };
      const all: readonly Who[] = ["host", "second", "third", "outside"];
      await hear(all, all, 4_000);
      longest = 0;
      const { members } = await lead.call(meetingRoomApi.live, { body: { id } });
      const member = (who: string) => ({
        body: { id, member: members.find((m) => m.agentId === who || m.name === who)!.id },
      });

      await lead.call(meetingRoomApi.mute, member("1002"));
      await hear(all, ["host", "third", "outside"]);
      await office.ports.clock.advance(1_000);
      await lead.call(meetingRoomApi.unmute, member("1002"));
      await hear(all, all);
      await lead.call(meetingRoomApi.muteAll, { body: { id } });
      await hear(all, ["host"]);
      await office.ports.clock.advance(1_000);
      await lead.call(meetingRoomApi.unmuteAll, { body: { id } });
      await hear(all, all);
      await lead.call(meetingRoomApi.remove, member("王总"));
      await calls.outside.ended;
      await hear(["host", "second", "third"], ["host", "second", "third"]);
      // The host leaves, the others go on.
      calls.host.bye();
      await hear(["second", "third"], ["second", "third"]);
      await office.administrator.call(meetingRoomApi.end, { body: { id } });
      await Promise.all([calls.second.ended, calls.third.ended]);

      process.stdout.write(`${name}: an order of a meeting is heard in at most ${Math.round(longest)} ms\n`);

      const stored = async () =>
        (await office.administrator.call(meetingRoomApi.history, { body: { ...page, roomId: id } })).list[0];
      let row = await stored();
      for (let i = 0; i < 200 && !row?.recording; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        row = await stored();
      }
      expect(row).toMatchObject({ meetingId, name: "晨会", openedBy: "李晓雯" });
      expect(row?.members.map(({ number, why, muted }) => [number, why, muted])).toEqual([
        ["1001", "left", false],
        ["1002", "ended", true],
        ["1003", "ended", true],
        ["13900139000", "removed", true],
      ]);
      const file = await office.administrator.file(meetingRoomApi.record, { query: { meetingId } });
      expect([file.status, file.headers["content-type"]]).toEqual([200, "audio/wav"]);
      expect(file.bytes.length).toBe(row?.recording?.bytes);
    });
  });
