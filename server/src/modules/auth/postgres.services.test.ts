/** Sign-in on PostgreSQL, where transactions really run side by side. */
import { authApi } from "@liantai/api/contract";
import type { Database } from "../../ports/database.ts";
import { administrator, agent, openDemo, refusal, type Demo } from "../../testing/demo.ts";
import { openOwnDatabase, type OwnDatabase } from "../../testing/services.ts";
import { demoPassword, sealerOf } from "../system/index.ts";
import { seed } from "../first-start/index.ts";

let postgres: OwnDatabase;
let database: Database;
let demo: Demo;

beforeAll(async () => {
  postgres = await openOwnDatabase();
  ({ database } = postgres);
  demo = await openDemo({ database });
}, 60_000);
afterEach(() => demo.reset());
afterAll(async () => {
  await demo?.close();
  await postgres?.close();
});

test("processes that start together seed once", async () => {
  await database.system((trx) => trx.deleteFrom("setting").where("key", "=", "seed.done").execute());
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => seed(demo.ports, sealerOf(Buffer.alloc(32, 1)), { host: "127.0.0.1" })),
  );
  // The rows stand already: each try fails as a whole and leaves nothing behind.
  expect(tries.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await database.system((trx) => trx.selectFrom("account").select("id").execute())).toHaveLength(7);
  await database.system((trx) => trx.insertInto("setting").values({ key: "seed.done", value: "{}" }).execute());
  expect(await seed(demo.ports, sealerOf(Buffer.alloc(32, 1)), { host: "127.0.0.1" })).toEqual({ kind: "none" });
});

test("of sign-ins at the same moment exactly one lives", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => demo.signIn(agent)));
  const answers = await Promise.all(all.map(({ access_token }) => demo.auth.sessions.resolve(access_token)));
  expect(answers.filter((answer) => !("refused" in answer))).toHaveLength(1);
  expect(answers.filter((answer) => "refused" in answer && answer.refused === "elsewhere")).toHaveLength(3);
});

test("refreshes at the same moment rotate once", async () => {
  const { refresh_token } = await demo.signIn(agent);
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => demo.call(authApi.refresh, { body: { hour: 24, token: refresh_token } })),
  );
  expect(new Set(replies.map((reply) => reply.access_token)).size).toBe(1);
});

test("user, menus, sessions and a password change go the same way as on the embedded database", async () => {
  const boss = await demo.signIn(administrator);
  const { access_token } = await demo.signIn(agent);
  const user = await demo.call(authApi.getUser, {}, access_token);
  expect(user).toMatchObject({
    nickName: "李晓雯",
    defaultAccessNumber: "4001",
    expired: 0,
    skillGroupList: [{ name: "客服一组" }],
  });
  expect(
    (await demo.call(authApi.roleMenu, { query: { id: user.roleId } }, access_token)).map((menu) => menu.name),
  ).toEqual(expect.arrayContaining(["工作台", "呼叫中心"]));
  expect(
    (await demo.call(authApi.sessions, { body: { mine: false, pageNo: 1, pageSize: 10 } }, boss.access_token)).total,
  ).toBe(2);
  const [old, next] = [await demo.encrypt(demoPassword), await demo.encrypt("Kranich7#Morgen")];
  await demo.call(
    authApi.resetPassword,
    { body: { kid: old.kid, oldPassword: old.password, newPassword: next.password } },
    access_token,
  );
  await demo.signIn({ ...agent, password: "Kranich7#Morgen" });
  expect(await refusal(demo.call(authApi.getUser, {}, access_token))).toMatchObject({ error: "elsewhere" });
});
