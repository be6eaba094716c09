import { valueText } from "./values.ts";
import { fieldLabel } from "./labels.ts";

const names = new Map([["0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11", "一线客服"]]);
const read = (object: string, field: string, value: unknown) =>
  `${fieldLabel(object, field)}：${valueText(object, field, value, false, names)}`;

test("codes, flags, times and structures read as people say them, whoever stored them how", () => {
  expect([
    read("skillGroup", "strategy", "level"),
    read("skillGroup", "overflowFullKind", "hangup"),
    read("blackList", "callType", 2),
    read("routeNode", "codecs", '["PCMA","PCMU"]'),
    read("routeNode", "checkedAt", "2026-11-20T18:59:00.207Z"),
    read("timeRule", "weekly", [{ days: [1, 2], ranges: [{ to: "12:00", from: "09:00" }] }]),
    read("enterprise", "moduleIm", 0),
    read("operatorUnit", "parentId", "u1"),
    read("contacterConf", "type", "checkbox"),
    read("contacterConf", "importRequire", 1),
    read("contacterConf", "items", '[{"label_name":"茶","label_value":"1"}]'),
  ]).toEqual([
    "分配策略：级别优先",
    "队列满时转至：直接挂断",
    "限制方向：呼入和呼出",
    "编码：PCMA、PCMU",
    "检测时间：2026-11-21 02:59:00",
    "工作日：日期 周一、周二，时段 09:00-12:00",
    expect.stringMatching(/：否$/),
    "上级单位：u1",
    "类型：多选",
    "导入必填：是",
    "选项：选项名称 茶，选项值 1",
  ]);
});

test("numbers inside structures are masked as well", () => {
  expect(valueText("blackList", "items", [{ phone: "13812345678" }], true, names)).not.toContain("13812345678");
});

test("C10 the call or the meeting of an act is named by its number: it is no row that could have been removed", () => {
  const id = "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0c01";
  expect([read("seat", "callId", id), read("meetingRoom", "meetingId", id)]).toEqual([
    `通话：${id}`,
    `会议编号：${id}`,
  ]);
  expect(read("seat", "groupId", id)).toContain("（已删除）");
});
