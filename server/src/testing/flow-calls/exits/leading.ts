/** Nodes that give the caller to somebody: agents at their telephones, a number outside, a queue. */
import { blackListApi, skillGroupApi, skillGroupMemberApi } from "@liantai/api/contract/admin";
import { demoPassword } from "../../../modules/system/index.ts";
import { tones, type Agent } from "../../hosts/people.ts";
import type { FlowCaller } from "../flow-caller.ts";
import { Hearing } from "../hearing.ts";
import { once } from "./asking.ts";
import { heard, presses, type ExitCase, type Take, type World } from "./exit-case.ts";
import { noCase } from "./draw.ts";

const ringSeconds = 8;
const patience = 60_000;

/** He signs in when he is first wanted. */
function seat({ studio }: World, account: string) {
  let there: Promise<Agent> | undefined;
  const agent = () => (there ??= studio.people.agent(studio.url, { account, roleType: 2, password: demoPassword }));
  return {
    agent,
    /** Who has let a call ring, or turned one down, may have been set busy. */
    ready: async () => (await agent()).link.command("setState", { state: "1" }),
    /** The caller has music meanwhile. */
    async letsRing({ hearing }: FlowCaller) {
      await (await agent()).phone.incoming(patience);
      await hearing.tone(heard.music, 0);
    },
    turnsDown: async () => (await (await agent()).phone.incoming(patience)).refuse(486),
    /** He is told something, which is all that he hears of a caller who says nothing; the caller hears him, and hangs up then. */
    async answers({ call, hearing }: FlowCaller) {
      const leg = await (await agent()).phone.incoming(patience);
      const heardByHim = new Hearing(leg.peer);
      await leg.answer();
      await leg.peer.connected;
      await Promise.all([heardByHim.sound(), hearing.tone(tones.agent)]);
      call.bye();
    },
  };
}
type Seat = ReturnType<typeof seat>;

/** Who is answered leaves the flow by no exit: they talk, and no further node is entered. */
const talks = (before: Take["before"] & object, does: Take["does"] & object): Readonly<Record<"answered", Take>> => ({
  answered: { before, does, path: [], cause: "completed" },
});

const ringing = ({ ready, letsRing, turnsDown }: Seat): Readonly<Record<"noAnswer" | "busy", Take>> => ({
  noAnswer: { before: ready, does: letsRing },
  busy: { before: ready, does: turnsDown },
});

/** What they hear until somebody answers, and when he does. */
const meanwhile = ({ music }: World) => ({ music, whisper: "金卡客户来电" });

const seats = (world: World): readonly ExitCase[] => {
  const sounds = meanwhile(world);
  const [second, third, fourth] = ["1002", "1003", "1004"].map((account) => seat(world, account));
  const dials = (number: string, then: (caller: FlowCaller) => unknown) => async (caller: FlowCaller) => {
    await presses(number)(caller);
    await then(caller);
  };
  return [
    {
      ...{ id: "callSeat", type: "callSeat", config: { who: "fixed", seatId: "1002", ringSeconds, ...sounds } },
      exits: { absent: {}, ...ringing(second!) },
      ways: talks(second!.ready, second!.answers),
    },
    {
      ...{ id: "callExtension", type: "callExtension", config: { number: "1003", ringSeconds, ...sounds } },
      exits: { unregistered: {}, ...ringing(third!) },
      ways: talks(third!.ready, third!.answers),
    },
    {
      ...{ id: "extensionRoute", type: "extensionRoute", says: [world.short()] },
      config: { ...once, ringSeconds, digits: 4, ...sounds },
      exits: {
        invalid: { does: presses("9999") },
        timeout: {},
        noAnswer: { before: fourth!.ready, does: dials("1004", fourth!.letsRing) },
        busy: { before: fourth!.ready, does: dials("1004", fourth!.turnsDown) },
      },
      ways: talks(fourth!.ready, dials("1004", fourth!.answers)),
    },
  ];
};

/** A group of his own, so that nobody else's calls come to him. */
async function queue(world: World): Promise<ExitCase> {
  const { studio } = world;
  const { members: _, id: __, ...like } = await studio.group();
  const own = { ...like, name: "出口用组" };
  const { id } = await studio.admin.post<{ id: string }>(skillGroupApi.add.path, own);
  await studio.admin.post(skillGroupMemberApi.add.path, { skillGroupId: id, agentIds: ["1001"] });
  const limit = (queueLimit: number) => () => studio.admin.post(skillGroupApi.update.path, { id, ...own, queueLimit });
  const first = seat(world, "1001");
  return {
    ...{ id: "skillGroup", type: "skillGroup" },
    config: { targetId: id, leaveKey: "0", maxWaitSeconds: 8, ...meanwhile(world) },
    exits: {
      absent: {},
      // He is signed in and not ready.
      timeout: { before: first.agent, does: ({ hearing }) => hearing.tone(heard.music, 0) },
      // Until he waits there the key means nothing.
      key: {
        async does(caller) {
          let over = false;
          void caller.call.ended.then(() => (over = true));
          while (!over) await caller.press("0", 400);
        },
      },
      full: { before: limit(0) },
    },
    ways: talks(async () => {
      await limit(50)();
      await first.ready();
    }, first.answers),
  };
}

/** A number outside is that of a page which has called before; lists and limits concern it as any other. */
function outsider({ studio, number }: World, phone: string) {
  let there: ReturnType<typeof studio.page> | undefined;
  const page = () =>
    (there ??= studio.page(number(), phone).then(async (client) => {
      await client.register();
      const caller = await studio.callFrom(client, phone, number());
      await caller.hearing.tone(heard.which, 0);
      await caller.press(noCase);
      await caller.hungUp();
      return client;
    }));
  return { page, rung: async () => (await page()).incoming(patience) };
}

function outside(world: World): readonly ExitCase[] {
  const [reached, missed] = ["13911112222", "13911113333"];
  const [first, second] = [outsider(world, reached!), outsider(world, missed!)];
  let barred: Promise<unknown> | undefined;
  const bar = () =>
    (barred ??= world.studio.admin.post(blackListApi.add.path, {
      ...{ blackListType: 1, phone: missed, isPrefix: 0, blackListCallType: 1, remark: "" },
    }));
  return [
    {
      ...{ id: "callOutside", type: "callOutside", config: { number: reached, ringSeconds: 60 } },
      exits: {
        busy: { before: first.page, does: async () => (await first.rung()).refuse(486) },
        failed: { does: async () => (await first.rung()).refuse(480) },
        ended: {
          async does(caller) {
            const call = await first.rung();
            await call.answer();
            await Promise.all([call.peer.connected, caller.hearing.tone(tones.customer)]);
            call.bye();
          },
        },
      },
    },
    {
      ...{ id: "callOutsideInVain", type: "callOutside", config: { number: missed, ringSeconds, music: world.music } },
      exits: {
        noAnswer: {
          before: second.page,
          async does({ hearing }) {
            await second.rung();
            await hearing.tone(heard.music, 0);
          },
        },
        blocked: { before: bar },
      },
    },
  ];
}

export async function leading(world: World): Promise<readonly ExitCase[]> {
  return [...outside(world), await queue(world), ...seats(world)];
}
