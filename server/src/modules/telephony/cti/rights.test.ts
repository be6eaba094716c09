/** Every command of the registry by every role, at an agent of the own group, of another group, of another enterprise (C10, K22, E8). */
import { logWords } from "@liantai/api/contract/all";
import type { Office } from "../../../testing/office.ts";
import {
  callers,
  callId,
  compId,
  ctiOffice,
  inTalks,
  overAgents,
  targets,
  type CtiOffice,
} from "../testing/cti-callers.ts";
import { commandNames } from "./commands/index.ts";
import { forwardCommands } from "./forwarding.ts";

const over = [
  ...["monitor", "insert", "switch", "pickup"],
  ...["forceHangup", "assistRecord", "forceReady", "forceBusy", "forceExit"],
];
/** Over another seat like those; over the own one who has one. */
const forwards = {
  setTransferNumber: { mode: "always", number: "13900001111" },
  cancelTransferNumber: {},
} as const;
/** About the own seat; of who has none these three alone are answered. */
const seatless = ["logout", "getAgentState", "hangup"];
const ofSeats = [
  ...["setState", "makeCall", "hold", "unhold", "dtmf", "finishWrapUp", "extendWrapUp", "recover", "takeMedia"],
  ...[
    "consult",
    "consultCancel",
    "tranfer",
    "transfer",
    "meeting",
    "recordControl",
    "secureEntry",
    "moveDevice",
    "suspendTransfer",
  ],
  ...["meetingInvite", "meetingMute", "meetingRemove", "meetingEnd", "setCallData", "getCallData"],
  ...["acceptMessage", "declineMessage", "deviceCheck"],
];

let office: Office;
let ask: CtiOffice["ask"];
let open: CtiOffice["open"];
ctiOffice((cti) => ({ office, ask, open } = cti));

test("every command of the registry stands in this table, and the table has no other", () => {
  expect(Object.keys(forwards)).toEqual([...forwardCommands]);
  expect([...over, ...seatless, ...ofSeats].sort()).toEqual([...commandNames].sort());
});

test("E8 the operation log has words for whatever may be done to an agent", () => {
  const acts = [...over, "whisper", ...Object.keys(forwards)];
  expect(acts.filter((act) => logWords.actions[act] === undefined)).toEqual([]);
});

test.each(Object.keys(overAgents))("K22 C10 what %s may do to agents, named by number and by call", async (name) => {
  for (const command of over) {
    const byNumber = await Promise.all(targets.map((agentId) => ask(name, command, { agentId })));
    expect([command, byNumber]).toEqual([command, overAgents[name]]);
    const byCall = await Promise.all(targets.map((agentId) => ask(name, command, { callId: "c" }, agentId)));
    expect([command, byCall]).toEqual([command, overAgents[name]]);
  }
});

test.each(Object.keys(overAgents))(
  "C10 what %s may do to agents, named by number and by call: the call must be his, whoever else's it is",
  async (name) => {
    const both = { ...Object.fromEntries(over.map((command) => [command, {}])), ...forwards };
    for (const [command, fields] of Object.entries(both)) {
      const said = (of: (agentId: string) => string) =>
        Promise.all(targets.map((agentId) => ask(name, command, { ...fields, agentId, callId: "c" }, of(agentId))));
      expect([command, await said((agentId) => agentId)]).toEqual([command, overAgents[name]]);
      const foreign = overAgents[name]!.map((code) => (code === 1 ? -404 : code));
      expect([command, await said(() => "1002x")]).toEqual([command, foreign]);
    }
  },
);

test.each(Object.keys(overAgents))("K59 to whom %s may give a talk of an own seat with switch", async (name) => {
  const own = overAgents[name]!.findIndex((code) => code === 1);
  const from = targets[own] ?? "1001";
  const said = await Promise.all(targets.map((target) => ask(name, "switch", { agentId: from, target })));
  expect(said).toEqual(overAgents[name]);
});

test.each(Object.keys(overAgents))(
  "K39 whose transfer number %s may set, named by number and by call; and the own",
  async (name) => {
    for (const [command, fields] of Object.entries(forwards)) {
      const byNumber = await Promise.all(targets.map((agentId) => ask(name, command, { ...fields, agentId })));
      expect([command, byNumber]).toEqual([command, overAgents[name]]);
      const byCall = await Promise.all(
        targets.map((agentId) => ask(name, command, { ...fields, callId: "c" }, agentId)),
      );
      expect([command, byCall]).toEqual([command, overAgents[name]]);
      const { agentId, compId: own } = callers[name]!;
      const seat = agentId !== null && own === compId;
      expect([command, await ask(name, command, fields)]).toEqual([command, seat ? 1 : agentId === null ? -400 : -301]);
    }
  },
);

test("K39 what is set is in the seat and in the log, with who did it; loops, the own extension and our numbers are refused", async () => {
  const seat = () =>
    office.ports.database.system((trx) =>
      trx
        .selectFrom("seat")
        .select(["forwardModes", "forwardTo"])
        .where("compId", "=", compId)
        .where("agentId", "=", "1003")
        .executeTakeFirst(),
    );
  const set = (name: string, agentId: string, number: string, mode = "noAnswer,busy") =>
    ask(name, "setTransferNumber", { agentId, mode, number });
  expect(await set("agent", "1003", "13900001111")).toBe(1);
  expect(await seat()).toEqual({ forwardModes: "busy,noAnswer", forwardTo: "13900001111" });
  expect(await set("agent", "1003", "1003")).toBe(-403);
  expect(await set("agent", "1003", "4001")).toBe(-403);
  expect(await set("agent", "1003", "12345")).toBe(-403);
  for (const mode of ["", "sometimes", "always,busy", "busy,busy"])
    expect(await set("agent", "1003", "13900001111", mode)).toBe(-400);
  expect(await set("agent", "1003", "abc")).toBe(-400);
  // Without a number the one that is set stays: a monitor may see it masked.
  const when = (agentId: string) => ask("monitor", "setTransferNumber", { agentId, mode: "offline" });
  expect(await when("1001")).toBe(-403);
  expect(await when("1003")).toBe(1);
  expect(await seat()).toEqual({ forwardModes: "offline", forwardTo: "13900001111" });
  expect(await set("agent", "1003", "13900001111")).toBe(1);
  expect(await set("administrator", "1001", "1003", "always")).toBe(1);
  expect(await set("agent", "1003", "1001")).toBe(-403);
  expect(await seat()).toEqual({ forwardModes: "busy,noAnswer", forwardTo: "13900001111" });
  expect(await ask("monitor", "cancelTransferNumber", { agentId: "1003" })).toBe(1);
  expect(await seat()).toEqual({ forwardModes: "", forwardTo: "" });
  const lines = await office.ports.database.system((trx) =>
    trx.selectFrom("operation_log").selectAll().where("compId", "=", compId).where("objectId", "=", "1003").execute(),
  );
  expect(lines.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["setTransferNumber", "cancelTransferNumber"]),
  );
  expect(JSON.stringify(lines)).toContain("13900001111");
});

test.each(Object.keys(callers))("C10 what %s may do with the own seat", async (name) => {
  const { agentId } = callers[name]!;
  for (const command of ofSeats)
    expect([command, await ask(name, command, {})]).toEqual([command, agentId === null ? -403 : 1]);
  for (const command of seatless) expect([command, await ask(name, command, {})]).toEqual([command, 1]);
});

/** Of tasks that run, with a seat of the own group, with one of another group, of another enterprise (realtime.md 6). */
const overTasks: Readonly<Record<string, readonly [number, number, number]>> = {
  agent: [-403, -403, -403],
  monitor: [1, -404, -404],
  "monitor without the permission": [-403, -403, -403],
  administrator: [1, 1, -404],
  "administrator of the telephony": [1, 1, -404],
  "administrator without the permission": [-403, -403, -403],
  "operator inside": [1, 1, -404],
  "monitor of the other enterprise": [-404, -404, -404],
  "administrator of the other enterprise": [-404, -404, 1],
};
/** A stop is final: each begins with tasks that were never started. */
const anew = () =>
  office.ports.database.system((trx) => trx.updateTable("task").set({ state: "notStarted" }).execute());
test.each(Object.keys(overTasks))("C14 which tasks %s starts and stops", async (name) => {
  await anew();
  for (const command of ["taskStart", "taskStop"]) {
    const said = [];
    for (const agentId of targets) said.push(await ask(name, command, { taskId: `task-${agentId}` }));
    expect([command, said]).toEqual([command, overTasks[name]]);
  }
});

/** Of the same tasks, one after the other: whose seat is allotted joins and leaves, whoever has no seat does neither. */
const ofOwn: Readonly<Record<string, readonly [number, number, number]>> = {
  ...Object.fromEntries(Object.keys(callers).map((name) => [name, [-403, -403, -403] as const])),
  agent: [1, -403, -403],
  monitor: [1, -403, -403],
  "monitor without the permission": [1, -403, -403],
};
test.each(Object.keys(callers))("C14 which tasks %s joins and leaves", async (name) => {
  await anew();
  for (const agentId of targets) await ask("administrator", "taskStart", { taskId: `task-${agentId}` });
  for (const command of ["taskJoin", "taskExit"]) {
    const said = [];
    for (const agentId of targets) said.push(await ask(name, command, { taskId: `task-${agentId}` }));
    expect([command, said]).toEqual([command, ofOwn[name]]);
  }
});

/** Whose states each of them is told, of all that he asks for: M10 and C11, by hand after the demonstration's groups. */
test.each(Object.keys(overAgents))("C11 whose states %s is told live, and may have taken away again", async (name) => {
  const shown: number[] = [];
  for (const agentIds of targets) shown.push(await ask(name, "showAgentIds", { agentIds }));
  expect(shown).toEqual(overAgents[name]);
  const on = open(name);
  const all = (await on("showAgentIds", { agentIds: "*" }))["agentIds"]?.split(",") ?? [];
  const own = targets.filter((_, at) => overAgents[name]![at] === 1);
  expect(targets.filter((agentId) => all.includes(agentId))).toEqual(own);
  // Others' are not to be had by asking for them along with the own.
  const both = await on("showAgentIds", { agentIds: targets.join() });
  expect(targets.filter((agentId) => both["agentIds"]?.split(",").includes(agentId))).toEqual(own);
  // To take away what is not shown is no fault, and shows nothing.
  for (const agentId of targets) {
    const left = await on("hideAgentIds", { agentIds: agentId });
    expect([agentId, left["code"], left["agentIds"]?.split(",").includes(agentId)]).toEqual([agentId, "1", false]);
  }
  expect(await on("hideAgentIds", { agentIds: "*" })).toMatchObject({ code: "1", agentIds: "", count: "0" });
  for (const agentIds of ["", "1001;1002", "一", "1001,", "12345678901"])
    expect([
      agentIds,
      await ask(name, "showAgentIds", { agentIds }),
      await ask(name, "hideAgentIds", { agentIds }),
    ]).toEqual([agentIds, -400, -400]);
});

test("E8 each granted action is one line of the operation log with who did it, to whom; a refusal is none", async () => {
  const lines = () =>
    office.ports.database.system((trx) =>
      trx
        .selectFrom("operation_log")
        .selectAll()
        .where("compId", "=", compId)
        .where("object", "=", "seat")
        .execute()
        .then((rows) => rows.filter(({ action }) => over.includes(action))),
    );
  const tried = new Set((await lines()).map(({ id }) => id));
  for (const command of over) await ask("operator inside", command, { agentId: "1001" });
  for (const command of over) await ask("agent", command, { agentId: "1001" });
  const all = await lines();
  expect(all.filter((line) => JSON.stringify(line).includes("1003"))).toEqual([]);
  const written = all.filter((line) => JSON.stringify(line).includes("inspector") && !tried.has(line.id));
  expect(written.map(({ action }) => action).sort()).toEqual([...over].sort());
  expect(new Set(written.map(({ objectId }) => objectId))).toEqual(new Set(["1001"]));
  const named = written.filter((line) => JSON.stringify(line).includes(callId)).map(({ action }) => action);
  expect(named.sort()).toEqual([...inTalks].sort());
});
