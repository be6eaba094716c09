/** 引擎管理 and 引擎分配, as an operator uses them. */
import { openTabOf, operator, page, signIn } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { enginesPanes } from "./panes.ts";

const espeak = {
  id: "espeak",
  name: "内置合成",
  kind: "tts",
  provider: "espeak",
  builtIn: true,
  address: "",
  allowsPrivate: 0,
  hasKey: false,
  voices: [{ name: "cmn+f2", label: "普通话女声1" }],
  concurrency: 0,
  timeoutMs: 10_000,
  enabled: 1,
  remark: "",
  enterprises: 0,
};
const grammar = { ...espeak, id: "grammar", name: "自带识别", kind: "asr", provider: "grammar", voices: [] };
const http = {
  ...espeak,
  id: "h",
  name: "云合成",
  provider: "http",
  builtIn: false,
  address: "https://tts.example.com/",
  hasKey: true,
  voices: [{ name: "zhiyan", label: "zhiyan" }],
};

async function open(path: string) {
  // Compiling an area takes longer than a test waits for a word.
  await enginesPanes[path]?.();
  return openTabOf(Root, path);
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest("tr")!);

test("Y9 Y11 the list says what the built-in recogniser is; built-in engines have no 删除", async () => {
  const server = signIn(operator);
  server.on("/pbx/api/v1/engine/list", page([espeak, grammar, http]));
  await open("/enginemanage");
  expect((await rowOf("自带识别")).getByText(/不能识别真人讲话/)).toBeInTheDocument();
  expect((await rowOf("自带识别")).queryByRole("button", { name: "删除" })).toBeNull();
  expect((await rowOf("云合成")).getByRole("button", { name: "删除" })).toBeInTheDocument();
});

test("an engine is added; what is wrong with its address is said at the field", async () => {
  const user = userEvent.setup();
  const server = signIn(operator);
  server.on("/pbx/api/v1/engine/list", page([espeak]));
  server.on("/pbx/api/v1/engine/add", () => ({ id: "n" }));
  await open("/enginemanage");
  await user.click(await screen.findByRole("button", { name: "新增" }));
  const form = within(screen.getByRole("dialog", { name: "新增语音引擎" }));
  await user.type(form.getByLabelText(/引擎名称/), "机房识别");
  await user.selectOptions(form.getByLabelText(/类型/), "funasr");
  await user.type(form.getByLabelText(/引擎地址/), "http://10.0.0.8:10095");
  await user.click(form.getByRole("button", { name: "保存" }));
  expect(await form.findByText("引擎地址应以ws://或wss://开头")).toBeVisible();
  await user.clear(form.getByLabelText(/引擎地址/));
  await user.type(form.getByLabelText(/引擎地址/), "ws://10.0.0.8:10095");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.asked.find(({ path }) => path.endsWith("/engine/add"))!.body).toMatchObject({
    name: "机房识别",
    provider: "funasr",
    address: "ws://10.0.0.8:10095",
    concurrency: 0,
    enabled: 1,
  });
});

test("Y10 测试 plays what was said, or says what was recognised and how long it took", async () => {
  const user = userEvent.setup();
  URL.createObjectURL = () => "blob:sound";
  URL.revokeObjectURL = () => undefined;
  const server = signIn(operator);
  server.on("/pbx/api/v1/engine/list", page([http, grammar]));
  const answers = [
    { ok: true, ms: 320, text: "您好，语音合成测试。", wav: btoa("RIFF"), reason: "" },
    { ok: true, ms: 45, text: "查询话费余额", wav: null, reason: "" },
    { ok: false, ms: 10, text: "", wav: null, reason: "引擎拒绝连接" },
  ];
  server.on("/pbx/api/v1/engine/test", () => answers.shift()!);
  await open("/enginemanage");
  await user.click((await rowOf("云合成")).getByRole("button", { name: "测试" }));
  const spoken = within(await screen.findByRole("dialog", { name: "测试 云合成" }));
  expect(await spoken.findByLabelText("合成的语音")).toHaveAttribute("src", "blob:sound");
  expect(spoken.getByText(/320 毫秒/)).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click((await rowOf("自带识别")).getByRole("button", { name: "测试" }));
  const heard = within(await screen.findByRole("dialog", { name: "测试 自带识别" }));
  expect(await heard.findByText("识别结果：查询话费余额")).toBeVisible();
  await user.click(heard.getByRole("button", { name: "再测一次" }));
  expect(await heard.findByText("引擎拒绝连接")).toBeVisible();
});

test("Y13 an enterprise gets its engines in order, with a voice", async () => {
  const user = userEvent.setup();
  const server = signIn(operator);
  server.on("/pbx/api/v1/engine/list", page([espeak, http]));
  server.on("/pbx/api/v1/engine/allotList", page([{ compId: "100001", compName: "联台", tts: [], asr: [] }]));
  server.on("/pbx/api/v1/engine/allot", () => ({ count: 2 }));
  await open("/allocationEngine");
  const row = await rowOf("联台");
  expect(row.getAllByText("内置引擎")).toHaveLength(2);
  await user.click(row.getByRole("button", { name: "分配合成" }));
  const form = within(screen.getByRole("dialog", { name: "联台 的语音合成引擎" }));
  await user.click(form.getByRole("button", { name: "添加引擎" }));
  await user.selectOptions(form.getByRole("combobox", { name: /^引擎 1/ }), "espeak");
  await user.click(form.getByRole("button", { name: "添加引擎" }));
  await user.selectOptions(form.getByRole("combobox", { name: /^引擎 2/ }), "h");
  await user.selectOptions(form.getAllByLabelText(/默认发音人/)[1]!, "zhiyan");
  await user.click(form.getByRole("button", { name: "上移引擎 2" }));
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.asked.find(({ path }) => path.endsWith("/engine/allot"))!.body).toMatchObject({
    compId: "100001",
    kind: "tts",
    engines: [
      { engineId: "h", voice: "zhiyan", speed: 100, volume: 100, pitch: 50 },
      { engineId: "espeak", voice: "" },
    ],
  });
});
