/** Recordings of meetings for those who lead the room, over HTTP. */
import { cdrApi } from "@liantai/api/contract";
import { fileApi } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { CallFact } from "../event-log/index.ts";
import { agent, eventLog, foreign, openCalls, own as compId, ports, recording, request } from "./testing/calls.ts";

openCalls();

const callId = "six";

beforeAll(async () => {
  const key = "recordings/100001/2026/03/02/six.wav";
  const sound = recording();
  await ports.blobs.put(key, sound);
  const facts: CallFact[] = [
    { type: "created", direction: "internal", caller: "8001", callee: "8001" },
    { type: "ended" },
    { type: "recordingStored", key, durationMs: 2_000, bytes: sound.length },
  ];
  for (const fact of facts)
    void eventLog.append({
      ...{ stream: "contact", kind: "call", compId, id: callId, at: ports.clock.now(), actor: "engine", fact },
      ...(fact.type === "ended" ? { reason: "completed" } : {}),
    });
  await eventLog.flush();
  const member = { compId, roomId: "r1", kind: "seat", name: "" };
  await ports.database.system(async (trx) => {
    await trx
      .insertInto("meeting_room")
      .values({ compId, id: "r1", name: "晨会", code: "8001", ownerId: "1001", createdAt: new Date(0) })
      .execute();
    await trx
      .insertInto("meeting_member")
      .values([
        { ...member, id: "m1", value: "1003", host: 1 },
        { ...member, id: "m2", value: "1002" },
      ])
      .execute();
    const held = { compId, meetingId: callId, roomId: "r1", name: "晨会", openedBy: "1001", members: "[]" };
    await trx
      .insertInto("meeting")
      .values({ ...held, startAt: new Date(0) })
      .execute();
  });
});

const answer = async (who: Caller, path: string) => {
  const reply = await request(who, "GET", path, { callId });
  const type = String(reply.headers["content-type"]);
  return type.startsWith("audio/") ? "sound" : reply.json<{ code: number }>().code;
};
const asked = async (who: Caller) => [
  await answer(who, cdrApi.playRecording.path),
  await answer(who, cdrApi.recordingPeaks.path),
];

test("K87 a meeting is heard by who owns or hosts its room without having been there; nobody else of the seats", async () => {
  for (const agentId of ["1001", "1003"]) expect(await asked(agent(agentId))).toEqual(["sound", 1]);
  expect(await asked(agent("1002"))).toEqual([404, 404]);
  expect(await asked(agent("1001", { compId: foreign }))).toEqual([404, 404]);
  // To keep it is another right.
  expect(await answer(agent("1001"), fileApi.record.path)).not.toBe("sound");
});
