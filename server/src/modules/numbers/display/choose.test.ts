import { chooseDisplayed, type DisplayCandidate, type DisplayQuestion } from "./choose.ts";

const now = 1_800_000_000_000;
const shenzhen = { province: "广东省", city: "深圳市" };
const guangzhou = { province: "广东省", city: "广州市" };
const shanghai = { province: "上海市", city: "上海市" };
const none = { province: "", city: "" };
const number = (number: string, place: { province: string; city: string }, more: Partial<DisplayCandidate> = {}) => ({
  number,
  ...place,
  calls: 0,
  lastAt: undefined,
  paused: false,
  ...more,
});
const choose = (candidates: readonly DisplayCandidate[], more: Partial<DisplayQuestion> = {}) =>
  chooseDisplayed({ usual: "4001", callee: shenzhen, candidates, dailyCap: 0, restS: 0, now, ...more });
const all = [number("4001", none), number("075511111111", shenzhen), number("02022222222", guangzhou)];

test("K40 the same city, then the same province, then the usual number", () => {
  expect(choose(all)).toEqual({ number: "075511111111", text: "外显号码075511111111：与被叫同城（深圳市）" });
  expect(choose(all, { callee: { province: "广东省", city: "佛山市" } })).toEqual({
    number: "02022222222",
    text: "外显号码02022222222：与被叫同省（广东省）",
  });
  for (const callee of [shanghai, none])
    expect(choose(all, { callee })).toEqual({
      number: "4001",
      text: "外显号码4001：默认外显号码，没有与被叫同地区的可用号码",
    });
  // Places that share an area code.
  const shared = number("02881111111", { province: "四川省", city: "成都市、眉山市、资阳市" });
  expect(choose([...all, shared], { callee: { province: "四川省", city: "眉山市" } }).number).toBe("02881111111");
});

test("K40 of several the least used today, then the longest unused", () => {
  const three = [
    number("075500000001", shenzhen, { calls: 5, lastAt: now - 9_000 }),
    number("075500000002", shenzhen, { calls: 2, lastAt: now - 1_000 }),
    number("075500000003", shenzhen, { calls: 2, lastAt: now - 5_000 }),
  ];
  expect(choose(three).number).toBe("075500000003");
});

test("K40 what has had its calls, rests or is paused is left out, and the words say which and why", () => {
  const barred = [
    number("075500000001", shenzhen, { calls: 200 }),
    number("075500000002", shenzhen, { lastAt: now - 59_000 }),
    number("075500000003", shenzhen, { paused: true }),
  ];
  const limits = { dailyCap: 200, restS: 60 };
  expect(choose([...barred, ...all.slice(2), all[0]!], limits)).toEqual({
    number: "02022222222",
    text: "外显号码02022222222：与被叫同省（广东省）；未选：075500000001今日已达200次、075500000002休息中、075500000003已暂停外显",
  });
  expect(choose([barred[1]!], { restS: 59 }).number).toBe("075500000002");
  // The usual one is not free either: another one, and where none is, the usual one.
  const usual = number("4001", none, { paused: true });
  expect(choose([usual, number("4002", none)]).text).toBe("外显号码4002：默认外显号码不可用；未选：4001已暂停外显");
  expect(choose([usual])).toEqual({
    number: "4001",
    text: "外显号码4001：没有可用的外显号码，仍用默认号码；未选：4001已暂停外显",
  });
});
