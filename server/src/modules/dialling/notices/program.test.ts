/** E17, text: each number hears its own text, as the flow engine says it; keys become results. */
import { begun, givenTo, noTools, step, type FlowEffect, type FlowEvent, type FlowState } from "@liantai/api/flows";
import { noticeProgram, noticeResult, type NoticeTemplate } from "./program.ts";

const template: NoticeTemplate = {
  text: "${客户姓名}您好，${金额}元${月份}的费用请在${期限}前缴至${地址}",
  tts: "",
  repeats: 2,
  confirmKey: "1",
  replies: [
    { key: "2", text: "稍后再打", refuses: 0 },
    { key: "9", text: "不再接听", refuses: 1 },
  ],
  goodbye: "再见${客户姓名}",
};
const of = { flowId: "notice:t1", versionId: "notice:v" };

class Listener {
  state: FlowState;
  readonly program;
  readonly said: string[] = [];
  effects: readonly FlowEffect[] = [];
  constructor(changed: Partial<NoticeTemplate>, columns: Readonly<Record<string, string>>) {
    this.program = noticeProgram({ ...template, ...changed }, of);
    this.state = begun(this.program, 1);
    this.send({ type: "begin", vars: givenTo(this.program, columns) });
  }
  send(event: FlowEvent): this {
    const { state, effects } = step(this.program, this.state, event, noTools);
    this.state = state;
    this.effects = effects;
    for (const effect of effects)
      if (effect.do === "play") this.said.push(...effect.says.map((says) => (says.kind === "text" ? says.text : "")));
    return this;
  }
  heardOut(): this {
    const id = Object.entries(this.state.open).find(([, kind]) => kind === "play")![0];
    return this.send({ type: "playDone", id, reason: "finished" });
  }
  silent(): this {
    const id = Object.entries(this.state.open).find(([, kind]) => kind === "timer")![0];
    return this.send({ type: "timer", id });
  }
  key(digit: string): this {
    return this.send({ type: "digit", digit });
  }
  get came() {
    const { result, confirmed, again } = noticeResult;
    const { vars } = this.state;
    return [vars[result], String(vars[confirmed]), String(vars[again]), String(vars["refused"]), this.state.over];
  }
}

const columns = (at: number) => ({
  客户姓名: `客户${at}`,
  金额: String(at * 10),
  月份: `${(at % 12) + 1}月`,
  期限: `${(at % 28) + 1}日`,
  地址: `${at}号窗口`,
});

test("E17 a thousand numbers each hear their own text with five columns", () => {
  const heard = Array.from({ length: 1_000 }, (_, at) => new Listener({}, columns(at)).said[0]);
  heard.forEach((text, at) => {
    const { 客户姓名, 金额, 月份, 期限, 地址 } = columns(at);
    expect(text).toBe(`${客户姓名}您好，${金额}元${月份}的费用请在${期限}前缴至${地址}`);
  });
  expect(new Set(heard).size).toBe(1_000);
});

test("E17 the confirm key is the result, goodbye is said, and the call ends; a column that is not there says nothing", () => {
  const who = new Listener({}, { 客户姓名: "王女士", 旁的列: "无关" }).heardOut().key("1");
  expect(who.said).toEqual(["王女士您好，元的费用请在前缴至", "再见王女士"]);
  expect(who.heardOut().came).toEqual(["已确认", "true", "false", "false", true]);
  expect(who.effects).toContainEqual(expect.objectContaining({ do: "leave" }));
});

test("G132 a column called score is the sheet's: a notice listens to nobody", () => {
  expect(new Listener({ text: "您的积分是${score}" }, { score: "320" }).said).toEqual(["您的积分是320"]);
});

test("E17 no key: said as often as it is set, and may be dialled again; a reply key's text is the result; one refuses", () => {
  const silent = new Listener({ text: "请缴费", goodbye: "" }, {}).heardOut().silent();
  expect(silent.said).toEqual(["请缴费", "请缴费"]);
  expect(silent.state.over).toBe(false);
  expect(silent.heardOut().silent().came).toEqual(["未按键", "false", "true", "false", true]);
  const wrong = new Listener({ text: "请缴费", goodbye: "" }, {}).key("5").key("5");
  expect(wrong.came).toEqual(["未按键", "false", "true", "false", true]);
  // Before the text is over.
  expect(new Listener({ goodbye: "" }, {}).key("2").came).toEqual(["稍后再打", "false", "false", "false", true]);
  expect(new Listener({ goodbye: "" }, {}).key("9").came).toEqual(["不再接听", "false", "false", "true", true]);
  expect(new Listener({}, {}).send({ type: "hungUp" }).came).toEqual(["未听完", "false", "true", "false", true]);
});

test("E17 without keys it is said so often and ends as played; hung up in the middle it is not", () => {
  const told = { confirmKey: "", replies: [], goodbye: "", text: "停水通知", repeats: 3 };
  const who = new Listener(told, {});
  expect(who.said).toEqual(["停水通知", "停水通知", "停水通知"]);
  expect(who.heardOut().came).toEqual(["已播放", "false", "false", "false", true]);
  expect(new Listener(told, {}).send({ type: "hungUp" }).came).toEqual(["未听完", "false", "false", "false", true]);
});

test("E17 what a row carries is text: names of ours, expressions and prototypes in it do nothing", () => {
  const hostile = {
    ...{ 客户姓名: "${金额}<script>", 金额: "=1+1", [noticeResult.result]: "已确认", refused: "true" },
    ...{ __proto__: "x", constructor: "y" },
  };
  const who = new Listener({ text: "您好${客户姓名}${constructor}${toString}" }, hostile);
  expect(who.said[0]).toBe("您好${金额}<script>y");
  expect(who.came).toEqual(["未听完", "false", "true", "false", false]);
  // A reply with a column's name in it is no column.
  const reply = { replies: [{ key: "2", text: "${金额}", refuses: 0 }], text: "${金额}", goodbye: "" };
  expect(new Listener(reply, { 金额: "5" }).key("2").came[0]).toBe("$ {金额}");
});
