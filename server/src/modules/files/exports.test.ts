/** Export jobs through the whole server. */
import os from "node:os";
import { AppError, roles, RoleType } from "@liantai/api/contract";
import { fileApi, fileDownloadApi } from "@liantai/api/contract/admin";
import { refused, type Person } from "../../testing/office.ts";
import { callerOf } from "./export-kinds.ts";
import { TooDeepError, tableRows } from "./html-table.ts";
import { cellsOf, compId, context, ended, files, hour, jobsOf, office, openFiles, probe } from "./testing/files.ts";

openFiles();

test("a job runs as its owner stands then: numbers hidden meanwhile, another role; of a disabled account it does not run", async () => {
  const owners: { hiddenGlobalPhone: boolean; roleId: string | null; roleType: number }[] = [];
  files.exports.register<object>("owners", {
    title: "测试",
    pages: ["/callrecord"],
    produce: ({ owner }) => {
      owners.push(owner);
      return { columns: [{ title: "序号" }], rows: [] };
    },
  });
  const set = (hiddenGlobalPhone: 0 | 1) =>
    office.ports.database.system((trx) =>
      trx.updateTable("enterprise").set({ hiddenGlobalPhone }).where("compId", "=", compId).execute(),
    );
  const enable = (enabled: 0 | 1) =>
    office.ports.database.system((trx) =>
      trx.updateTable("account").set({ enabled }).where("id", "=", asked.caller.userId).execute(),
    );
  const { caller, ...rest } = await context(office.agent);
  // As it was when the agent asked.
  const asked = {
    ...rest,
    caller: { ...caller, hiddenGlobalPhone: false, roleType: RoleType.administrator, roleId: "former" },
  };
  await set(1);
  await ended(office.agent, (await files.exports.start(asked, { kind: "owners", params: {} })).id, "done");
  expect(owners).toMatchObject([{ hiddenGlobalPhone: true, roleType: 2, roleId: caller.roleId }]);
  await enable(0);
  const { id } = await files.exports.start(asked, { kind: "owners", params: {} });
  expect(await ended(office.administrator, id, "failed")).toMatchObject({ error: "账号已停用或删除，导出未执行" });
  expect(owners).toHaveLength(1);
  await enable(1);
});

describe("export jobs", () => {
  const start = async (person: Person, n = 250, name = "测试") =>
    (await files.exports.start(await context(person), { kind: "probe", name, params: { n } })).id;

  test("runs, is listed with its progress, tells its owner, and comes as a workbook without formulas", async () => {
    const notified: unknown[] = [];
    const stop = await office.ports.broker.subscribe("message.send", (message) => notified.push(message));
    const id = await start(office.agent);
    const job = await ended(office.agent, id, "done");
    expect(job).toMatchObject({
      name: "测试_20260302090000.xlsx",
      kindName: "测试导出",
      progress: 100,
      rows: 250,
      error: "",
      expireTime: "2026-03-09 09:00:00",
    });
    const { bytes, headers } = await office.agent.file(fileDownloadApi.down, { query: { id } } as never);
    expect(bytes).toHaveLength(job.bytes);
    expect(headers["content-disposition"]).toContain("attachment");
    expect((await cellsOf(bytes)).slice(0, 3)).toEqual([
      ["序号", "内容"],
      [1, "'=1+1"],
      [2, "'=1+1"],
    ]);
    const { caller } = await context(office.agent);
    expect(notified).toContainEqual({
      to: { accountId: caller.userId },
      message: {
        type: "fileDown",
        id,
        code: 1,
        fileName: "测试_20260302090000",
        convertFileName: "测试_20260302090000.xlsx",
        state: "done",
        progress: 100,
        rows: 250,
        screen: "filedownload",
        desc: "“测试_20260302090000”已完成，请在“文件下载”中下载",
      },
    });
    await stop();
  });

  test("R5 a ticket opens it once, for the session that asked, and not after 30 s", async () => {
    const id = await start(office.agent, 3);
    await ended(office.agent, id, "done");
    const ticket = () => office.agent.call(fileApi.ticket, { body: { kind: "export", id } });
    const { url, name } = await ticket();
    expect(name).toMatch(/\.xlsx$/);
    const first = await office.app.fastify.inject(url);
    expect(first.statusCode).toBe(200);
    expect(await cellsOf(first.rawPayload)).toHaveLength(4);
    expect((await office.app.fastify.inject(url)).statusCode).toBe(404);
    const late = await ticket();
    await office.ports.clock.advance(31_000);
    expect((await office.app.fastify.inject(late.url)).statusCode).toBe(404);
    await expect(office.monitor.call(fileApi.ticket, { body: { kind: "export", id } })).rejects.toThrow(
      "文件不存在或已被删除",
    );
  });

  test("only its owner and administrators see, fetch, cancel and delete it; operators their own", async () => {
    const id = await start(office.agent, 1);
    await ended(office.agent, id, "done");
    for (const stranger of [office.monitor, office.operator]) {
      expect((await jobsOf(stranger)).map((job) => job.id)).not.toContain(id);
      expect(
        JSON.parse((await stranger.file(fileDownloadApi.down, { query: { id } } as never)).bytes.toString()),
      ).toMatchObject({ code: 404 });
      expect(await stranger.call(fileDownloadApi.delete, { body: { ids: [id] } })).toEqual({ count: 0 });
    }
    expect((await jobsOf(office.administrator)).map((job) => job.id)).toContain(id);
    expect((await office.administrator.file(fileDownloadApi.down, { query: { id } } as never)).status).toBe(200);
    const key = (
      await office.ports.database.system((trx) =>
        trx.selectFrom("file_job").select("blobKey").where("id", "=", id).executeTakeFirstOrThrow(),
      )
    ).blobKey!;
    expect(await office.administrator.call(fileDownloadApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
    expect(await office.ports.blobs.stat(key)).toBeUndefined();
    const own = await start(office.operator, 1);
    expect(await ended(office.operator, own, "done")).toBeDefined();
  });

  test("a right that its kind asks for is looked at again when the file is fetched, by address and by ticket", async () => {
    files.exports.register("guarded", {
      title: "受限导出",
      pages: ["/callrecord"],
      fetch: roles([1], { purview: "download" }),
      produce: () => ({ columns: [{ title: "序号" }], rows: [[1]], total: 1 }),
    });
    const start = async (person: Person) => files.exports.start(await context(person), { kind: "guarded", params: {} });
    const [own, agents] = [await start(office.administrator), await start(office.agent)];
    await ended(office.administrator, own.id, "done");
    await ended(office.agent, agents.id, "done");
    const fetched = (person: Person, id: string) => person.file(fileDownloadApi.down, { query: { id } } as never);
    expect((await fetched(office.administrator, own.id)).status).toBe(200);
    expect((await fetched(office.agent, agents.id)).status).toBe(403);
    expect(await refused(office.agent.call(fileApi.ticket, { body: { kind: "export", id: agents.id } }))).toMatchObject(
      { status: 403 },
    );
  });

  test("cancelled while it runs it stops and leaves no file", async () => {
    let stopped = false;
    const notified: { message: { state: string; rows: number } }[] = [];
    const stop = await office.ports.broker.subscribe("message.send", (message) => notified.push(message as never));
    probe.produce = async function* ({ signal }) {
      yield [1];
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      stopped = true;
      yield [2];
    };
    const id = await start(office.agent);
    await ended(office.agent, id, "running");
    await office.ports.clock.advance(2_000);
    expect(notified).toContainEqual({
      to: expect.anything(),
      message: {
        type: "fileDown",
        id,
        code: 2,
        fileName: expect.stringContaining("_2026"),
        convertFileName: "",
        state: "running",
        progress: 0,
        rows: 1,
        screen: "filedownload",
        desc: "",
      },
    });
    await stop();
    expect(await office.agent.call(fileDownloadApi.cancel, { body: { ids: [id] } })).toEqual({ count: 1 });
    await office.ports.clock.advance(4_000);
    expect(stopped).toBe(true);
    expect(await ended(office.agent, id, "cancelled")).toMatchObject({ bytes: 0 });
    expect(
      JSON.parse((await office.agent.file(fileDownloadApi.down, { query: { id } } as never)).bytes.toString()),
    ).toMatchObject({ msg: "文件已取消，暂不能下载" });
  });

  /** Time moves until the job has ended: its files are written in real time between. */
  const until = async (id: string, state: string) => {
    for (let i = 0; i < 200; i += 1) {
      const job = (await jobsOf(office.agent)).find((each) => each.id === id);
      if (job?.state === state) return job;
      await office.ports.clock.advance(5_000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`never ${state}`);
  };

  test("a failure of its own is told at once; another is tried three times", async () => {
    let tried = 0;
    probe.produce = async function* () {
      tried += 1;
      if (tried < 3) throw new Error("the database is away");
      yield [1];
    };
    expect(await until(await start(office.agent), "done")).toMatchObject({ rows: 1 });
    expect(tried).toBe(3);
    tried = -10;
    expect(await until(await start(office.agent), "failed")).toMatchObject({ error: "导出失败，请重试" });
    expect(tried).toBe(-7);
    probe.produce = async function* () {
      tried = 100;
      throw new AppError("refused", "数据太多");
      yield [1];
    };
    expect(await until(await start(office.agent), "failed")).toMatchObject({ error: "数据太多" });
  });

  test("a try that finds no room for its file is a failure like another, and says no longer that it runs", async () => {
    const full = jest.spyOn(os, "tmpdir").mockReturnValueOnce("/dev/null");
    expect(await until(await start(office.agent, 5), "done")).toMatchObject({ rows: 5 });
    expect(full).toHaveBeenCalledTimes(2);
    full.mockRestore();
  });

  test("what a killed process left is taken up again when nobody has spoken for it", async () => {
    const id = await start(office.agent, 5);
    await ended(office.agent, id, "done");
    const lease = new Date(office.ports.clock.now() + 50_000);
    await office.ports.database.system((trx) =>
      trx
        .updateTable("file_job")
        .set({ state: "running", attempt: 1, rows: 2, leaseUntil: lease, blobKey: null })
        .where("id", "=", id)
        .execute(),
    );
    await office.ports.clock.advance(45_000);
    expect((await jobsOf(office.agent)).find((job) => job.id === id)?.state).toBe("running");
    await office.ports.clock.advance(40_000);
    expect(await ended(office.agent, id, "done")).toMatchObject({ rows: 5 });
  });

  test("after seven days it is expired, the night removes the file, after ninety the row", async () => {
    const id = await start(office.agent, 1);
    await ended(office.agent, id, "done");
    const row = () =>
      office.ports.database.system((trx) =>
        trx.selectFrom("file_job").select(["state", "blobKey", "expiresAt"]).where("id", "=", id).executeTakeFirst(),
      );
    const { blobKey } = (await row())!;
    await office.ports.database.system((trx) =>
      trx
        .updateTable("file_job")
        .set({ expiresAt: new Date(office.ports.clock.now() - 1) })
        .where("id", "=", id)
        .execute(),
    );
    expect((await jobsOf(office.agent)).find((job) => job.id === id)?.state).toBe("expired");
    expect(
      JSON.parse((await office.agent.file(fileDownloadApi.down, { query: { id } } as never)).bytes.toString()),
    ).toMatchObject({ msg: "文件已过期，请重新导出" });
    expect(await files.purge()).toMatchObject({ exports: 1 });
    expect(await row()).toMatchObject({ state: "expired", blobKey: null });
    expect(await office.ports.blobs.stat(blobKey!)).toBeUndefined();
    await office.ports.database.system((trx) =>
      trx
        .updateTable("file_job")
        .set({ finishedAt: new Date(office.ports.clock.now() - 91 * 24 * hour) })
        .where("id", "=", id)
        .execute(),
    );
    expect(await files.purge()).toMatchObject({ jobs: 1 });
    expect(await row()).toBeUndefined();
  });

  test("add starts only kinds that say who may", async () => {
    await expect(office.agent.call(fileDownloadApi.add, { body: { kind: "probe" } })).rejects.toThrow(
      "不支持的导出类型",
    );
  });

  test("a report becomes a workbook or a page; only the text of its cells is taken", async () => {
    const html =
      '<h1>x</h1><script>var a = "<table><tr><td>no</td></tr></table>"</script>' +
      '<table onload="x"><tr><th colspan="2">坐席<br>甲</th><th>数</th></tr>' +
      '<tr><td><img src=x onerror=alert(1)>=1+1</td><td>&lt;b&gt;&nbsp;&#x4e00;</td><td title="a>b">3</td></tr></table>';
    const sheet = await office.agent.call(fileDownloadApi.htmlToFile, {
      body: { name: "坐席报表", html, type: "xlsx" },
    });
    await ended(office.agent, sheet.id, "done");
    expect(
      await cellsOf((await office.agent.file(fileDownloadApi.down, { query: { id: sheet.id } } as never)).bytes),
    ).toEqual([
      ["坐席 甲", , "数"],
      ["'=1+1", "<b> 一", "3"],
    ]);
    const page = await office.agent.call(fileDownloadApi.htmlToFile, {
      body: { name: "坐席报表", html, type: "html" },
    });
    await ended(office.agent, page.id, "done");
    const text = (await office.agent.file(fileDownloadApi.down, { query: { id: page.id } } as never)).bytes.toString();
    expect(text).toContain("<td>&lt;b&gt; 一</td>");
    expect(text).not.toMatch(/onerror|<script|<img/);
    await expect(
      office.agent.call(fileDownloadApi.htmlToFile, { body: { name: "空", html: "<p>无</p>", type: "xlsx" } }),
    ).rejects.toThrow("报表中没有数据");
  });

  test("a report made to be slow is not: 900 kB of anything are read, or refused, before this test times out", () => {
    for (const piece of ["<script>", "<!--", '<a "', "<", "<tr><td colspan=9999>", "</"])
      tableRows(piece.repeat(Math.floor(900_000 / piece.length)));
    for (const piece of ["<i>", "<table><tr><td>", "<div><p>"])
      expect(() => tableRows(piece.repeat(Math.floor(900_000 / piece.length)))).toThrow(TooDeepError);
  });
});

test("20 exports of an enterprise may wait or run, 10 of one account", async () => {
  const asked = await context(office.agent);
  const { userId } = asked.caller;
  const owners = Array.from({ length: 20 }, (_, i) => (i < 10 ? userId : "another"));
  const open = (ids: readonly string[]) =>
    office.ports.database.tenant(compId, (trx) =>
      trx
        .insertInto("file_job")
        .values(
          ids.map((ownerId, i) => ({
            ...{ compId, id: `open-${ownerId}-${i}`, ownerId, ownerName: "", kind: "probe", name: "", params: "{}" },
            // In hand for longer than the test takes.
            ...{ owner: "{}", state: "running", attempt: 1, blobKey: null, createdAt: new Date(0) },
            leaseUntil: new Date(office.ports.clock.now() + 100 * hour),
          })),
        )
        .execute(),
    );
  const start = () => files.exports.start(asked, { kind: "probe", params: { n: 1 } });
  await open(owners.slice(0, 10));
  await expect(start()).rejects.toThrow("您有10个导出任务未完成，请稍后再试");
  await office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("file_job").set({ ownerId: "a third" }).where("id", "like", "open-%").execute(),
  );
  await open(owners.slice(10));
  await expect(start()).rejects.toThrow("企业有20个导出任务未完成，请稍后再试");
  await office.ports.database.tenant(compId, (trx) =>
    trx.deleteFrom("file_job").where("id", "like", "open-another-%").execute(),
  );
  await ended(office.agent, (await start()).id, "done");
  await office.ports.database.tenant(compId, (trx) =>
    trx.deleteFrom("file_job").where("id", "like", "open-%").execute(),
  );
});

test("an operator's job has the enterprises that he looks after then", async () => {
  const seen: unknown[] = [];
  files.exports.register<object>("companies", {
    title: "测试",
    pages: [],
    produce: ({ owner }) => {
      seen.push(callerOf(owner).companies);
      return { columns: [{ title: "序号" }], rows: [] };
    },
  });
  const { caller, ...rest } = await context(office.operator);
  const set = (of: { isSuper: number; unitId: string | null }) =>
    office.ports.database.system((trx) => trx.updateTable("account").set(of).where("id", "=", caller.userId).execute());
  const run = async () => {
    // As it was when he asked.
    const asked = { ...rest, caller: { ...caller, companies: new Set(["100001", "200002"]) } };
    await ended(office.operator, (await files.exports.start(asked, { kind: "companies", params: {} })).id, "done");
  };
  await set({ isSuper: 0, unitId: null });
  await run();
  await set({ isSuper: 1, unitId: null });
  await run();
  expect(seen).toEqual([new Set(), undefined]);
});
