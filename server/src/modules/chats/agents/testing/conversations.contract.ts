/** What pages and the assignment rely on of conversations (types.ts), whoever leads them. */
import type { Ports } from "../../../../ports/index.ts";
import type { ChatSessionRow, Conversations, Told } from "../../types.ts";
import { subscribe } from "../../../topics.ts";
import type { VirtualClock } from "../../../../testing/index.ts";
import { findSession } from "../talk-repository.ts";
import { compId, peopleOf, type People } from "./people.ts";

export interface ContractWorld {
  readonly ports: Pick<Ports, "database" | "broker"> & { readonly clock: VirtualClock };
  readonly conversations: Conversations;
  close(): Promise<void>;
}

export function conversationsContract(name: string, open: () => Promise<ContractWorld>): void {
  describe(`conversations: ${name}`, () => {
    let world: ContractWorld;
    let people: People;
    const told: Told[] = [];
    let changes = 0;
    beforeAll(async () => {
      world = await open();
      people = peopleOf(world.ports);
      await subscribe(world.ports.broker, "chat.told", (of) => told.push(...of.told));
      await subscribe(world.ports.broker, "chat.changed", () => (changes += 1));
    });
    beforeEach(async () => {
      await people.clear();
      await people.group("g", "1001");
      told.splice(0);
      changes = 0;
    });
    afterAll(() => world.close());

    const agent = { agentId: "1001" } as const;
    const visitor = { visitorId: "v-a" } as const;
    const talking = { status: "talking", ...agent } as const;
    const say = (by: typeof agent | typeof visitor | { agentId: string }, guid: string, content = "您好") =>
      world.conversations.said(compId, "a", { by, guid, content });
    const to = (whom: object) => told.filter((one) => Object.entries(whom).every(([k, v]) => (one as never)[k] === v));
    const messages = (whom: object) => to(whom).flatMap(({ frame }) => (frame.cmd === 11 ? [frame.data.content] : []));
    const within = <T>(run: (session: ChatSessionRow) => Promise<T>) =>
      world.ports.database.tenant(compId, async (trx) => run((await findSession(trx, compId, "a"))!));

    test("J16 what is said has numbers from 1 without a gap, and the other side is told", async () => {
      await people.session("a", talking);
      const said = [await say(visitor, "1", "在吗"), await say(agent, "1", "在的"), await say(visitor, "2", "谢谢")];
      expect(said.map((one) => "message" in one && one.message.seq)).toEqual([1, 2, 3]);
      await world.ports.clock.settle();
      expect(messages(agent)).toEqual(["在吗", "谢谢"]);
      expect(messages(visitor)).toContain("在的");
    });

    test("J16 what is said again with its guid is the same message, and told once", async () => {
      await people.session("a", talking);
      const [first, again] = [await say(agent, "g"), await say(agent, "g", "另一句")];
      expect("message" in first && first.message.id).toBe("message" in again && again.message.id);
      expect(again).toMatchObject({ message: { content: "您好", seq: 1 } });
    });

    test("J24 nobody says anything in a conversation that is not his, or is over", async () => {
      await people.session("a", talking);
      expect(await say({ agentId: "1002" }, "1")).toHaveProperty("refused");
      expect(await world.conversations.said(compId, "none", { by: agent, guid: "1", content: "x" })).toHaveProperty(
        "refused",
      );
      expect(await world.conversations.said("100002", "a", { by: agent, guid: "1", content: "x" })).toHaveProperty(
        "refused",
      );
      expect(await world.conversations.close(compId, "a", { agentId: "1002" })).toBe(false);
      expect(await world.conversations.close(compId, "a", agent)).toBe(true);
      expect(await world.conversations.close(compId, "a", agent)).toBe(false);
      expect(await say(agent, "2")).toHaveProperty("refused");
      expect(await say(visitor, "2")).toHaveProperty("refused");
      await world.ports.clock.settle();
      expect(to(visitor).at(-1)!.frame).toMatchObject({ cmd: 10, data: { sessionId: "a", status: "closed" } });
      expect(to(agent).some(({ frame }) => frame.cmd === 10)).toBe(true);
      expect(changes).toBeGreaterThan(0);
    });

    test("J24 what was read is told, never goes back and never beyond what was said", async () => {
      await people.session("a", talking);
      await say(visitor, "1");
      await say(visitor, "2");
      for (const seq of [2, 1, 2, 9]) await world.conversations.read(compId, "a", agent, seq);
      await world.conversations.read(compId, "a", { agentId: "1002" }, 2);
      await world.ports.clock.settle();
      expect((await people.row("a")).agentRead).toBe(2);
      expect(to(visitor).flatMap(({ frame }) => (frame.cmd === 21 ? [frame.data] : []))).toEqual([
        { sessionId: "a", seq: 2 },
      ]);
    });

    test("J25 what is given is the agent's: his page and the visitor's are told in what it returns", async () => {
      await people.session("a");
      const out = await world.ports.database.tenant(compId, async (trx) =>
        world.conversations.give(trx, (await findSession(trx, compId, "a"))!, { ...agent, name: "李晓雯" }),
      );
      expect(await people.had()).toEqual({ a: "1001" });
      const of = (whom: object) =>
        out.find((one) => Object.keys(whom).every((key) => key in one) && one.frame.cmd === 9);
      expect(of(agent)).toMatchObject({ ...agent, frame: { data: { sessionId: "a", userId: "v-a" } } });
      expect(of(visitor)).toMatchObject({ ...visitor, frame: { data: { status: "talking", agent: "李晓雯" } } });
    });

    test("J29 what is taken back waits again, since when it did", async () => {
      const queuedAt = new Date(world.ports.clock.now() - 90_000);
      await people.session("a", { ...talking, queuedAt });
      const out = await world.ports.database.tenant(compId, async (trx) =>
        world.conversations.takeBack(trx, (await findSession(trx, compId, "a"))!),
      );
      expect(await within(async ({ status, agentId, queuedAt: since }) => ({ status, agentId, since }))).toEqual({
        ...{ status: "waiting", agentId: "", since: queuedAt },
      });
      expect(out).toContainEqual(expect.objectContaining({ ...agent, frame: expect.objectContaining({ cmd: 10 }) }));
      expect(out).toContainEqual(expect.objectContaining({ ...visitor, frame: expect.objectContaining({ cmd: 9 }) }));
    });

    test("J20 the stage has a place only while it waits, and an agent only while one talks", async () => {
      await people.session("a");
      const stage = () => within(async (session) => world.conversations.stageOf(session, 3, ""));
      expect(await stage()).toEqual({ sessionId: "a", status: "waiting", position: 3 });
    });
  });
}
