/**
 * E17 of dialling in virtual time: a hundred numbers pushed by interface with five variables each (a thousand on the flow alone:
 * dialling/notices). Each hears its own text, keys are stored, who pressed none is dialled again.
 */
import { dialTaskApi, taskPhoneApi, voiceNoticeApi } from "@liantai/api/contract/admin";
import { createSilentSpeech } from "../testing/idle.ts";
import { injection } from "../testing/office.ts";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";

const count = 100;
let o: DialOffice;
beforeAll(async () => {
  const spoken = createSilentSpeech("/nowhere");
  // The file of a sentence is named by it: a scripted leg tells which file it hears.
  const speak = async (text: string) => `/said/${text}`;
  o = await openDialOffice({}, { speech: { ...spoken, speak, synthesise: speak } });
});
afterAll(() => o?.close());

const phoneOf = (n: number) => `138${String(n).padStart(8, "0")}`;
const variablesOf = (n: number) => ({
  ...{ 金额: `${n}.50`, 月份: `${(n % 12) + 1}月`, 期限: `${(n % 28) + 1}日`, 地址: `${n}号窗口` },
});
const textOf = (n: number) =>
  `客户${n}您好，${n}.50元${(n % 12) + 1}月的费用请在${(n % 28) + 1}日前缴至${n}号窗口，确认请按1`;
const page = { pageNo: 1, pageSize: 200 };

test("E17 100 numbers by interface: each hears its text once; a key confirms; a repeated push counts once", async () => {
  const { administrator, clock, sw } = o;
  const { id: templateId } = await administrator.call(voiceNoticeApi.add, {
    body: {
      name: "缴费",
      text: "${客户姓名}您好，${金额}元${月份}的费用请在${期限}前缴至${地址}，确认请按1",
      confirmKey: "1",
      repeats: 1,
    } as never,
  });
  const heard = new Map<string, string[]>();
  const phoneOfLeg = new Map<string, string>();
  sw.on((event) => {
    if (event.type === "ringing") {
      const { to } = sw.request(event.leg)!;
      phoneOfLeg.set(event.leg, typeof to === "string" ? to : to.number);
      clock.after(2_000, () => sw.pickUp(event.leg));
      clock.after(2_500, () => {
        const phone = phoneOfLeg.get(event.leg)!;
        heard.set(phone, [...(heard.get(phone) ?? []), sw.hears(event.leg)]);
      });
      // Every fifth presses nothing.
      if (Number(phoneOfLeg.get(event.leg)!.slice(3)) % 5 !== 0)
        clock.after(3_500, () => sw.at(`tel:${phoneOfLeg.get(event.leg)!}`).length > 0 && sw.press(event.leg, "1"));
    }
  });
  const { id: taskId } = await administrator.call(dialTaskApi.add, {
    body: {
      ...{ taskIdentity: "缴费通知", ftype: 5 as const, templateId, accessNumbers: [o.numbers[0]!] },
      ...{ concurrency: 100, perSecond: 50, repeats: 1 },
      retries: [{ codes: [594], afterMin: 10, times: 1, otherSlot: 0, otherNumber: 0 }],
    },
  });
  const phones = Array.from({ length: count }, (_, n) => ({
    ...{ phone: phoneOf(n), contact: `客户${n}`, variables: variablesOf(n) },
  }));
  const push = async () => {
    const body = { taskId, phones } as never;
    const { headers, ...request } = await injection(taskPhoneApi.add, { body }, administrator.token);
    const reply = await o.app.fastify.inject({ ...request, headers: { ...headers, "idempotency-key": "bill-1" } });
    return reply.json<{ readonly code: number; readonly data: Record<string, unknown> }>();
  };
  const receipt = await push();
  expect(receipt).toMatchObject({ code: 1, data: { total: count, succeed: count, failing: 0, repetition: 0 } });
  expect(await push()).toEqual(receipt);
  await administrator.call(dialTaskApi.start, { body: { id: taskId } });
  await o.advance(20_000);
  expect(heard.size).toBe(count);
  const wrong = phones.filter(({ phone }, n) => heard.get(phone)!.join() !== `file /said/${textOf(n)}`);
  expect(wrong.map(({ phone }) => [phone, heard.get(phone)])).toEqual([]);
  const { progress } = await administrator.call(dialTaskApi.findById, { body: { id: taskId } });
  expect(progress).toMatchObject({ total: count, done: 80, retry: 20, attempts: count, answered: count, live: 0 });
  const confirmed = await administrator.call(taskPhoneApi.list, { body: { ...page, taskId, result: "已确认" } });
  const silent = await administrator.call(taskPhoneApi.list, { body: { ...page, taskId, state: "retry" } });
  expect([confirmed.total, silent.total]).toEqual([80, 20]);
  expect(silent.list.every(({ phone, result }) => Number(phone.slice(3)) % 5 === 0 && result === "未按键")).toBe(true);
  // Told once more after ten minutes, and again the same.
  await o.advance(600_000);
  const twice = phones.filter(({ phone }) => heard.get(phone)!.length === 2);
  expect(twice).toHaveLength(20);
  expect(new Set(heard.get(phoneOf(5)))).toEqual(new Set([`file /said/${textOf(5)}`]));
});
