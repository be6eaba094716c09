/** Acceptance check E15: a walk through every number of the specification, and everything else refused without an event. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formStreamApi, orderCommands, type OrderCommandType } from "@liantai/api/contract/work-orders";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, task, type Floor } from "./testing/floor.ts";

let office: Office;
let floor: Floor;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
}, 120_000);
afterAll(() => office?.close());

type Who = keyof Floor["people"];
type Step = readonly [who: Who, command: OrderCommandType, code: number, more?: Parameters<Floor["handle"]>[3]];

const eventsOf = (id: string) =>
  office.ports.database.tenant("100001", (trx) =>
    trx
      .selectFrom("event")
      .select(["seq", "type"])
      .where("compId", "=", "100001")
      .where("streamId", "=", id)
      .orderBy("seq")
      .execute(),
  );

test("E15 W59 a script that uses each number from 0 to 17 gives a history with its numbers, in its order", async () => {
  const { people, groupId } = floor;
  const flowId = await floor.flow("全程", flowOf(groupId));
  const { id } = await floor.create(people["1001"], flowId, { level: "urgent" }, false);
  const script: readonly Step[] = [
    ["1001", "save", 0, { values: { address: "1室" } }],
    ["1001", "submit", 1],
    ["1001", "retrieve", 5],
    ["1001", "submit", 1],
    ["1003", "claim", 6],
    ["1003", "save", 0, { values: { address: "2室" } }],
    ["1001", "urge", 9, { text: "客户催了" }],
    ["1003", "commentUrge", 12, { text: "马上" }],
    ["1003", "transfer", 16, { to: "1002" }],
    ["1002", "transferBack", 17, { text: "不归我" }],
    ["1003", "returnCreator", 4, { text: "缺地址" }],
    ["1001", "submit", 1],
    ["admin", "assign", 10, { to: "1003" }],
    ["admin", "recycle", 7, { text: "换人" }],
    ["1003", "claim", 6],
    ["1003", "approve", 2],
    ["1002", "returnPrevious", 3, { text: "再查" }],
    ["admin", "jump", 11, { nodeId: "处理" }],
    ["1002", "complete", 8],
    ["1001", "followUp", 13, { text: "满意" }],
    ["1001", "commentFollowUp", 14, { text: "已电话确认" }],
  ];
  for (const [who, command, , more] of script) await floor.handle(people[who], id, command, more);
  // 查看 has no number.
  const codes = (await floor.codes(id)).filter((code) => code !== null);
  expect(codes).toEqual([15, ...script.map(([, , code]) => code)]);
  expect(new Set(codes)).toEqual(new Set(Array.from({ length: 18 }, (_, code) => code)));
  // The shorter list beside them: 16 where it went from one person to another, and nothing else (W59).
  const history = await people.admin.call(formStreamApi.history, { body: { id } });
  expect(history.filter(({ historyKind }) => historyKind !== null).map((e) => [e.event, e.historyKind])).toEqual([
    [16, 16],
    [17, 16],
    [10, 16],
  ]);
});

/** The published table (docs/protocol.md W3): commands with an event in a state; all others are refused. */
const [, published = ""] =
  /^## Work orders$(.*?)^## /ms.exec(readFileSync(join(__dirname, "../../../../docs/protocol.md"), "utf8")) ?? [];
const [head = [], , ...rows] = [...published.matchAll(/^ {2}\|(.*)\|$/gm)].map(([, row]) =>
  row!.split("|").map((cell) => cell.trim()),
);
const possible = (state: string): readonly string[] =>
  rows.filter((row) => row[head.indexOf(state)] !== "").map(([name = ""]) => name.replaceAll("`", ""));

test("E15 what the table does not allow in a state is refused to everybody, and adds no event", async () => {
  const { people, groupId } = floor;
  const plain = await floor.flow("各状态", flowOf(groupId));
  const signed = await floor.flow("会签", {
    nodes: [
      { kind: "start", id: "start", name: "开始", x: 0, y: 0 },
      {
        ...task("会签", { by: "seat", agentIds: ["1002", "1003"] }),
        kind: "countersign",
        mode: "all",
      } as never,
      { kind: "end", id: "end", name: "结束", x: 0, y: 0 },
    ],
    edges: [
      { id: "1", from: "start", to: "会签" },
      { id: "2", from: "会签", to: "end" },
    ],
  });
  const waits = await floor.flow("等子工单", {
    nodes: [
      { kind: "start", id: "start", name: "开始", x: 0, y: 0 },
      { kind: "subOrder", id: "sub", name: "协办", x: 0, y: 0, formId: floor.formId, flowId: plain, wait: "all" },
      { kind: "end", id: "end", name: "结束", x: 0, y: 0 },
    ],
    edges: [
      { id: "1", from: "start", to: "sub" },
      { id: "2", from: "sub", to: "end" },
    ],
  });
  const draft = async () => (await floor.create(people["1001"], plain, {}, false)).id;
  const pooled = async () => (await floor.create(people["1001"], plain, { level: "urgent" })).id;
  const handling = async () => {
    const id = await pooled();
    await floor.handle(people["1003"], id, "claim");
    return id;
  };
  const then = async (id: string, who: Who, command: OrderCommandType, more = {}) => {
    await floor.handle(people[who], id, command, more);
    return id;
  };
  const made: Readonly<Record<string, string>> = {
    draft: await draft(),
    pooled: await pooled(),
    handling: await handling(),
    signing: (await floor.create(people["1001"], signed)).id,
    waiting: (await floor.create(people["1001"], waits)).id,
    suspended: await then(await handling(), "1003", "suspend", { text: "等零件" }),
    transferred: await then(await handling(), "1003", "transfer", { to: "1002" }),
    done: await then(await handling(), "1003", "complete"),
    deleted: await then(await pooled(), "admin", "remove"),
  };
  expect(Object.keys(made)).toEqual(head.slice(2));
  const commands = Object.keys(orderCommands) as OrderCommandType[];
  const taken: string[] = [];
  let tries = 0;
  for (const [state, id] of Object.entries(made)) {
    const before = await eventsOf(id);
    for (const command of commands.filter((one) => !possible(state).includes(one)))
      for (const who of ["1001", "1002", "1003", "1005", "admin"] as const) {
        tries += 1;
        const body = { id, command, seq: before.length, text: "说明", to: "1004", nodeId: "处理" };
        const answer = await refused(people[who].call(formStreamApi.handle, { body }));
        if (answer.code === 1 || !/[一-鿿]/.test(answer.msg))
          taken.push(`${state} ${command} by ${who}: ${answer.msg}`);
      }
    expect([state, await eventsOf(id)]).toEqual([state, before]);
  }
  expect(taken).toEqual([]);
  expect(tries).toBeGreaterThan(400);
});
