import { createPublicKey, constants, publicEncrypt } from "node:crypto";
import { authApi, customerApi, enciphered } from "@liantai/api/contract";
import { blackListApi } from "@liantai/api/contract/admin";
import { openNumbers } from "../../http/input.ts";
import { openOffice, type Office } from "../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

async function seal(text: string, at?: number): Promise<string> {
  const key = await office.administrator.call(authApi.publicKey);
  const bytes = publicEncrypt(
    {
      key: createPublicKey({ key: Buffer.from(key.spki, "base64"), format: "der", type: "spki" }),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: "sha256",
    },
    Buffer.from(JSON.stringify({ password: text, at: at ?? key.now })),
  );
  return enciphered(key.kid, bytes.toString("base64"));
}
const check = (phone: string) => office.administrator.call(blackListApi.check, { body: { phone } });

test("a number that the page encrypted is read like a plain one", async () => {
  await office.administrator.call(blackListApi.add, {
    body: { blackListType: 1, phone: await seal("13900139000"), isPrefix: 0, blackListCallType: 2 },
  });
  expect(
    (
      await office.administrator.call(blackListApi.list, { body: { pageNo: 1, pageSize: 10, blackListType: 1 } })
    ).list.map((row) => row.phone),
  ).toEqual(["13900139000"]);
  expect(await check(await seal("13900139000"))).toMatchObject({ contained: true });
});

test("R3 nothing but a fresh mobile number is opened: what a password was is not told", async () => {
  await expect(check(await seal("Liantai#2026"))).rejects.toThrow("登录密钥已更新，请刷新页面后重试");
  await expect(check(await seal("13900139000", office.ports.clock.now() - 600_000))).rejects.toThrow("请求已过期");
  await expect(check(enciphered("other", "A".repeat(120)))).rejects.toThrow("登录密钥已更新");
});

test("R3 of who has not signed in nothing is opened, and a body of more than 200 is refused before any is", async () => {
  const number = enciphered("other", "A".repeat(120));
  const reply = await office.app.fastify.inject({
    ...{ method: "POST", url: customerApi.customerSession.path, payload: { number } },
  });
  expect(reply.json()).toMatchObject({ msg: expect.stringContaining("接入号码只能是数字") as string });
  const open = jest.fn(() => Promise.resolve("13900139000"));
  const bodyOf = (many: number) => ({
    list: Array.from({ length: many }, (_, i) => ({
      phone: enciphered("k", Buffer.from(`n${i}`.padEnd(90)).toString("base64")),
    })),
  });
  await expect(openNumbers(bodyOf(201), open)).rejects.toThrow("一次最多提交200个加密号码");
  expect(open).not.toHaveBeenCalled();
  expect(await openNumbers(bodyOf(2), open)).toEqual({ list: [{ phone: "13900139000" }, { phone: "13900139000" }] });
});
