import { store, tokensReceived } from "@liantai/api/client";
import { telephonyApi } from "@liantai/api/contract";
import { signIn, type FakeServer } from "@liantai/ui/testing";
import { agentHttp } from "./http.ts";

const whole = { domain: "desk", port: 8080, path: "/cti/ws", serverId: "main" };
const user = { compId: "100001", agentId: "1001", userName: "1000011001", terminalType: 1 } as never;
const key = {
  ...{ user: "1000011001", password: "p", realm: "liantai", extension: "8001", expiresIn: 300 },
  ...{ deviceCheck: "off", iceServers: [] },
};

let server: FakeServer;
beforeEach(() => {
  server = signIn({ roleType: 2, agentId: "1001" }, { page: "/callrecord", buttons: [] });
  store.dispatch(tokensReceived({ access: "a", refresh: "r", expiresAt: Date.now() + 86_400_000 }));
});

test.each([
  ["服务器IP为空", { ...whole, domain: "" }],
  ["端口为空", { ...whole, port: 0 }],
])("L7 an address without one of its halves is a failure that says which: %s", async (why, answer) => {
  server.on(telephonyApi.getCti.path, () => answer);
  server.on(telephonyApi.getReg.path, () => answer);
  server.on(telephonyApi.querySecretKey.path, () => key);
  expect(await agentHttp.ctiAddress()).toEqual({ failure: `获取CTI服务器失败：${why}` });
  expect(await agentHttp.phoneConfig(user, "tab")).toEqual({ failure: `获取注册服务器失败：${why}` });
});

test("L7 a whole one is where the socket is", async () => {
  server.on(telephonyApi.getCti.path, () => whole);
  expect(await agentHttp.ctiAddress()).toEqual({ got: "ws://desk:8080/cti/ws" });
});
