/** Seats without a soft phone on the wire: a telephone registered at the switch (终端类型 SIP话机) and a line outside (外线). */
import { directNumber, password } from "./harness/agent-page.ts";
import { apiSignIn, endedCalls, firstPassword, type ApiSession } from "./harness/api.ts";
import { startServer, type RunningServer } from "./harness/server.ts";
import { hears, is, openToolbox, type Tool, type Toolbox } from "./harness/tools.ts";

let server: RunningServer;
let tools: Toolbox;
let admin: ApiSession;

const outside = "13900139000";

/** A seat of the demonstration's group with an extension of its own. */
async function addSeat(agentId: string, terminal: object): Promise<void> {
  await admin.post("/pbx/api/v1/extension/add", { from: agentId, to: agentId });
  const { password: first } = await admin.post<{ password: string }>("/pbx/api/v1/agent/add", {
    agentId,
    name: `坐席${agentId}`,
    roleType: 2,
    extension: agentId,
    ...terminal,
  });
  await firstPassword(server.url, { account: agentId, roleType: 2, code: "100001", password: first }, password);
  const { list } = await admin.post<{ list: { id: string }[] }>("/pbx/api/v1/skillGroup/list", {
    pageNo: 1,
    pageSize: 1,
  });
  await admin.post("/pbx/api/v1/skillGroup/memberAdd", { skillGroupId: list[0]!.id, agentIds: [agentId] });
}

async function signedIn(agentId: string, terminalType: string): Promise<Tool> {
  const link = tools.open("cti", { url: server.url, account: agentId });
  const seat = `agentId=${agentId}&extension=${agentId}&compId=100001&terminalType=${terminalType}`;
  link.say(`command|login|seq=1&ticket=TICKET&instance=t${agentId}&${seat}`);
  await link.until((line) => line.startsWith("event|agentState|code=2"));
  return link;
}

async function ready(link: Tool): Promise<void> {
  link.say("command|setState|seq=2&state=1");
  await link.until((line) => line.startsWith("event|agentState|code=1&"));
}

const customer = (number: string, tone: string): Tool =>
  tools.open("phone", { url: server.url, customer: number, tone, ears: "500,1100" });

/** From now on: a telephone says twice a second what it is in. */
const next = (tool: Tool, holds: (line: string) => boolean) => tool.until(holds, 20_000, tool.lines.length);

beforeAll(async () => {
  server = await startServer();
  tools = openToolbox(password);
  admin = await apiSignIn(server.url, "admin", 1);
});
afterAll(async () => {
  await tools?.close();
  await server?.stop();
});

test("a telephone with the extension's own password rings, talks and is heard", async () => {
  await addSeat("2001", { terminalType: 1 });
  const { password: own } = await admin.post<{ password: string }>("/pbx/api/v1/extension/renew", {
    extension: "2001",
  });
  const link = await signedIn("2001", "1");
  const telephone = tools.open(
    "phone",
    { url: server.url, user: "1000012001", tone: "500", ears: "500,1100" },
    { LIANTAI_SIP_PASSWORD: own },
  );
  await telephone.until(is("idle"));
  await ready(link);
  const caller = customer("13800138001", "1100");
  await caller.until(is("idle"));
  caller.say(`call ${directNumber}`);
  await telephone.until(is("ringing"));
  telephone.say("answer");
  await Promise.all([telephone.until(hears(1_100)), caller.until(hears(500))]);
  await link.until((line) => line.startsWith("event|agentState|code=8"));
  const codes = link.lines.flatMap((line) => /^event\|agentState\|code=(\d+)/.exec(line)?.[1] ?? []);
  expect(codes.slice(-3)).toEqual(["7", "5", "8"]);
  telephone.say("hangup");
  await link.until((line) => line.startsWith("event|agentState|code=4"));
  // The next test has the only seat that is signed in.
  await link.end();
  expect((await endedCalls(admin, 1))[0]).toMatchObject({ agentId: "2001", cause: "completed" });
});

test("a line outside is dialled for the seat, and put through when 1 was pressed", async () => {
  await addSeat("2002", { terminalType: 0, phone: outside, phoneConfirm: 1 });
  const link = await signedIn("2002", "0");
  // Who has called in can be called: the embedded switch has no trunk, a number outside is a customer's telephone.
  const line = customer(outside, "500");
  await line.until(is("idle"));
  line.say(`call ${directNumber}`);
  await next(line, is("talking"));
  line.say("hangup");
  await next(line, is("idle"));
  const caller = customer("13800138002", "1100");
  await caller.until(is("idle"));
  await ready(link);
  caller.say(`call ${directNumber}`);
  await next(line, is("ringing"));
  line.say("answer");
  await next(line, is("talking"));
  let through = false;
  const talking = next(link, (text) => text.startsWith("event|agentState|code=8")).then(() => (through = true));
  // A person presses when the sentence is heard, and again when nothing comes of it; the telephone tells of itself twice a second.
  while (!through) {
    line.say("dtmf 1");
    await Promise.race([talking, next(line, is("talking")).then(() => next(line, is("talking")))]);
  }
  await Promise.all([next(line, hears(1_100)), caller.until(hears(500))]);
  link.say("command|getAgentState|seq=4");
  await link.until((text) => /^response\|getAgentState\|.*registered=1/.test(text));
  caller.say("hangup");
  await next(line, is("idle"));
});
