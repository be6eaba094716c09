import * as fc from "fast-check";
import { allEndpoints, allTabs } from "./all.ts";
import {
  callDataMax,
  ctiMaxLine,
  type ConferenceMember,
  type AgentCallView,
  CtiSyntaxError,
  decodeCti,
  decodeMultis,
  describeFailure,
  encodeCti,
  encodeMultis,
  errors,
  href,
  isStrongPassword,
  maskPhone,
  matchTab,
  parseClientMessage,
  passwordField,
  tabByName,
  texts,
} from "./index.ts";
import { callLineLimits, callLines, membersFrom, withKnownMembers, withMembers } from "./call-lines.ts";

describe("tabs", () => {
  test("a route that is not ready is unknown; the longest path wins", () => {
    expect(matchTab("/masstexting")).toBeUndefined();
    expect(tabByName("masstexting")).toBeUndefined();
    expect(matchTab("/callrecord/")?.tab.title).toBe("通话记录");
    expect(matchTab(href("/callrecord/detail", { callId: "x" }))).toMatchObject({
      tab: { title: "通话详情" },
      params: { callId: "x" },
    });
    expect(matchTab("/nosuch")).toBeUndefined();
  });

  test("a saved parameter survives its way through the address", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        expect(decodeMultis(encodeMultis(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
    );
    expect(decodeMultis("***")).toBeUndefined();
  });
});

describe("CTI codec", () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,10}$/);
  const line = fc.record({
    type: fc.constantFrom("event", "command", "response"),
    name: word,
    fields: fc.dictionary(word, fc.string({ unit: "grapheme", maxLength: 40 })),
  });

  test("what is encoded is decoded, separators and line breaks included", () => {
    fc.assert(
      fc.property(line, (value) => {
        const text = encodeCti(value);
        fc.pre(text.length <= ctiMaxLine);
        expect({ ...decodeCti(text), fields: { ...decodeCti(text).fields } }).toEqual(value);
      }),
    );
  });

  test("a malformed line is a syntax error, never anything else", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          decodeCti(text);
        } catch (error) {
          expect(error).toBeInstanceOf(CtiSyntaxError);
        }
      }),
    );
    for (const bad of [
      "",
      "command|login",
      "order|login|",
      "command|lo gin|",
      "command|login|=1",
      "command|login|a=%E0%A4%A",
      "command|login|a=1&a=2",
      `command|login|a=${"x".repeat(ctiMaxLine)}`,
    ])
      expect(() => decodeCti(bad)).toThrow(CtiSyntaxError);
  });

  /** Every text as long as the view lets it be, in characters that percent-encoding makes nine times as long. */
  const text = "汉".repeat(callLineLimits.name);
  const number = "1".repeat(callLineLimits.number);
  const most = Number.MAX_SAFE_INTEGER;
  const longest = (members: number): AgentCallView => ({
    callId: "c".repeat(64),
    direction: "inbound",
    phase: "conference",
    number,
    place: text,
    skillGroupName: text,
    skillGroupId: "g".repeat(40),
    accessNumber: number,
    vip: true,
    priorityMin: most,
    meetingName: text,
    waitedMs: most,
    ringingAt: most,
    answeredAt: most,
    held: false,
    consult: { number, up: false, mine: false },
    supervises: { agentId: "1".repeat(10), mode: "whisper" },
    recording: { state: "paused", auto: false, until: most },
    secure: { name: text, most: 32, count: 32, endsAt: most, mine: false },
    suspended: { name: text, since: most, step: "listening", turn: 10, turns: 10, count: 32, mine: false },
    device: { number, at: "phone", moving: false },
    tasktype: 3,
    taskid: "t".repeat(64),
    taskIdentity: text,
    members: Array.from({ length: members }, (_, i) => ({
      id: `p9999${i}`,
      number,
      name: text,
      role: "customer",
      owner: false,
      me: false,
      muted: false,
      since: most,
    })),
    agentLost: false,
    callData: { k: '"'.repeat(1_020) },
  });
  const eventsOf = (view: AgentCallView) => {
    const { json, more } = callLines(view);
    const { callId } = view;
    return [
      { type: "event", name: "call", fields: { json, now: String(most) } } as const,
      ...more.map((json, line) => {
        const fields = { callId, from: String(membersFrom(line)), json };
        return { type: "event", name: "callMembers", fields } as const;
      }),
    ];
  };

  test.each([8, 30])(
    "K58 the longest call with %i members fits into lines, and is whole again at the page",
    (members) => {
      const view = longest(members);
      expect(new TextEncoder().encode(JSON.stringify(view.callData)).length).toBeGreaterThan(callDataMax - 5);
      const lines = eventsOf(view).map(encodeCti);
      expect(lines).toHaveLength(members === 8 ? 1 : 4);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(ctiMaxLine);
      expect(lines[0]!.length).toBeGreaterThan(12_000);
      let page: AgentCallView | null = null;
      for (const { name, fields } of lines.map(decodeCti))
        page =
          name === "call"
            ? withKnownMembers(JSON.parse(fields["json"]!) as AgentCallView, page)
            : withMembers(page!, Number(fields["from"]), JSON.parse(fields["json"]!) as ConferenceMember[]);
      expect(page).toEqual(members === 8 ? view : { ...view, memberCount: members });
    },
  );

  test("K58 a call that is told anew keeps its further members until their own lines come, and none that have left", () => {
    const [view, fewer] = [longest(20), longest(12)];
    const first = (of: AgentCallView) => JSON.parse(callLines(of).json) as AgentCallView;
    expect(withKnownMembers(first(fewer), view).members).toHaveLength(12);
    expect(withKnownMembers(longest(8), view).members).toHaveLength(8);
    expect(withKnownMembers({ ...first(fewer), callId: "another" }, view).members).toHaveLength(8);
  });

  test("a field named like a property of every object is only a field", () => {
    expect(Object.keys(decodeCti("command|login|constructor=1").fields)).toEqual(["constructor"]);
  });
});

describe("error catalogue, console.md section 8", () => {
  const plain = { insideEnterprise: false, operatorToken: false };
  const http = (status: number, msg?: string) => ({
    kind: "http" as const,
    status,
    body: msg === undefined ? undefined : { code: status, msg, data: null },
    path: "/a/b",
  });

  test.each([
    [{ kind: "network" as const }, "网络中断，请检查网络是否正常！"],
    [{ kind: "timeout" as const }, "网络请求超时！"],
    [{ kind: "setup" as const }, "请求超时!"],
    [http(500, "内部"), "服务注册失败，请联系管理员！"],
    [http(503), "服务正在注册中，请稍后访问！"],
    [http(428, "验证码不正确"), "验证码不正确"],
    [http(404, "没有"), "404 没有"],
    [http(404), "404 /a/b"],
    [{ kind: "body" as const, body: { code: 201, msg: "已存在", data: "x" } }, "已存在"],
    [{ kind: "body" as const, body: { code: -403, msg: "失败：", data: "1001" } }, "失败：1001"],
    [{ kind: "body" as const, body: { code: -1024, msg: "失败：", data: { a: 1 } } }, '失败：{"a":1}'],
    [{ kind: "body" as const, body: { code: -408, msg: "失败", data: "x" } }, "失败"],
  ])("%j reads %s", (source, text) => expect(describeFailure(source, plain)).toMatchObject({ text, action: "none" }));

  test("401 and 426 end the session with the server's message", () => {
    for (const status of [401, 426])
      expect(describeFailure(http(status, "再见"), plain)).toMatchObject({ text: "再见", action: "relogin" });
  });

  test("a password that must be changed first leads to its page, other refusals do not", () => {
    const refused = (name: "passwordOverdue" | "forbidden") => ({
      kind: "http" as const,
      status: 403,
      body: { code: errors[name].code, msg: errors[name].text },
      path: "/x",
    });
    expect(describeFailure(refused("passwordOverdue"), plain)).toMatchObject({
      text: "密码已过期，请先修改密码",
      action: "changePassword",
    });
    expect(describeFailure(refused("forbidden"), plain)).toMatchObject({
      text: "403 您没有权限执行此操作",
      action: "none",
    });
  });

  test("inside an enterprise they leave it; an operator's token 401 goes back to the caller", () => {
    expect(describeFailure(http(426, "x"), { ...plain, insideEnterprise: true })).toMatchObject({
      text: texts.leavingEnterprise,
      action: "leaveEnterprise",
    });
    expect(describeFailure(http(401, "账号或密码错误"), { ...plain, operatorToken: true })).toMatchObject({
      text: "账号或密码错误",
      action: "none",
    });
  });

  test("refused fields come through", () => {
    const fields = [{ path: "phone", message: "请输入手机号" }];
    expect(
      describeFailure(
        { kind: "body", body: { code: errors.invalid.code, msg: "提交的内容有误", data: { fields } } },
        plain,
      ).fields,
    ).toEqual(fields);
  });
});

describe("contract", () => {
  test("names and method+path are unique, and every route says who may call", () => {
    expect(new Set(allEndpoints.map((e) => e.name)).size).toBe(allEndpoints.length);
    expect(new Set(allEndpoints.map((e) => `${e.method} ${e.path}`)).size).toBe(allEndpoints.length);
    for (const endpoint of allEndpoints)
      expect(endpoint.permission.kind).toMatch(/^(public|client|session|publishKey|roles)$/);
  });
});

describe("rights", () => {
  /** Change only what is the caller's own; what they ask of others' is the handler's (docs/permissions.md). */
  const own = [
    ...["reStore", "operatorHome", "querySecretKey", "extensionOwn", "myDay", "bindCustomStatus", "startCsr"],
    ...["assistanceAsk", "assistanceTakeBack", "updateTaskSeat", "agentTaskJoin", "assistPush", "assistStop"],
    ...["accessNumGetDefault", "accessNumGetDefaultGroup"],
    ...["subscribesUpdateReservation", "noticeRead", "reminderShown", "reminderDone"],
    ...["totpState", "totpBegin", "totpConfirm", "totpDisable"],
  ];

  test("whatever changes data or takes it away asks for a page, a button or an operator's key", () => {
    const bare = allEndpoints.filter(
      ({ name, permission, reads }) =>
        permission.kind === "roles" &&
        reads !== true &&
        !own.includes(name) &&
        !permission.page &&
        !permission.button &&
        !permission.operate &&
        !permission.account,
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  test("pages are those of the table of screens", () => {
    const known = new Set(allTabs.map(({ path }) => path));
    for (const { permission } of allEndpoints)
      if (permission.kind === "roles") for (const page of permission.page ?? []) expect([...known]).toContain(page);
  });
});

describe("validators", () => {
  test("password: eight characters of four kinds, no Chinese", async () => {
    const message = (value: string) =>
      passwordField()
        .validate(value)
        .then(
          () => "ok",
          (e: Error) => e.message,
        );
    expect(await message("Liantai#2026")).toBe("ok");
    expect(await message("liantai#2026")).toBe("密码长度至少8位，且由大小写字母、数字和符号组成");
    expect(await message("Lt#2026")).toBe("密码长度至少8位，且由大小写字母、数字和符号组成");
    expect(await message("Liantai#2026联")).toBe("请勿输入中文");
    expect(isStrongPassword("Liantai#2026")).toBe(true);
  });

  test("phone numbers keep three digits before and four behind", () => {
    expect(maskPhone("13812345678")).toBe("138****5678");
    expect(maskPhone("1001")).toBe("1001");
  });
});

describe("client messages", () => {
  test("ping, ack, and nothing else", () => {
    expect(parseClientMessage("ping")).toEqual({ type: "ping" });
    expect(parseClientMessage('{"type":"ack","seq":3}')).toEqual({ type: "ack", seq: 3 });
    for (const bad of ["", "{", "[]", "null", '{"type":"ack","seq":"3"}', '{"type":"other"}'])
      expect(parseClientMessage(bad)).toBeUndefined();
  });
});
