/** What publishing does on any adapters: two processes of one installation, over HTTP injection. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formUserName, type ArgOf } from "@liantai/api/contract";
import { appVersionApi, operateLogApi, publishKeyApi } from "@liantai/api/contract/admin";
import { buildApp, type App } from "../../../app.ts";
import { builtInImports, registerPages } from "../../../http/pages/index.ts";
import { createModules, type Composition } from "../../../modules.ts";
import type { Ports } from "../../../ports/index.ts";
import { builtInHash, makeBundle, packOf, sharedHash, writeBuild, type MadeBundle } from "../../../testing/bundle.ts";
import { multipartPayload } from "../../../testing/multipart.ts";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";

type Replace = Pick<Ports, "database" | "broker">;
const own = "100001";
const foreign = "200002";

/** A second process of the same installation: its own reading of releases, its own sessions. */
async function openProcess(office: Office, replace: Partial<Replace>, distDir: string) {
  const ports = { ...office.ports, ...replace };
  const composition: Composition = createModules({
    ports,
    sealer: office.sealer,
    info: { version: "1", switch: "embedded" },
    reveal: { enabled: false, host: "127.0.0.1" },
    realm: "liantai",
    dataDir: ports.folder,
    backupsKept: 0,
    recordingsFolder: `${ports.folder}/second`,
    repair: async () => undefined,
    builtIn: builtInImports(distDir),
  });
  const { modules, auth, versions } = composition;
  const app = await buildApp(
    ports,
    { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
    {
      modules,
      endpoints: modules.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)),
      sessions: auth.sessions,
      mayPress: auth.mayPress,
      maySee: auth.maySee,
      mayDo: auth.mayDo,
      publishers: versions.publishers,
      pages: (fastify) =>
        registerPages(fastify, { distDir, mode: "production", published: versions.published, sessions: auth.sessions }),
    },
  );
  await versions.start?.();
  return {
    app,
    async close() {
      await versions.stop?.();
      await app.fastify.close();
    },
  };
}

/** Another enterprise with an administrator like the first one's. */
async function addForeignAdministrator(office: Office): Promise<Person> {
  const { database, random } = office.ports;
  await database.system(async (trx) => {
    await trx.insertInto("enterprise").values({ compId: foreign, name: "另一家企业" }).execute();
    const account = await trx
      .selectFrom("account")
      .selectAll()
      .where("compId", "=", own)
      .where("account", "=", "admin")
      .executeTakeFirstOrThrow();
    const role = { id: random.id(), compId: foreign, name: "管理员", kind: "enterprise", roleType: 1 };
    await trx.insertInto("role").values(role).execute();
    await trx
      .insertInto("account")
      .values({
        ...account,
        id: random.id(),
        compId: foreign,
        userName: formUserName(foreign, 1, "admin"),
        roleId: role.id,
        empower: "null",
      })
      .execute();
  });
  return office.signIn({ code: foreign, roleType: 1, account: "admin" });
}

export function versionsContract(
  name: string,
  open: () => Promise<{
    /** Of the first process and of the second; nothing: the embedded ones, shared. */
    readonly first: Partial<Replace>;
    readonly second: Partial<Replace>;
    close(): Promise<void>;
  }>,
): void {
  describe(`Versions of apps: ${name}`, () => {
    let distDir: string;
    let office: Office;
    let second: Awaited<ReturnType<typeof openProcess>>;
    let other: Person;
    let closeAdapters: () => Promise<void>;
    let key: string;

    beforeAll(async () => {
      distDir = mkdtempSync(join(tmpdir(), "liantai-versions-"));
      writeBuild(distDir);
      const adapters = await open();
      closeAdapters = adapters.close;
      office = await openOffice(adapters.first, distDir);
      second = await openProcess(office, adapters.second, distDir);
      other = await addForeignAdministrator(office);
      key = (await office.operator.call(publishKeyApi.add, { body: { name: "构建机", days: 30 } })).secret;
    }, 120_000);
    beforeEach(async () => {
      writeBuild(distDir);
      await office.ports.database.system(async (trx) => {
        await trx.deleteFrom("app_release").execute();
        await trx.deleteFrom("app_version").execute();
      });
    });
    afterAll(async () => {
      await second?.close();
      await office?.close();
      await closeAdapters?.();
      rmSync(distDir, { recursive: true, force: true });
    });

    const processes = (): readonly App[] => [office.app, second.app];
    async function send(
      bundle: MadeBundle,
      more: Readonly<Record<string, unknown>> = {},
      { at = office.app, bearer = key, headers = {} as Record<string, string>, from = "127.0.0.1" } = {},
    ) {
      const { type, payload } = await multipartPayload({ ...packOf(bundle), ...more });
      const reply = await at.fastify.inject({
        method: "POST",
        url: appVersionApi.publish.path,
        remoteAddress: from,
        headers: { authorization: `Bearer ${bearer}`, "content-type": type, ...headers },
        payload,
      });
      const { code, msg, data } = reply.json<{ code: number; msg: string; data: unknown }>();
      return { status: reply.statusCode, code, msg, data };
    }
    const published = async (bundle: MadeBundle, more: Readonly<Record<string, unknown>> = {}) => {
      expect(await send(bundle, more)).toMatchObject({ status: 200, code: 1 });
      return bundle;
    };
    const mapOf = async (at: App, token?: string): Promise<Readonly<Record<string, string>>> =>
      (
        await at.fastify.inject({
          url: "/import-map.json",
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        })
      ).json<{ imports: Record<string, string> }>().imports;
    const versionOf = async (at: App, token?: string): Promise<string> =>
      (await mapOf(at, token))["@liantai/workorder"]!.split("/")[3]!;
    const release = (body: ArgOf<typeof appVersionApi.release>["body"]) =>
      office.operator.call(appVersionApi.release, { body });
    const back = (version: string) => office.operator.call(appVersionApi.back, { body: { app: "workorder", version } });
    const log = async () =>
      (
        await office.operator.call(operateLogApi.list, {
          body: { startTime: "2020-01-01 00:00:00", endTime: "2035-01-01 00:00:00", pageSize: 20 } as never,
        })
      ).list.map(({ action, object, objectName }) => `${action} ${object} ${objectName}`);

    test("H5 H8 what one process takes, the other serves at once: every file, compressed as it was built, for ever", async () => {
      const bundle = await published(makeBundle("first"), { note: "修正工单列表" });
      for (const app of processes()) {
        expect(await versionOf(app)).toBe(bundle.version);
        for (const [encoding, ending] of [
          ["br", ".br"],
          ["gzip", ".gz"],
          [undefined, ""],
        ] as const) {
          const reply = await app.fastify.inject({
            url: `/assets/workorder/${bundle.version}/c-1.js`,
            headers: encoding ? { "accept-encoding": `${encoding}, deflate` } : {},
          });
          expect(reply.statusCode).toBe(200);
          expect(reply.headers["content-encoding"]).toBe(encoding);
          expect(reply.headers).toMatchObject({
            "content-type": "text/javascript; charset=utf-8",
            "cache-control": "public, max-age=31536000, immutable",
            vary: "accept-encoding",
            "x-content-type-options": "nosniff",
          });
          expect(reply.rawPayload).toEqual(bundle.files.find((file) => file.name === `c-1.js${ending}`)!.data);
        }
      }
      const [row] = (await office.operator.call(appVersionApi.list, { body: {} })).list;
      expect(row).toMatchObject({
        note: "修正工单列表",
        keyName: "构建机",
        state: "current",
        enterprises: 2,
        total: 2,
      });
      const page = await second.app.fastify.inject({ url: "/page/x", headers: { accept: "text/html" } });
      expect(page.body).toContain(`/assets/workorder/${bundle.version}/workorder.js`);
      expect(page.body).toContain('trial-apps" content=""');
    });

    test("H7 a bundle built against other shared packages is refused, naming each with both versions", async () => {
      const strange = makeBundle("strange", {
        shared: { react: "0".repeat(16), "@liantai/ui": sharedHash, "@liantai/bus": "1".repeat(16) },
      });
      const { code, msg } = await send(strange);
      expect(code).toBe(400);
      expect(msg).toContain(`react（构建用${"0".repeat(16)}，服务器上${sharedHash}）`);
      expect(msg).toContain(`@liantai/bus（构建用${"1".repeat(16)}，服务器上${sharedHash}）`);
      expect(msg).not.toContain("@liantai/ui");
      expect(await versionOf(office.app)).toBe(builtInHash);
      expect(await log()).toContainEqual("publishRefused appVersion 工单");
    });

    test("H9 a version of one enterprise is nobody else's, in both processes, until it is everybody's", async () => {
      const base = await published(makeBundle("base"));
      const trial = await published(makeBundle("trial"), { scope: "enterprises", compIds: own });
      for (const app of processes()) {
        expect(await versionOf(app, office.administrator.token)).toBe(trial.version);
        expect(await versionOf(app, office.agent.token)).toBe(trial.version);
        expect(await versionOf(app, other.token)).toBe(base.version);
        expect(await versionOf(app, office.operator.token)).toBe(base.version);
        expect(await versionOf(app)).toBe(base.version);
        const page = await app.fastify.inject({ url: "/page/x", headers: { accept: "text/html" } });
        expect(page.body).toContain('trial-apps" content="workorder"');
      }
      const stale = { authorization: `Bearer ${"x".repeat(43)}` };
      expect((await second.app.fastify.inject({ url: "/import-map.json", headers: stale })).statusCode).toBe(401);
      const [app] = await office.operator
        .call(appVersionApi.apps, { body: {} })
        .then((all) => all.filter((each) => each.app === "workorder"));
      expect(app).toMatchObject({
        builtIn: builtInHash,
        current: { version: base.version, enterprises: 1 },
        trials: [{ version: trial.version, scope: "enterprises", compIds: [own], enterprises: 1 }],
        total: 2,
      });
      await release({ app: "workorder", version: trial.version, scope: "all" });
      expect(await versionOf(second.app, other.token)).toBe(trial.version);
      // One press takes the version away, however often its circle was widened.
      await back(trial.version);
      expect(await versionOf(second.app, other.token)).toBe(base.version);
      expect(await versionOf(second.app, office.administrator.token)).toBe(base.version);
    });

    test("H9 a share is the same enterprises as it grows, and never operators", async () => {
      const bundle = await published(makeBundle("share"), { scope: "share", percent: 1 });
      let had: string[] = [];
      for (const percent of [1, 30, 60, 99]) {
        await release({ app: "workorder", version: bundle.version, scope: "share", percent });
        const having: string[] = [];
        for (const [compId, { token }] of [[own, office.administrator] as const, [foreign, other] as const])
          if ((await versionOf(second.app, token)) === bundle.version) having.push(compId);
        expect(having).toEqual(expect.arrayContaining(had));
        expect(await versionOf(second.app, office.operator.token)).toBe(builtInHash);
        had = having;
      }
    });

    test("H10 back goes step by step to the built-in version; a second press of the same is refused", async () => {
      const [one, two] = [await published(makeBundle("one")), await published(makeBundle("two"))];
      const presses = await Promise.allSettled([back(two.version), back(two.version)]);
      expect(presses.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await versionOf(second.app)).toBe(one.version);
      await back(one.version);
      expect(await versionOf(second.app)).toBe(builtInHash);
      expect(await refused(back(one.version))).toMatchObject({ msg: "「工单」用的就是内置版本，没有可回退的版本" });
      // Its files are served on: a page that still runs it may load a chunk of it.
      const chunk = await second.app.fastify.inject(`/assets/workorder/${two.version}/c-1.js`);
      expect(chunk.statusCode).toBe(200);
      expect(await log()).toEqual(expect.arrayContaining(["back appVersion 工单", "publish appVersion 工单"]));
    });

    test("two publish at once: both are kept, one is served everywhere, back leads to the other", async () => {
      const [one, two] = [makeBundle("left"), makeBundle("right")];
      const outcomes = await Promise.all([send(one), send(two, {}, { at: second.app })]);
      expect(outcomes.map(({ code }) => code)).toEqual([1, 1]);
      const now = await versionOf(office.app);
      expect(await versionOf(second.app)).toBe(now);
      expect([one.version, two.version]).toContain(now);
      await back(now);
      expect(await versionOf(second.app)).toBe(now === one.version ? two.version : one.version);
    });

    test("the same bundle twice at once is one version", async () => {
      const bundle = makeBundle("twice");
      const outcomes = await Promise.all([send(bundle), send(bundle, {}, { at: second.app })]);
      expect(outcomes.map(({ code }) => code)).toEqual([1, 1]);
      const { list } = await office.operator.call(appVersionApi.list, { body: {} });
      expect(list).toHaveLength(1);
      const chunk = await second.app.fastify.inject(`/assets/workorder/${bundle.version}/c-1.js`);
      expect(chunk.statusCode).toBe(200);
    });

    test("H8 what is built in anew stands over what was published before, and so do other shared packages", async () => {
      const bundle = await published(makeBundle("before"));
      writeBuild(distDir, { "@liantai/workorder": `/assets/workorder/${"c".repeat(16)}/workorder.js` });
      for (const app of processes()) expect(await versionOf(app)).toBe("c".repeat(16));
      writeBuild(distDir, { react: `/assets/vendor-react/${"d".repeat(16)}/react.js` });
      for (const app of processes()) expect(await versionOf(app)).toBe(builtInHash);
      const [row] = (await office.operator.call(appVersionApi.list, { body: {} })).list;
      expect(row).toMatchObject({
        state: "unusable",
        mismatches: [{ name: "react", wanted: sharedHash, served: "d".repeat(16) }],
      });
      expect(await refused(release({ app: "workorder", version: bundle.version, scope: "all" }))).toMatchObject({
        code: 400,
      });
    });

    test("a failure counts once a session", async () => {
      const bundle = await published(makeBundle("failing"));
      const report = (who: Person) =>
        who.call(appVersionApi.failed, { body: { app: "workorder", version: bundle.version } });
      await report(office.agent);
      await report(office.agent);
      await report(office.monitor);
      const [row] = (await office.operator.call(appVersionApi.list, { body: {} })).list;
      expect(row).toMatchObject({ failures: 2, lastFailureAt: expect.stringMatching(/^\d{4}-/) });
    });
  });
}
