/** A flow as the server answers it, and an administrator who may do all with it. */
import { flowApi, flowTestApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { page, signIn, type FakeServer } from "@liantai/ui/testing";
import { bodyWith, node, small } from "./design.ts";

export const at = "2026-03-01 09:00:00";
export const row = {
  ...{ id: "f1", name: "总机流程", flowType: 1, remark: "", enabled: 1, version: 1, versionId: "v1", changed: 0 },
  ...{ revision: 3, createTime: at, updateTime: at, updatedBy: "张建国", publishTime: at },
};
export const body = bodyWith({ 主流程: small, 核身: [node("s2", "start", { nodeName: "入口" })] });
export const loaded = { ...row, flow: JSON.stringify(body), tts: "" };

export const version = (n: number) => ({
  ...{ versionId: `v${n}`, version: n, note: `第${n}次`, reason: "", restores: 0, publishTime: at },
  ...{ publishedBy: "张建国", percent: n === 2 ? 100 : 0, testsRun: 3, testsFailed: 0 },
});

export function flowServer(buttons = ["edit", "publish"]): FakeServer {
  const server = signIn({}, { page: "/processconfig", buttons: buttons.map((verb) => `flow.${verb}`) });
  server.on(flowApi.list.path, page([{ ...row, nodeCount: 4, testCount: 1, shared: 0, usedBy: [] }]));
  server.on(flowApi.find.path, () => loaded);
  let revision = row.revision;
  server.on(flowApi.save.path, () => ({ revision: ++revision }));
  server.on(flowVersionApi.validate.path, () => ({ findings: [] }));
  server.on(flowVersionApi.versions.path, () => [version(2), version(1)]);
  server.on(flowTestApi.list.path, () => []);
  return server;
}
