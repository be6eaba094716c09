/** Whose an export job or a file is: its maker's, and the administrators' who see the page that made it (docs/permissions.md). */
import { cdrExportApi, fileApi, fileDownloadApi, loginLogApi, operateLogApi } from "@liantai/api/contract/admin";
import { contacterDataApi } from "@liantai/api/contract/workorder";
import exceljs from "exceljs";
import { rightsChanged } from "../organisation/index.ts";
import { addAdministrator, type SecondAdministrator } from "../../testing/administrator.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";

const compId = "100001";
let office: Office;
let second: SecondAdministrator;
let other: Person;

beforeAll(async () => {
  office = await openOffice();
  second = await addAdministrator(office, "restricted");
  other = second.person;
});
afterAll(() => office.close());

const setPages = async (pages: readonly string[]) => {
  const { roleId } = second;
  await office.ports.database.system(async (trx) => {
    await trx.deleteFrom("role_menu").where("roleId", "=", roleId).execute();
    for (const page of pages) await trx.insertInto("role_menu").values({ compId, roleId, menuId: page }).execute();
  });
  await rightsChanged(office.ports.broker, { roleIds: [roleId] });
};
const jobs = async (person: Person, kind?: string) =>
  (await person.call(fileDownloadApi.list, { body: { pageSize: 100, ...(kind ? { kind } : {}) } })).list;
async function finished(id: string, kind: string): Promise<string> {
  for (let i = 0; i < 300; i += 1) {
    if ((await jobs(office.administrator, kind)).find((job) => job.id === id)?.state === "done") return id;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`job ${id} was never done`);
}
const fetched = async (person: Person, id: string) => {
  const { status, bytes } = await person.file(fileDownloadApi.down, { query: { id } } as never);
  return bytes.subarray(0, 2).toString() === "PK" ? 200 : status === 200 ? JSON.parse(bytes.toString()).code : status;
};

test("a job is listed, fetched, cancelled and deleted only by who sees the page that made it, whatever other pages they see", async () => {
  const made: Record<string, string> = {
    callRecord: (await office.administrator.call(cdrExportApi.exportRecords, { body: {} })).id,
    contacterData: (await office.administrator.call(contacterDataApi.export, { body: {} })).id,
    loginLog: (await office.administrator.call(loginLogApi.export, { body: {} })).id,
    operateLog: (await office.administrator.call(operateLogApi.export, { body: {} })).id,
  };
  const kinds = Object.fromEntries((await jobs(office.administrator)).map(({ id, kind }) => [id, kind]));
  for (const id of Object.values(made)) await finished(id, kinds[id]!);
  const pages: Record<string, readonly [string, string]> = {
    callRecord: ["tab:callrecord", "button:callrecord.export"],
    contacterData: ["tab:addresslist", "button:contacterData.export"],
    loginLog: ["tab:loginlog", "button:loginlog.export"],
    operateLog: ["tab:operatelog", "button:operatelog.export"],
  };
  for (const [name, [page, button]] of Object.entries(pages)) {
    // Without the right to export: the job is seen, its file is not.
    await setPages(["tab:filedownload", page]);
    expect([name, await fetched(other, made[name]!)]).toEqual([name, 403]);
    await setPages(["tab:filedownload", page, button]);
    expect((await jobs(other)).map(({ id }) => id)).toEqual([made[name]]);
    for (const [each, id] of Object.entries(made)) {
      expect([each, await fetched(other, id)]).toEqual([each, each === name ? 200 : 404]);
      const ticket = other.call(fileApi.ticket, { body: { kind: "export", id } });
      if (each === name) await ticket;
      else expect(await refused(ticket)).toMatchObject({ code: 404 });
    }
  }
  await setPages(["tab:filedownload"]);
  expect(await jobs(other)).toEqual([]);
  const ids = Object.values(made);
  expect(await other.call(fileDownloadApi.delete, { body: { ids } })).toEqual({ count: 0 });
  expect(await other.call(fileDownloadApi.cancel, { body: { ids } })).toEqual({ count: 0 });
  expect(await office.administrator.call(fileDownloadApi.delete, { body: { ids } })).toEqual({ count: 4 });
});

test("a job's maker keeps it in the list when the page is withdrawn, and the file waits until the page is there again", async () => {
  const pages = ["tab:callrecord", "button:callrecord.export"];
  await setPages(pages);
  const { id } = await other.call(cdrExportApi.exportRecords, { body: {} });
  await finished(id, "callRecord");
  const ticket = () => other.call(fileApi.ticket, { body: { kind: "export", id } });
  for (const left of [["tab:filedownload"], []]) {
    await setPages(left);
    if (left.length > 0) expect((await jobs(other)).map((job) => job.id)).toEqual([id]);
    expect([left, await fetched(other, id)]).toEqual([left, 403]);
    expect(await refused(ticket())).toMatchObject({ status: 403 });
  }
  await setPages(pages);
  expect(await fetched(other, id)).toBe(200);
  await ticket();
});

test("whoever sees no numbers gets no file that was made with whole ones, be it their own of earlier", async () => {
  await setPages(["tab:filedownload", "tab:callrecord", "button:callrecord.export"]);
  const [admins, own] = [
    await office.administrator.call(cdrExportApi.exportRecords, { body: {} }),
    await other.call(cdrExportApi.exportRecords, { body: {} }),
  ];
  for (const { id } of [admins, own]) await finished(id, "callRecord");
  await second.setHidden(1);
  expect(await fetched(other, admins.id)).toBe(403);
  expect(await fetched(other, own.id)).toBe(403);
  const masked = await other.call(cdrExportApi.exportRecords, { body: {} });
  await finished(masked.id, "callRecord");
  expect(await fetched(other, masked.id)).toBe(200);
  await second.setHidden(0);
});

test("an administrator without 文件下载 fetches no upload of others, and nobody the rows that another's import refused", async () => {
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(100, 7)]);
  const upload = (await office.agent.call(fileApi.upload, { body: { files: new File([png], "头像.png") } })).files[0]!;
  const book = new exceljs.Workbook();
  book.addWorksheet("联系人").addRows([
    ["姓名", "电话"],
    ["张三", "不是号码"],
  ]);
  const sheet = new File([new Uint8Array(await book.xlsx.writeBuffer())], "联系人.xlsx");
  const refusedRows = await office.agent.call(contacterDataApi.importSave, { body: { files: sheet } });
  const failedId = refusedRows.failedFileId!;
  expect(failedId).toMatch(/.+/);
  const status = async (person: Person, id: string) => {
    const { status, headers, bytes } = await person.file(fileApi.down, { query: { id } } as never);
    return headers["content-disposition"] ? status : JSON.parse(bytes.toString()).code;
  };
  await setPages(["tab:filedownload"]);
  expect(await status(other, upload.id)).toBe(200);
  expect(await status(other, failedId)).toBe(404);
  await setPages(["tab:callrecord"]);
  expect(await status(other, upload.id)).toBe(404);
  expect(await status(office.agent, failedId)).toBe(200);
});
