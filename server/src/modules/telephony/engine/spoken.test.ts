import { sentences } from "../call/limits.ts";
import { partsOf, spoken } from "./spoken.ts";

test("K38 a number that is said digit by digit is put together; everything else is one sentence", async () => {
  expect(partsOf(sentences.callbackNumber("13800138000"))).toEqual([
    "您的回呼号码是",
    ..."13800138000",
    "确认请按1，使用其他号码请按2。",
  ]);
  for (const text of [sentences.position(12), sentences.wait(200_000), sentences.survey])
    expect(partsOf(text)).toEqual([text]);
  const said = new Set<string>();
  const speech = { speak: async (text: string) => (said.add(text), `/${text}.wav`) };
  for (const number of ["13800138000", "13900139012"]) await spoken(speech, sentences.callbackNumber(number));
  expect(said.size).toBe(2 + new Set("1380013800013900139012").size);
});
