import { crudProbes, mark, type AreaProbes } from "./types.ts";

const out = { name: "x", minLength: 1, maxLength: 20, strip: 0, display: "default", priority: 1, enabled: 1 };
const limit = { name: "x", direction: "out", kind: "bar", hours: [], perNumberPerDay: 0, minIntervalS: 0, enabled: 1 };
const notice = { name: "x", direction: "in", calls: 1, withinHours: 1, enabled: 1 };
const black = { blackListType: 1, phone: "13900000001", isPrefix: 0, blackListCallType: 2 };
const node = { name: "x", address: "127.0.0.1", transport: "udp", codecs: ["PCMA"], concurrency: 1, enabled: 1 };
const group = { name: "x", mode: "weight", enabled: 1, members: [{ nodeId: "x", weight: 1 }] };
const config = { name: "x", groupId: "x", priority: 1, enabled: 1 };

export const trunksProbes: AreaProbes = {
  probes: {
    ...crudProbes("routeNode", "routeNode", node),
    ...crudProbes("routeGroup", "routeGroup", group),
    ...crudProbes("routeConfig", "routeConfig", config),
    routeNodeCheck: (ids) => ({ body: { id: ids["routeNode"] } }),
    ...crudProbes("routeOut", "routeOut", out),
    routeOutTest: (_, own) => ({ body: { compId: own, caller: "1001", callee: "13900000001" } }),
    ...crudProbes("callLimit", "callLimit", limit),
    callLimitTest: (_, own) => ({ body: { compId: own, direction: "out", number: "13900000001" } }),
    ...crudProbes("callNotifyLimit", "callNotifyLimit", notice),
    blackListList: (_, own) => ({ body: { compId: own, blackListType: 1, pageSize: 200 } }),
    blackListAdd: (_, own) => ({ body: { compId: own, ...black } }),
    blackListUpdate: (ids) => ({ body: { id: ids["blackList"], ...black } }),
    blackListDelete: (ids) => ({ body: { ids: [ids["blackList"]], blackListType: 1 } }),
    blackListImport: (_, own) => ({ body: { compId: own, blackListType: 1 } }),
    blackListTemplate: "none",
    checkNumContainBlackList: (_, own) => ({ body: { compId: own, phone: "13900000001" } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const ids = {
      routeNode: random.id(),
      routeGroup: random.id(),
      routeConfig: random.id(),
      routeOut: random.id(),
      callLimit: random.id(),
      callNotifyLimit: random.id(),
      blackList: random.id(),
    };
    await trx
      .insertInto("route_node")
      .values({
        id: ids.routeNode,
        name: `${mark}中继`,
        address: "127.0.0.1:5998",
        transport: "tcp",
        codecs: '["PCMA"]',
        concurrency: 1,
        latencyMs: null,
      })
      .execute();
    await trx
      .insertInto("route_group")
      .values({ id: ids.routeGroup, name: `${mark}组`, mode: "weight" })
      .execute();
    await trx
      .insertInto("route_config")
      .values({
        id: ids.routeConfig,
        name: `${mark}路由`,
        ownerCompId: own,
        callerPrefixes: "",
        calleePrefixes: "",
        groupId: ids.routeGroup,
        priority: 1,
      })
      .execute();
    await trx
      .insertInto("route_out")
      .values({
        compId: own,
        id: ids.routeOut,
        name: `${mark}外呼`,
        prefixes: "",
        minLength: 1,
        maxLength: 20,
        strip: 0,
        prepend: "",
        display: "default",
        displayNumbers: "",
        priority: 1,
      })
      .execute();
    await trx
      .insertInto("call_limit")
      .values({
        compId: own,
        id: ids.callLimit,
        name: `${mark}限制`,
        direction: "out",
        prefixes: "",
        kind: "bar",
        hours: "[]",
        perNumberPerDay: 0,
        minIntervalS: 0,
      })
      .execute();
    await trx
      .insertInto("call_notify_limit")
      .values({
        compId: own,
        id: ids.callNotifyLimit,
        name: `${mark}提醒`,
        direction: "in",
        calls: 1,
        withinHours: 1,
      })
      .execute();
    await trx
      .insertInto("black_list")
      .values({
        compId: own,
        id: ids.blackList,
        phone: "13900000001",
        isPrefix: 0,
        callType: 2,
        remark: mark,
        createdAt: new Date(clock.now()),
        createdBy: mark,
      })
      .execute();
    return ids;
  },
};
