/** B16: the flow of an IVR task leads who wants a person to the skill group that the task names. Real engine and dialler, virtual time. */
import { compile } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { diallers, makeTask } from "../testing/dial-floor.ts";
import { noFlows, type FlowPort } from "./telephony/flows.ts";
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";

const flow = body([
  node("开始", "start", { to: { next: "转" } }),
  node("转", "skillGroup", { config: { kind: "taskGroup" }, to: { absent: "没人", timeout: "没人", full: "没人" } }),
  node("没人", "hangup", { says: ["稍后再联系您"] }),
]);
const program = compile({ flowId: "f1", versionId: "v1", flowType: 1, body: flow, voice: null });

let s: Stage;
const said: string[] = [];
const flows: FlowPort = {
  ...noFlows,
  resolve: async () => program,
  byVersion: async () => program,
  speak: (_compId, text) => {
    said.push(text);
    return s.ports.speech.speak(text);
  },
};
const stage = stagesOf((made) => (s = made), { diallers, flows });
beforeEach(async () => {
  said.length = 0;
  await stage();
});

async function answers(transferGroupId: string): Promise<string> {
  const phone = "13800000001";
  const user = await s.called(phone);
  await makeTask(s, { ftype: 4, flowId: "f1", phones: [phone], retries: [], transferGroupId });
  await s.advance(1_000);
  const [leg] = s.sw.at(user);
  s.sw.pickUp(leg!);
  await s.settle();
  await s.advance(100);
  return leg!;
}

test("B16 a node that leaves the group to the task leads to the one that the task names", async () => {
  const { id } = await s.ports.database.system((trx) =>
    trx.selectFrom("skill_group").select("id").where("compId", "=", s.compId).executeTakeFirstOrThrow(),
  );
  s.sw.autoAnswers = false;
  const page = await s.ready("1001");
  await answers(id);
  expect(page.callView()).toMatchObject({ phase: "ringing", number: "13800000001" });
});

test("B16 of a task that names none nobody is there, and the flow goes on by that exit", async () => {
  const page = await s.ready("1001");
  await answers("");
  expect(page.callView()).toBeUndefined();
  expect(said).toContain("稍后再联系您");
});
