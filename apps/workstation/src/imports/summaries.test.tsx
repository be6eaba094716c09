import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { bus } from "@liantai/bus";
import { UiProvider } from "@liantai/ui";
import type { ServerMessage } from "@liantai/api/contract";
import { handleMessage } from "../messages/table.ts";
import { Summaries } from "./summaries.tsx";

const told = (part: object) =>
  act(() =>
    handleMessage(
      {
        ...{ seq: 1, type: "fileImportExcel", code: 1, desc: "表单数据导入完成", ftype: "form", taskIdentity: "j1" },
        ...{ succeed: 99_000, failing: 1_000, repetition: 300, blackList: 200, count: 100_000, ...part },
      } as ServerMessage,
      { bus, agentId: () => null, signOut: () => undefined },
    ),
  );
const shown = () =>
  render(
    <UiProvider>
      <Summaries />
    </UiProvider>,
  );
const dialog = () => screen.queryByRole("dialog", { name: /^导入结果/ });

test("F80 code 1 is summed up by success, failure, duplicate, blacklist and total, one import after the other", async () => {
  shown();
  told({});
  told({ taskIdentity: "j2", succeed: 1, failing: 0, repetition: 0, blackList: 0, count: 1 });
  expect(await screen.findByRole("dialog", { name: "导入结果：表单数据" })).toHaveTextContent(
    /成功99000 行失败1000 行重复300 行黑名单200 行总数100000 行/,
  );
  fireEvent.click(screen.getByRole("button", { name: "确定" }));
  await waitFor(() => expect(dialog()).toHaveTextContent("成功1 行失败0 行"));
  fireEvent.click(screen.getByRole("button", { name: "确定" }));
  await waitFor(() => expect(dialog()).toBeNull());
});

test("F80 no dialog for an IVR task, for one that goes on, or where the import's own is open; any other code shows desc", async () => {
  const notices: unknown[] = [];
  const going: unknown[] = [];
  const ends = [
    bus.subscribe("notification.show", ({ text, level }) => notices.push([level, text])),
    bus.subscribe("import.progress", (payload) => going.push(payload)),
  ];
  shown();
  told({ ftype: "4" });
  told({ code: 2, desc: "表单数据正在导入，已处理500行" });
  told({ code: 0, desc: "表单数据导入失败：账号已停用" });
  act(() => bus.publish("import.watched", { kinds: ["taskPhone"], on: true }));
  told({ ftype: "3", taskIdentity: "回访", desc: undefined });
  act(() => bus.publish("import.watched", { kinds: ["taskPhone"], on: false }));
  act(() => bus.publish("import.watched", { kinds: ["form", "formCheck"], on: true }));
  told({ taskIdentity: "j2" });
  act(() => bus.publish("import.watched", { kinds: ["form", "formCheck"], on: false }));
  expect(notices).toEqual([
    ["info", "表单数据正在导入，已处理500行"],
    ["error", "表单数据导入失败：账号已停用"],
  ]);
  expect(going).toEqual([{ kind: "form", text: "表单数据正在导入，已处理500行" }]);
  told({ taskIdentity: "j3", succeed: 7 });
  // The first dialog there is that of the last: none came before.
  expect(await screen.findByRole("dialog", { name: "导入结果：表单数据" })).toHaveTextContent("成功7 行");
  fireEvent.click(screen.getByRole("button", { name: "确定" }));
  await waitFor(() => expect(dialog()).toBeNull());
  for (const end of ends) end();
});

test("B7 numbers of a task are summed up by its message, without a desc, and a code other than 1 says its desc as an error", async () => {
  const notices: unknown[] = [];
  const end = bus.subscribe("notification.show", ({ text, level }) => notices.push([level, text]));
  shown();
  told({
    ftype: "3",
    taskIdentity: "回访",
    desc: undefined,
    succeed: 8,
    failing: 1,
    repetition: 1,
    blackList: 0,
    count: 10,
  });
  expect(await screen.findByRole("dialog", { name: "导入结果：外呼号码" })).toHaveTextContent(
    /成功8 行失败1 行重复1 行黑名单0 行总数10 行/,
  );
  told({ code: 0, ftype: "3", taskIdentity: "回访", desc: "外呼号码导入失败：文件中没有数据" });
  expect(notices).toEqual([["error", "外呼号码导入失败：文件中没有数据"]]);
  end();
});
