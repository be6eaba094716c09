import { callDataFits } from "@liantai/api/contract";
import { dataOf, headersOf } from "./header-data.ts";

const list = "X-Order-Id, x-crm-*";

test("N7 headers that the node's list names, or whose beginning it names, are data under their names without X-, in small letters", () => {
  const headers = { "X-Order-ID": "17", "X-CRM-Level": "金卡", "X-Other": "no", "X-Order-Id-2": "no" };
  expect(dataOf(headers, list)).toEqual({ "order-id": "17", "crm-level": "金卡" });
  expect(dataOf(headers, "")).toEqual({});
  expect(dataOf(headers, "X-*")).toMatchObject({ other: "no" });
});

test("N7 texts are one line of what can be read, 500 characters at most; 2 KB in all, our own fields never", () => {
  expect(dataOf({ "X-Order-Id": " a\r\nX-Forged: 1\u0000\u202eb " }, list)).toEqual({ "order-id": "a X-Forged: 1 b" });
  expect(dataOf({ "X-Order-Id": "长".repeat(600) }, list)["order-id"]).toHaveLength(500);
  expect(dataOf({ "X-Order-Id": " \t " }, list)).toEqual({});
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`X-Crm-${i}`, "x".repeat(400)]));
  const data = dataOf({ ...many, "X-Crm-Last": "short" }, list);
  expect([callDataFits(data), data["crm-0"]?.length, data["crm-last"]]).toEqual([true, 400, "short"]);
  expect(Object.keys(data)).toHaveLength(5);
  expect(dataOf({ "X-Liantai-Call": "forged", "X-__proto__": "x" }, "X-*")).toEqual({});
});

test("N7 outwards a key is a header again, its text ASCII; what cannot be a name, and the token of a secure entry, stay here", () => {
  expect(headersOf({ "order-id": "17", vip: "金卡 100%", 备注: "不带", "a b": "no", "Liantai-Call": "no" })).toEqual({
    "X-order-id": "17",
    "X-vip": "%E9%87%91%E5%8D%A1 100%25",
  });
  expect(headersOf({ secureToken: "t", broken: "\ud800x", lines: "a\r\nb" })).toEqual({
    "X-broken": "%EF%BF%BDx",
    "X-lines": "a b",
  });
});
