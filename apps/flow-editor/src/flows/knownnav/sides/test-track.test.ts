import { visits } from "./test-track.ts";

const step = (action: string, nodeName: string, content = "") => ({
  ...{ action, nodeId: nodeName, nodeName, content },
  at: 0,
});

test("a test's way is a line a visit of a node, with what was said and pressed in it", () => {
  const menu = (key: string) => [
    step("node", "主菜单"),
    step("play", "主菜单", "请按键"),
    step("keys", "主菜单", key),
    step("branch", "主菜单"),
  ];
  const track = [
    ...[step("entered", "开始"), step("node", "开始"), step("branch", "开始"), ...menu("9"), ...menu("1")],
    ...[step("node", "再见"), step("left", "再见", "hangup")],
  ];
  expect(visits(track).map(({ text }) => text)).toEqual([
    "开始",
    "主菜单：请按键；客户按了9",
    "主菜单：请按键；客户按了1",
    "再见：流程挂机",
  ]);
  expect(visits([])).toEqual([]);
});
