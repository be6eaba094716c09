/** What the closed grammar is for: phrases of other voices than those it knows, through a telephone line, and nothing else. */
import { openSpeech, type OwnSpeech } from "../../../../testing/speech/stages.ts";
import { lineFrames, listenTo, quiet } from "../../../../testing/speech/line.ts";
import type { SpeechFailed } from "../../../../ports/speech.ts";
import { mostPhrases, templateVoices } from "./index.ts";

const texts = (all: string): readonly string[] => all.split(" ");
const phrases = texts(
  "查询话费余额 我要办理宽带 转人工客服 投诉建议 修改密码 查询订单 我要退货 取消预约 重新听一遍 返回上一级 " +
    "开具发票 缴费充值 网络故障报修 套餐变更 积分兑换 营业时间 确认 不需要 挂失补卡 预约上门安装",
).map((text, n) => ({ id: String(n), text }));
const strangers = texts(
  "今天天气很好 我想吃苹果 请问火车站怎么走 一二三四五 他昨天去了北京 你叫什么名字 打开窗户 音乐真好听",
);
/** None of the templates'. */
const voice = "cmn+m7";

let own: OwnSpeech;
beforeAll(async () => {
  own = await openSpeech();
  await own.speech.prepare({ phrases });
}, 180_000);
afterAll(() => own?.close());

const heardAs = async (text: string): Promise<{ readonly id: string | undefined; readonly text: string }> => {
  const heard = await listenTo(own.speech, { phrases });
  heard.push(quiet(300), lineFrames(await own.say(text, voice)), quiet(1_000));
  await heard.over;
  const { id, text: understood } = heard.final();
  return { id, text: understood };
};

test("Y9 of twenty phrases in a voice that is none of the templates' at least nineteen are right", async () => {
  expect(templateVoices).not.toContain(voice);
  const wrong: string[] = [];
  for (const { id, text } of phrases) if ((await heardAs(text)).id !== id) wrong.push(text);
  expect(wrong.length).toBeLessThanOrEqual(1);
});

test("Y9 what is none of the phrases is none: other sentences, a tone, noise", async () => {
  const taken: string[] = [];
  for (const text of strangers) if ((await heardAs(text)).text !== "") taken.push(text);
  expect(taken).toEqual([]);
  let seed = 1;
  const noise = Int16Array.from({ length: 12_000 }, () => (seed = (seed * 16_807) % 2_147_483_647) % 6_000);
  const tone = Int16Array.from({ length: 12_000 }, (_, n) => 9_000 * Math.sin((2 * Math.PI * 440 * n) / 8_000));
  for (const sound of [noise, tone]) {
    const heard = await listenTo(own.speech, { phrases, noInputMs: 4_000 });
    heard.push(quiet(300), lineFrames(sound), quiet(5_000));
    await heard.over;
    expect(heard.events.filter((event) => event.type === "final" && event.text !== "")).toEqual([]);
  }
});

test("Y9 it wants phrases, and not too many, and says so", async () => {
  const refused = (given: readonly { id: string; text: string }[]) =>
    own.speech
      .listen({ phrases: given }, () => undefined)
      .then(
        () => "",
        (error: unknown) => (error as SpeechFailed).reason,
      );
  expect(await refused([])).toContain("没有可识别的短语");
  const nothing = ["", "  ", "长".repeat(61)].map((text) => ({ id: text, text }));
  expect(await refused(nothing)).toContain("没有可识别的短语");
  const many = Array.from({ length: mostPhrases + 1 }, (_, n) => ({ id: String(n), text: `第${n}条` }));
  expect(await refused(many)).toContain(`最多支持${mostPhrases}条短语`);
});
