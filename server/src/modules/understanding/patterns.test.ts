import { compilePattern, mostSteps } from "./patterns.ts";

const find = (source: string, sentence: string) => compilePattern(source).pattern!.find(sentence);

test("I1 a pattern finds the first match with its groups, over narrowed signs, where they stand", () => {
  expect(find("(?P<n>\\d{4})号(房)?", "我住１２０６号")).toEqual({
    start: 2,
    end: 7,
    groups: [
      { name: "n", text: "1206" },
      { name: "", text: null },
    ],
  });
  expect(find("退(?:货|款)", "我要查余额")).toBeUndefined();
  expect(find("\\p{Han}{2}", "ab退货")).toMatchObject({ start: 2, end: 4 });
});

test.each([
  ["(?=a)b", "正则表达式有误：不支持前瞻或后顾（(?=、(?!、(?<=、(?<!）"],
  ["(?!a)b", "正则表达式有误：不支持前瞻或后顾（(?=、(?!、(?<=、(?<!）"],
  ["(?<!x)y", "正则表达式有误：不支持前瞻或后顾（(?=、(?!、(?<=、(?<!）"],
  ["(?<=x)y", "正则表达式有误：不支持前瞻或后顾（(?=、(?!、(?<=、(?<!）"],
  ["(a)\\1", "正则表达式有误：不支持反向引用（\\1）"],
  ["(?<n>a)\\k<n>", "正则表达式有误：不支持反向引用（\\k）"],
  ["(?>a)", "正则表达式有误：不支持的写法：(?>"],
  ["退(货", "正则表达式有误：左括号没有对应的右括号"],
  ["退货)", "正则表达式有误：右括号没有对应的左括号"],
  ["[退货", "正则表达式有误：“[”没有对应的“]”"],
  ["[z-a]", "正则表达式有误：字符范围不正确：z-a"],
  ["a++", "正则表达式有误：重复符号不能连写：++"],
  ["*a", "正则表达式有误：*前面缺少要重复的内容"],
  ["a{1001}", "正则表达式有误：重复次数不正确或超过1000次：{1001}"],
  ["(a{100}){100}", "正则表达式有误：重复次数不正确或超过1000次：{100}"],
  ["\\", "正则表达式有误：最后的“\\”后面缺少字符"],
  ["\\h", "正则表达式有误：不认识的转义：\\h"],
  ["(?<n>a)(?<n>b)", "正则表达式有误：分组名称不正确或重复：n"],
  ["", "请输入正则表达式"],
  ["x".repeat(501), "正则表达式最多500个字符"],
])("I1 the pattern %s is refused in words", (source, fault) => {
  expect(compilePattern(source)).toEqual({ fault });
});

test("I2 a short text that stands for a long program is refused, so size times sentence bounds every match", () => {
  expect(compilePattern("\\p{L}{1000}".repeat(45))).toEqual({ fault: "正则表达式有误：重复次数太多，展开后太长" });
  expect(compilePattern(`${"(".repeat(240)}a${")".repeat(240)}`).pattern!.size).toBeLessThanOrEqual(500);
  expect(compilePattern("(?:a{0,30}){0,30}").fault).toBe("正则表达式有误：重复次数太多，展开后太长");
  // The slowest that is let in, on the longest sentence, stays within what one question may take.
  expect(500 * 1_000).toBeLessThanOrEqual(mostSteps);
});

test("I2 patterns that hang a backtracking matcher answer; of a megabyte the first thousand characters are looked at", () => {
  const long = "a".repeat(1_000_000);
  for (const source of ["(a+)+$", "(a|a)*b", "(a*)*b", "(?:a?){20}a{20}b", "(.*)(.*)(.*)x"])
    expect(find(source, `${long}!`)).toEqual(source === "(a+)+$" ? expect.objectContaining({ end: 1_000 }) : undefined);
  expect(find("尾", `${"头".repeat(1_000)}尾`)).toBeUndefined();
});

test("I1 a pattern is compiled once", () => {
  expect(compilePattern("退货|退款").pattern).toBe(compilePattern("退货|退款").pattern);
});
