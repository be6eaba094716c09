import { array, object, string } from "yup";
import { defineNode, next } from "../node-type.ts";

/** One message a call: a loop that comes here again goes on without another, also when the first failed, which may have gone out. */
export const sendSms = defineNode({
  type: "sendSms",
  name: "发送短信",
  group: "service",
  help: "给客户发一条短信，每通电话最多一条；模板是“接口配置”里推送“流程短信”的接口",
  config: object({
    templateId: string().label("短信模板").max(64).default(""),
    number: string().label("手机号码").trim().max(60).default("${customerNumber}"),
    /** The template's own variables; a value may have ${variable}. */
    values: array()
      .label("模板变量")
      .of(
        object({
          name: string().label("模板变量").required().max(60),
          value: string().label("值").max(290).default(""),
        }),
      )
      .max(20)
      .default([]),
  }),
  exits: () => [next, { id: "failed", name: "发送失败", defaulted: true, fails: "interface" }],
  silent: true,
  once: true,
  references: ({ templateId }) => [{ kind: "smsTemplate", id: templateId }],
  texts: ({ number, values }) => [number, ...values.map(({ value }) => value)],
  faults: ({ templateId }) => (templateId === "" ? [{ rule: "target", text: "请选择短信模板" }] : []),
  enter(run, _node, { templateId, number, values }) {
    if (run.counts.visits > 1) return run.exit("next", { sent: "before" });
    const filled = Object.fromEntries(values.map(({ name, value }) => [name, run.shownText(value)]));
    run.ask({ what: "sms", templateId, to: run.text(number), values: filled });
  },
  on(run, _node, _config, event) {
    if (event.type !== "answered" && event.type !== "askFailed") return;
    const ok = event.type === "answered" && event.answer["ok"] === true;
    run.note("sms", undefined, { ok });
    run.exit(ok ? "next" : "failed");
  },
});
