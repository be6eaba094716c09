import { routeConfigApi, routeGroupApi, routeNodeApi } from "@liantai/api/contract/admin";
import type { SwitchEvent, Trunk } from "../../ports/switch.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import type { OutsideLines } from "../telephony/index.ts";
import { createOutsideLines } from "./index.ts";

let office: Office;
let lines: OutsideLines;
let end: () => Promise<void>;
const given: (readonly Trunk[])[] = [];
let tell: (event: SwitchEvent) => void = () => undefined;
let came: () => void = () => undefined;
/** Of the switch, which is given its trunks beside the change. */
const nextGiven = () => new Promise<void>((resolve) => (came = resolve));

beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office?.close();
});

const node = (name: string, over: object = {}) => ({
  name,
  address: "192.0.2.1",
  transport: "udp" as const,
  codecs: ["G729" as const, "PCMA" as const],
  concurrency: 2,
  enabled: 1 as const,
  ...over,
});
const add = async (name: string, over: object = {}): Promise<string> =>
  (await office.operator.call(routeNodeApi.add, { body: node(name, over) })).id;
const listed = async (name: string) => {
  const { list } = await office.operator.call(routeNodeApi.list, { body: { pageNo: 1, pageSize: 10, name } });
  return list[0]!;
};

test("N2 nodes that are enabled and spoken with are the switch's trunks, with their passwords, and again with every change", async () => {
  const id = await add("一号中继", { userName: "me", password: "Secret-123" });
  await add("停用中继", { enabled: 0 });
  await add("加密中继", { transport: "tls" });
  lines = createOutsideLines({ ...office.ports, sealer: office.sealer });
  end = await lines.begin({
    capabilities: { outlives: false, trunks: true },
    provision: async (trunks) => {
      given.push(trunks);
      came();
    },
    on: (listener) => {
      tell = listener;
      return () => undefined;
    },
  });
  const first = { id, address: "192.0.2.1", transport: "udp", codecs: ["PCMA"], concurrency: 2 };
  expect(given).toEqual([[{ ...first, userName: "me", password: "Secret-123" }]]);
  expect(await listed("加密中继")).toMatchObject({ state: "down", stateText: expect.stringContaining("不支持") });
  const again = nextGiven();
  await add("二号中继", { address: "192.0.2.2:5080", transport: "tcp" });
  await again;
  expect(given.at(-1)?.map(({ address }) => address)).toEqual(["192.0.2.1", "192.0.2.2:5080"]);
});

test("N3 what the switch tells of a node stands on the screen, since when it is so, and orders the trunks of a route", async () => {
  const [one, two] = [(await listed("一号中继")).id, (await listed("二号中继")).id];
  const { id: groupId } = await office.operator.call(routeGroupApi.add, {
    body: {
      name: "主备",
      mode: "failover",
      enabled: 1,
      members: [
        { nodeId: one, weight: 1 },
        { nodeId: two, weight: 1 },
      ],
    },
  });
  await office.operator.call(routeConfigApi.add, {
    body: { name: "手机", groupId, priority: 1, enabled: 1, callerPrefixes: "", calleePrefixes: "13" },
  });
  const asked = { compId: "100001", displayed: "4001", number: "13800138000" };
  expect(await lines.trunks(asked)).toEqual([one, two]);
  expect(await lines.trunks({ ...asked, number: "02012345678" })).toEqual([]);
  tell({ type: "trunk", trunk: one, up: false });
  tell({ type: "trunk", trunk: "gone", up: false });
  tell({ type: "trunk", trunk: two, up: true });
  await end();
  const down = await listed("一号中继");
  expect(down).toMatchObject({ state: "down", stateText: "自检测时间起不应答 OPTIONS" });
  expect(down.checkedAt).not.toBeNull();
  expect(await listed("二号中继")).toMatchObject({ state: "up", stateText: "自检测时间起应答 OPTIONS" });
  expect(await lines.trunks(asked)).toEqual([two, one]);
});

test("a switch without trunks is given none", async () => {
  const before = given.length;
  const without = { capabilities: { outlives: false, trunks: false }, provision: () => Promise.reject(new Error()) };
  await (
    await lines.begin({ ...without, on: () => () => undefined })
  )();
  expect(given).toHaveLength(before);
});

test("N7 a node says which headers of its calls are data, and whether data goes out over it", async () => {
  const over = { dataHeaders: "X-Order-Id, X-Crm-*", sendsData: 1 as const };
  const open = await add("有话中继", { address: "192.0.2.9", ...over });
  const closed = await add("无话中继", { address: "192.0.2.10" });
  expect(await listed("无话中继")).toMatchObject({ dataHeaders: "", sendsData: 0 });
  const headers = { "X-Order-Id": "17", "X-Crm-Level": "A", "X-Other": "no" };
  expect(await lines.dataIn(open, headers)).toEqual({ "order-id": "17", "crm-level": "A" });
  for (const id of [closed, "gone"]) expect(await lines.dataIn(id, headers)).toEqual({});
  expect(await lines.dataOut([closed, open], { vip: "1" })).toEqual({ told: [open], headers: { "X-vip": "1" } });
  expect(await lines.dataOut([closed], { vip: "1" })).toEqual({});
  expect(await lines.dataOut([open], {})).toEqual({});
  // What is not said of a change stays.
  const { id, name, address } = await listed("有话中继");
  await office.operator.call(routeNodeApi.update, { body: { ...node(name, { address }), id } });
  expect(await listed("有话中继")).toMatchObject(over);
  for (const dataHeaders of ["Order-Id", "X-Liantai-*", "X-A*B", "X-A,,X-B"])
    expect(await refused(add("错误中继", { dataHeaders }))).toMatchObject({ fields: [{ path: "dataHeaders" }] });
});
