import { createLogger, redact, redactText } from "./logging.ts";

test("secrets go by the name of their field, at any depth", () => {
  expect(
    redact({
      password: "a",
      oldPassword: "b",
      access_token: "c",
      refreshToken: "d",
      authorization: "Bearer e",
      cookie: "f",
      sipSecret: "g",
      ticket: "h",
      deep: [{ apiToken: { of: "i" } }],
      passwordHash: "j",
    }),
  ).toEqual({
    password: "[redacted]",
    oldPassword: "[redacted]",
    access_token: "[redacted]",
    refreshToken: "[redacted]",
    authorization: "[redacted]",
    cookie: "[redacted]",
    sipSecret: "[redacted]",
    ticket: "[redacted]",
    deep: [{ apiToken: "[redacted]" }],
    passwordHash: "[redacted]",
  });
});

test("phone numbers are masked by field and in any text; other numbers stay", () => {
  expect(
    redact({
      phone: "02188886666",
      caller: "13800138000",
      callee: "4001",
      text: "来自13800138000的呼叫",
      at: 1_772_413_200_000,
      id: "1772413200000",
      numbers: ["x 13912345678"],
    }),
  ).toEqual({
    phone: "021****6666",
    caller: "138****8000",
    callee: "4001",
    text: "来自138****8000的呼叫",
    at: 1_772_413_200_000,
    id: "1772413200000",
    numbers: ["x 139****5678"],
  });
});

test("numbers people gave and SIP users go, by field, in SIP addresses and in query parameters", () => {
  expect(
    redact({
      number: "4001",
      deep: { number: 4001, user: "1000011001", sipUser: "g123", aor: { user: "x" } },
      userId: "u1",
      userName: "10000121001",
    }),
  ).toEqual({
    number: "[redacted]",
    deep: { number: "[redacted]", user: "[redacted]", sipUser: "[redacted]", aor: "[redacted]" },
    userId: "u1",
    userName: "10000121001",
  });
  expect(
    redactText("INVITE sip:4001@liantai from <sip:g123456789012345678@liantai;transport=ws>, user g123456789012345678"),
  ).toBe("INVITE sip:[redacted]@liantai from <sip:[redacted]@liantai;transport=ws>, user [redacted]");
  expect(redactText("/x?name=1000011001&phone=8888&callerPhone=1&number=4001&user=a&pageNo=1")).toBe(
    "/x?name=[redacted]&phone=[redacted]&callerPhone=[redacted]&number=[redacted]&user=[redacted]&pageNo=1",
  );
  expect(redactText("来自02188886666和0755-26001234")).toBe("来自021****6666和075****1234");
  const id = "019cac0f-2680-7103-bc03-012345678901";
  expect(redactText(`call ${id}, 0.123456789 s, at 1772413200000`)).toBe(`call ${id}, 0.123456789 s, at 1772413200000`);
});

test("addresses lose token, ticket and code", () => {
  expect(redactText("GET /ws?token=abc&resume=1&ticket=x#y")).toBe(
    "GET /ws?token=[redacted]&resume=1&ticket=[redacted]#y",
  );
  expect(redactText("/auth/code?randomStr=abc&access_token=def")).toBe(
    "/auth/code?randomStr=[redacted]&access_token=[redacted]",
  );
});

test("an error keeps its code, cause and stack; cycles and odd values do no harm", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  expect(() =>
    JSON.stringify(
      redact({ cycle, big: 1n, run: () => 1, bytes: new Uint8Array(3), at: new Date(0), sign: Symbol("x") }),
    ),
  ).not.toThrow();
  const error = Object.assign(new Error("dial 13800138000", { cause: new Error("socket") }), { code: "ECONNRESET" });
  expect(redact(error)).toMatchObject({
    type: "Error",
    message: "dial 138****8000",
    code: "ECONNRESET",
    cause: { message: "socket" },
  });
});

test("one JSON object a line, from its level up, with what its parents bound", () => {
  const lines: string[] = [];
  const logger = createLogger("info", (line) => lines.push(line)).child({ reqId: "r1" });
  logger.debug({ a: 1 }, "not shown");
  logger.info({ a: 1, token: "x" }, "第一\n行");
  logger.error({ error: new Error("late") });
  expect(lines).toHaveLength(2);
  expect(lines.every((line) => line.endsWith("\n") && !line.slice(0, -1).includes("\n"))).toBe(true);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: "info",
    reqId: "r1",
    msg: "第一\n行",
    a: 1,
    token: "[redacted]",
  });
  expect(JSON.parse(lines[1]!)).toMatchObject({ level: "error", error: { message: "late" } });
});

test("W55 the address of a customer's link leaves no token in the log, wherever it stands", () => {
  const token = "a-Z_9".repeat(9);
  expect(redactText(`/c/${token}`)).toBe("/c/[redacted]");
  expect(redactText(`https://kf.example/c/${token}?x=1`)).toBe("https://kf.example/c/[redacted]?x=1");
  expect(redactText("/c/page.js")).toBe("/c/page.js");
});

test.each([
  ["13800138000", "138****8000"],
  ["010-1234567", "010****4567"],
  ["g123456789012345678", "[redacted]"],
  ["sip:a@b", "sip:[redacted]@b"],
  ["&user=a", "&user=[redacted]"],
  ["?token=a", "?token=[redacted]"],
  ["/c/abcdefghij0123456789", "/c/[redacted]"],
  ["/cdr/api/v1/master", "/cdr/api/v1/master"],
])("%s is looked at where there is nothing else in the text", (text, shown) => {
  expect(redactText(text)).toBe(shown);
  expect(redact({ url: text })).toEqual({ url: shown });
});

test("names beyond those that are remembered are looked at as well", () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field${n}Token`, "secret"]));
  expect(new Set(Object.values(redact(many) as object))).toEqual(new Set(["[redacted]"]));
  expect(redact({ anotherPassword: "a", phone: "13800138000" })).toEqual({
    anotherPassword: "[redacted]",
    phone: "138****8000",
  });
});
