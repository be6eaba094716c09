/** The whole of web chats, over the doors that pages have: HTTP, and the chat socket. */
import type { AddressInfo } from "node:net";
import type { BodyOf, Envelope, ReplyOf } from "@liantai/api/contract";
import {
  chatAgentApi,
  chatSessionApi,
  chatSocketPath,
  chatVisitorApi,
  type ChatClientFrame,
  type ChatMessage,
  type ChatServerFrame,
  type ChatStage,
} from "@liantai/api/contract/im";
import { WebSocket } from "ws";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { demoChatSite } from "../system/index.ts";

let office: Office;
let base = "";
const sockets: WebSocket[] = [];
beforeAll(async () => {
  office = await openOffice();
  await office.app.listen();
  base = `127.0.0.1:${(office.app.fastify.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await office?.close();
});

/** A page's socket: what came over it, and the next frame of a kind. */
interface Page {
  send(frame: ChatClientFrame): void;
  /** The first one that it says yes to, come or to come; each is given once. */
  next<T extends ChatServerFrame>(is: (frame: ChatServerFrame) => frame is T): Promise<T>;
}

async function connect(ticket: string): Promise<Page> {
  const socket = new WebSocket(`ws://${base}${chatSocketPath}?token=${ticket}`, { origin: `http://${base}` });
  sockets.push(socket);
  const came: ChatServerFrame[] = [];
  let look: (() => void)[] = [];
  socket.on("message", (data) => {
    came.push(JSON.parse(String(data)) as ChatServerFrame);
    const waiting = look;
    look = [];
    for (const again of waiting) again();
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return {
    send: (frame) => socket.send(JSON.stringify(frame)),
    async next(is) {
      for (;;) {
        const at = came.findIndex(is);
        if (at >= 0) return came.splice(at, 1)[0] as never;
        await new Promise<void>((resolve) => look.push(resolve));
      }
    },
  };
}

const said =
  (text: string) =>
  (frame: ChatServerFrame): frame is Extract<ChatServerFrame, { cmd: 11 }> =>
    frame.cmd === 11 && frame.data.content.includes(text);
const joined = (frame: ChatServerFrame): frame is Extract<ChatServerFrame, { cmd: 9 }> => frame.cmd === 9;
const left = (frame: ChatServerFrame): frame is Extract<ChatServerFrame, { cmd: 10 }> => frame.cmd === 10;

async function open(
  body: Partial<BodyOf<typeof chatVisitorApi.open>> = {},
): Promise<ReplyOf<typeof chatVisitorApi.open>> {
  const reply = await office.app.fastify.inject({
    method: "POST",
    url: chatVisitorApi.open.path,
    payload: { webKey: demoChatSite.webKey, ...body },
  });
  const { code, data, msg } = reply.json<Envelope<ReplyOf<typeof chatVisitorApi.open>>>();
  if (code !== 1) throw new Error(`${reply.statusCode} ${msg}`);
  return data;
}

test("a visitor of the demonstration's site talks with its flow, then with an agent, who ends it", async () => {
  const { agent, administrator } = office;
  const { ticket } = await agent.call(chatAgentApi.ticket, { body: {} });
  const desk = await connect(ticket);
  await agent.call(chatAgentApi.setState, { body: { status: "online" } });

  const begun = await open();
  expect(begun).toMatchObject({ title: "联台在线客服", status: "flow", more: 0 });
  const greeted = begun.messages as readonly ChatMessage[];
  expect(greeted.map(({ content }) => content)).toEqual(["您好，欢迎联系联台。中文请按1，英文请按2。"]);
  // The buttons that it may be answered with.
  expect(greeted[0]!.extras.keys).toEqual([
    { key: "1", name: "中文" },
    { key: "2", name: "英文" },
    { key: "*", name: "重听" },
  ]);
  const page = await connect(begun.ticket);
  const { sessionId } = begun;
  page.send({ cmd: 11, data: { sessionId, guid: "g1", content: "1" } });
  await page.next(said("正在为您转接，请稍候。"));
  const stage = await page.next(
    (f): f is Extract<ChatServerFrame, { cmd: 9 }> =>
      joined(f) && "status" in f.data && (f.data as ChatStage).status === "talking",
  );
  expect(stage.data).toMatchObject({ sessionId, agent: expect.any(String) });
  const friend = await desk.next(joined);
  expect(friend.data).toMatchObject({ sessionId, userId: begun.userId, fromData: { webName: "官网在线咨询" } });
  expect(await agent.call(chatAgentApi.state, {})).toMatchObject({ status: "online", talking: 1, waiting: 0 });

  desk.send({ cmd: 11, data: { sessionId, guid: "g2", content: "您好，请问有什么可以帮您？" } });
  await page.next(said("请问有什么可以帮您"));
  page.send({ cmd: 11, data: { sessionId, guid: "g3", content: "想问一下发票" } });
  await desk.next(said("想问一下发票"));

  await agent.call(chatSessionApi.close, { body: { sessionId } });
  expect((await page.next(left)).data).toMatchObject({ sessionId, status: "closed", reason: "agent" });
  const asked = { body: { pageNo: 1, pageSize: 20 } };
  const { list } = await administrator.call(chatSessionApi.list, asked);
  expect(list).toMatchObject([
    {
      id: sessionId,
      webName: "官网在线咨询",
      flowName: "演示导航",
      skillGroupName: "客服一组",
      status: "closed",
      reason: "agent",
    },
  ]);
  const { messages, track } = await administrator.call(chatSessionApi.messages, { body: { sessionId } });
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at + 1));
  expect(track.map(({ nodeName }) => nodeName)).toContain("转人工");
});

test("J76 an administrator ends a conversation that nobody has, which is logged; a seat does not", async () => {
  const { agent, administrator } = office;
  const { sessionId } = await open();
  const body = { sessionId };
  expect(await refused(agent.call(chatSessionApi.close, { body }))).toMatchObject({ msg: "会话不存在或已结束" });
  await administrator.call(chatSessionApi.close, { body });
  const { list } = await administrator.call(chatSessionApi.list, { body: { pageNo: 1, pageSize: 20 } });
  expect(list.find(({ id }) => id === sessionId)).toMatchObject({ status: "closed", reason: "agent" });
  expect(
    await office.ports.database.system((trx) =>
      trx.selectFrom("operation_log").select(["action", "object"]).where("objectId", "=", sessionId).execute(),
    ),
  ).toEqual([{ action: "endChat", object: "chatSession" }]);
  expect(await refused(administrator.call(chatSessionApi.close, { body }))).toMatchObject({
    msg: "会话不存在或已结束",
  });
});
