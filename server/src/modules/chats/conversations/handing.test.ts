/** To whom flows of conversations hand them, and what comes of it. */
import { body, node } from "@liantai/api/testing/flows";
import { skillGroupRow } from "../../../testing/skill-group.ts";
import { compId, openStage, visit, type Process, type Stage } from "./testing/stage.ts";

let stage: Stage;
let process: Process;
beforeAll(async () => {
  stage = await openStage();
  process = await stage.process();
  await stage.ports.database.system(async (trx) => {
    for (const [id, enabled] of [
      ["g2", 1],
      ["g3", 0],
    ] as const)
      await trx
        .insertInto("skill_group")
        .values(skillGroupRow({ compId, id, name: id, enabled }))
        .execute();
    await trx.insertInto("dispatch_group").values({ compId, id: "q", name: "队列" }).execute();
    for (const [sort, skillGroupId] of ["g3", "g1", "g2"].entries())
      await trx
        .insertInto("dispatch_group_member")
        .values({ compId, dispatchGroupId: "q", skillGroupId, sort: sort + 1, nextAfterS: 0 })
        .execute();
    await trx.insertInto("extension").values({ compId, extension: "8001", sipSecret: "" }).execute();
    await trx
      .insertInto("seat")
      .values({ compId, agentId: "a1", name: "王芳", terminalType: 1, extension: "8001" })
      .execute();
  });
});
afterAll(() => stage?.close());

const ends = ["noAnswer", "busy", "absent", "failed", "timeout", "full"];
let flows = 0;

/** A conversation that is handed over at once; what did not come about is said. */
async function handed(type: string, config: Readonly<Record<string, unknown>>) {
  const id = `h${(flows += 1)}`;
  const to = Object.fromEntries(ends.map((end) => [end, end]));
  await stage.flow(
    id,
    body([
      node("开始", "start", { to: { next: "转" } }),
      node("转", type, { config, to }),
      ...ends.map((end) => node(end, "hangup", { says: [end] })),
    ]),
  );
  await stage.site(`handing-key-${id}`, { targetId: id });
  const visitor = await visit(stage, process, `handing-key-${id}`);
  return { visitor, session: await visitor.session(), first: (await visitor.since(0))[0] };
}

test("J10 a dispatch queue is the first of its enabled groups that somebody serves", async () => {
  const asked: string[] = [];
  stage.refusal = ({ skillGroupId }) => (asked.push(skillGroupId), skillGroupId === "g2" ? undefined : "absent");
  const config = { kind: "dispatchQueue", targetId: "q" };
  expect((await handed("skillGroup", config)).session).toMatchObject({ status: "waiting", skillGroupId: "g2" });
  expect(asked).toEqual(["g1", "g2"]);
  stage.refusal = ({ skillGroupId }) => (skillGroupId === "g2" ? "full" : "absent");
  expect((await handed("skillGroup", config)).first).toBe("full");
  stage.refusal = () => "absent";
  expect((await handed("skillGroup", config)).first).toBe("absent");
  expect((await handed("skillGroup", { kind: "taskGroup" })).first).toBe("failed");
});

test("J10 a seat is meant by its id or its number, has as long as it would ring, and is busy or absent", async () => {
  stage.refusal = ({ agentId, skillGroupId }) => (agentId === "a1" && skillGroupId === "" ? undefined : "absent");
  for (const seatId of ["a1", "8001"]) {
    const { visitor, session } = await handed("callSeat", { who: "fixed", seatId, ringSeconds: 20 });
    expect(session).toMatchObject({ status: "waiting", askedAgentId: "a1", skillGroupId: "" });
    await stage.ports.clock.advance(20_000);
    expect((await visitor.since(0))[0]).toBe("noAnswer");
  }
  expect((await handed("callSeat", { who: "fixed", seatId: "nobody" })).first).toBe("absent");
  stage.refusal = () => "busy";
  expect((await handed("callSeat", { who: "fixed", seatId: "a1" })).first).toBe("busy");
});

test("J10 no telephone is rung by a conversation", async () => {
  expect((await handed("callOutside", { number: "13800000000" })).first).toBe("failed");
});
