/** Digital humans: robots with a picture, through the whole server. */
import type { BodyOf } from "@liantai/api/contract";
import { flowApi, digitalHumanApi, robotAgentApi, robotPictureApi } from "@liantai/api/contract/flow-editor";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { createFilePurge } from "../files/index.ts";

const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(64, 7)]);
const page = { pageNo: 1, pageSize: 20 };

let office: Office;
let admin: Person;
let flowId = "";
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  flowId = (await admin.call(flowApi.create, { body: { name: "接待", flowType: 2 } })).id;
});
afterAll(() => office?.close());

/** Whatever is typed, wrong types too. */
const add = (body: object) =>
  admin.call(robotAgentApi.add, { body: { flowId, ...body } as BodyOf<typeof robotAgentApi.add> });
const upload = async (name = "形象.png", content: BlobPart = png, who = admin) =>
  (await who.call(robotPictureApi.upload, { body: { files: new File([content], name) } })).files[0]!.id;
/** The bytes, or the refusal's code. */
async function seen(id: string, who = admin): Promise<Buffer | number> {
  const { bytes, headers } = await who.file(robotPictureApi.picture, { query: { id } });
  return String(headers["content-type"]).includes("json")
    ? (JSON.parse(bytes.toString()) as { code: number }).code
    : bytes;
}
/** What the night a day later removes. */
const aDayLater = () =>
  createFilePurge({
    ...office.ports,
    clock: { ...office.ports.clock, now: () => office.ports.clock.now() + 86_400_001 },
  })();

test("Y27 a digital human has a picture, which is kept as long as it has it; 数字人 alone answer digitalhuman/list", async () => {
  await add({ name: "小音" });
  const pictureId = await upload();
  const { id } = await add({ name: "小像", kind: 2, pictureId });
  expect((await admin.call(digitalHumanApi.list, { body: page })).list).toMatchObject([
    { id, name: "小像", kind: 2, pictureId, flowName: "接待" },
  ]);
  expect((await admin.call(digitalHumanApi.list, { body: { ...page, name: "小音" } })).total).toBe(0);
  expect((await admin.call(robotAgentApi.list, { body: { ...page, kind: "1" } })).list).toMatchObject([
    { name: "小音", kind: 1, pictureId: "" },
  ]);
  expect((await admin.call(robotAgentApi.list, { body: page })).total).toBe(2);
  await aDayLater();
  expect(await seen(pictureId)).toEqual(png);
  // Another takes its place.
  const next = await upload("新.jpg", Buffer.from("ffd8ffe000104a464946", "hex"));
  await admin.call(robotAgentApi.update, { body: { id, name: "小像", flowId, kind: 2, pictureId: next } });
  await aDayLater();
  expect(await seen(pictureId)).toBe(404);
  expect(await seen(next)).toHaveLength(10);
  // A robot that is none has no picture, whatever is sent.
  await admin.call(robotAgentApi.update, { body: { id, name: "小像", flowId, kind: 1, pictureId: next } });
  expect((await admin.call(digitalHumanApi.list, { body: page })).total).toBe(0);
  await aDayLater();
  expect(await seen(next)).toBe(404);
});

test("Y27 one picture of two robots goes with the last of them", async () => {
  const pictureId = await upload();
  const [one, two] = [
    await add({ name: "甲像", kind: 2, pictureId }),
    await add({ name: "乙像", kind: 2, pictureId }),
  ] as const;
  await admin.call(robotAgentApi.delete, { body: { ids: [one.id] } });
  await aDayLater();
  expect(await seen(pictureId)).toEqual(png);
  await admin.call(robotAgentApi.delete, { body: { ids: [two.id] } });
  await aDayLater();
  expect(await seen(pictureId)).toBe(404);
});

test("Y27 what is no picture, is not there, is too large or of a wrong type is refused at its field", async () => {
  const cases: readonly (readonly [object, string, string])[] = [
    [{ name: "试", kind: 2 }, "pictureId", "请上传数字人的形象图片"],
    [{ name: "试", kind: 2, pictureId: "gone" }, "pictureId", "图片不存在或已过期，请重新上传"],
    [{ name: "试", kind: 3 }, "kind", "请选择类型"],
    [{ name: "试", kind: "人" }, "kind", "类型"],
    [{ name: "试", kind: 2, pictureId: ["a"] }, "pictureId", "形象图片"],
    [{ name: "试", kind: 2, pictureId: "x".repeat(65) }, "pictureId", "最多输入64个字符"],
  ];
  for (const [body, path, said] of cases) {
    const { fields } = await refused(add(body));
    expect(fields).toMatchObject([{ path, message: expect.stringContaining(said) }]);
  }
  expect((await refused(upload("手册.pdf"))).msg).toBe("只能上传jpg, jpeg, png文件");
  expect((await refused(upload("假.png", "<script>"))).msg).toBe("“假.png”的内容与文件类型不符");
  expect(await refused(upload("大.png", Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])))).toMatchObject({
    msg: expect.stringContaining("10M"),
  });
  expect((await admin.call(robotAgentApi.list, { body: { ...page, name: "试" } })).total).toBe(0);
});

test("Y27 a picture is seen by administrators of its enterprise; before a robot has it, by who uploaded it", async () => {
  const pictureId = await upload();
  const entered = await office.enter("100001");
  expect([await seen(pictureId), await seen(pictureId, entered)]).toEqual([png, 404]);
  await add({ name: "丙像", kind: 2, pictureId });
  expect(await seen(pictureId, entered)).toEqual(png);
  expect(await seen(pictureId, office.agent)).toBe(403);
  expect(await refused(upload("a.png", png, office.monitor))).toMatchObject({ status: 403 });
  await office.ports.database.system((trx) =>
    trx.insertInto("enterprise").values({ compId: "200002", name: "乙" }).execute(),
  );
  const foreign = await office.enter("200002");
  expect(await seen(pictureId, foreign)).toBe(404);
  expect((await foreign.call(digitalHumanApi.list, { body: page })).total).toBe(0);
  expect(await refused(foreign.call(digitalHumanApi.list, { body: { ...page, compId: "100001" } }))).toMatchObject({
    status: 403,
  });
});
