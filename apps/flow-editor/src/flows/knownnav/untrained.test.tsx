/** G48: that the intents of a version that was published are not trained is said where the flow is open. */
import { onNotice } from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { openTabOf } from "@liantai/ui/testing";
import { act, screen } from "@testing-library/react";
import { Root } from "../../root.tsx";
import { flowServer, loaded } from "./testing/flows.ts";

test("G48 a training that failed is said of the flow that is open, and of no other", async () => {
  flowServer();
  const shown: string[] = [];
  const end = onNotice(({ title, text = "" }) => void shown.push(`${title} ${text}`));
  shown.length = 0;
  await openTabOf(Root, "/knownnav", "?id=f1");
  await screen.findByRole("group", { name: /主菜单/ });
  const told = (flowId: string, status: 3 | 4) => {
    const text = status === 4 ? "识别引擎未连接" : "";
    act(() => bus.publish("flow.updated", { flowId, versionId: "v2", revision: 4, status, by: "周敏", text }));
  };
  told("f2", 4);
  told("f1", 3);
  told("f1", 4);
  expect(shown).toEqual([`“${loaded.name}”的意图没有训练成功 识别引擎未连接`]);
  end();
});
