import { array, number, object, string } from "yup";
import { numberIn, valuesAt } from "../answers.ts";
import { variableName } from "../flow.ts";
import { defineNode } from "../node-type.ts";
import type { Run } from "../run.ts";
import { own, put } from "../values.ts";

/** Of the time that the flow gives its interfaces in all (开始 of its main canvas); infinite where it does not say. */
function leftMs({ program: { subs, main }, state: { interfaceMs = 0 } }: Run): number {
  const canvas = own(subs, main);
  const seconds = Number(own(canvas?.nodes ?? {}, canvas?.start ?? "")?.config["interfaceSeconds"]);
  return seconds > 0 ? seconds * 1_000 - interfaceMs : Infinity;
}

function spend({ state }: Run, ms: number): void {
  state.interfaceMs = (state.interfaceMs ?? 0) + ms;
}

/** Asks a system of the enterprise's. The same question after a kill has the same id, so that it is done once. */
export const interfaceCall = defineNode({
  type: "interface",
  name: "接口调用",
  group: "service",
  help: "调用外部接口，把返回内容存入变量；接口未开启“发送完整号码”时，客户的号码隐藏中间位，客户自己按的、说的照原样发送",
  config: object({
    interfaceId: string().label("接口").max(64).default(""),
    request: array()
      .label("请求参数")
      .of(
        object({
          name: string().label("参数名").required().max(60),
          value: string().label("值").max(1_000).default(""),
        }),
      )
      .max(50)
      .default([]),
    timeoutSeconds: number().label("超时（秒）").integer().min(1).max(10).default(5),
    music: string().label("等待音乐").max(64).default(""),
    reply: array()
      .label("返回结果")
      .of(
        object({
          path: string().label("返回路径").required("请填写返回路径").max(200),
          vName: string().label("变量").required("请选择变量").matches(variableName, "变量名只能用字母、数字和下划线"),
        }),
      )
      .max(50)
      .default([]),
    retries: number().label("重试次数").integer().min(0).max(2).default(0),
  }),
  exits: () => [
    { id: "ok", name: "成功" },
    { id: "failed", name: "失败", defaulted: true, fails: "interface" },
    { id: "timeout", name: "超时", defaulted: true, fails: "interface" },
  ],
  silent: true,
  silenceMs: ({ music, timeoutSeconds, retries }) => (music === "" ? timeoutSeconds * 1_000 * (retries + 1) : 0),
  references: ({ interfaceId, music }) => [
    { kind: "interface", id: interfaceId },
    ...(music === "" ? [] : [{ kind: "voice", id: music } as const]),
  ],
  texts: ({ request }) => request.map(({ value }) => value),
  sets: ({ reply }) => reply.map(({ vName }) => vName),
  setsAt: () => ["ok"],
  faults: ({ interfaceId }) => (interfaceId === "" ? [{ rule: "target", text: "请选择接口" }] : []),
  enter(run, _node, { interfaceId, request, timeoutSeconds, music, reply, retries }) {
    const left = leftMs(run);
    if (left <= 0) {
      run.note("ask", "流程的接口等待总时限已用完", { ok: false });
      return run.exit("timeout");
    }
    if (music !== "" && !run.state.hungUp) run.play([{ kind: "audio", voiceId: music }], { loop: true });
    const values: Record<string, string> = {};
    let masked: Record<string, string> | undefined;
    for (const { name, value } of request) {
      const text = run.text(value);
      put(values, name, text);
      const shown = run.maskedText(value) ?? text;
      if (shown !== text) put((masked ??= {}), name, shown);
    }
    const paths: Record<string, string> = {};
    for (const { path, vName } of reply) put(paths, vName, path);
    const timeoutMs = Math.min(timeoutSeconds * 1_000, left);
    const asked = { what: "interface", interfaceId, request: values, reply: paths, timeoutMs, retries } as const;
    const told = masked ? { ...asked, masked } : asked;
    run.ask(timeoutMs * (retries + 1) > left ? { ...told, totalMs: left } : told);
  },
  on(run, node, { reply }, event) {
    if (event.type === "askFailed") {
      spend(run, event.ms ?? 0);
      if (event.text !== undefined) run.note("ask", event.text, { ok: false });
      return run.exit("failed");
    }
    if (event.type !== "answered") return;
    const { answer } = event;
    spend(run, numberIn(answer["ms"]));
    const ok = answer["ok"] === true;
    run.note("ask", undefined, { ok, status: numberIn(answer["status"]) });
    if (!ok) return run.exit(answer["class"] === "timeout" ? "timeout" : "failed");
    const names = reply.map(({ vName }) => vName);
    const values = valuesAt(answer, "values", names);
    // What the reply has not is empty: a value of an earlier call would be somebody else's.
    for (const name of names) run.give(name, own(values, name) ?? "", node.sensitive);
    run.exit("ok");
  },
});
