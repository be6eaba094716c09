/** Sign-in on PostgreSQL, where transactions really run side by side. */
import { authApi } from "@liantai/api/contract";
import type { Database } from "../../ports/database.ts";
import { administrator, agent, openDesk, refusal, type Desk } from "../../testing/desk.ts";
import { openOwnDatabase, type OwnDatabase } from "../../testing/services.ts";
import { demoPassword, sealerOf, seed } from "../system/index.ts";

let postgres: OwnDatabase;
let database: Database;
let desk: Desk;

beforeAll(async () => {
  postgres = await openOwnDatabase();
  ({ database } = postgres);
  desk = await openDesk({ database });
}, 60_000);
afterEach(() => desk.reset());
afterAll(async () => {
  await desk?.close();
  await postgres?.close();
});

test("processes that start together seed once", async () => {
  await database.system((trx) => trx.deleteFrom("setting").where("key", "=", "seed.done").execute());
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => seed(desk.ports, sealerOf(Buffer.alloc(32, 1)), { host: "127.0.0.1" })),
  );
  // The rows stand already: each try fails as a whole and leaves nothing behind.
  expect(tries.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await database.system((trx) => trx.selectFrom("account").select("id").execute())).toHaveLength(7);
  await database.system((trx) => trx.insertInto("setting").values({ key: "seed.done", value: "{}" }).execute());
  expect(await seed(desk.ports, sealerOf(Buffer.alloc(32, 1)), { host: "127.0.0.1" })).toEqual({ kind: "none" });
});

test("of sign-ins at the same moment exactly one lives", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => desk.signIn(agent)));
  const answers = await Promise.all(all.map(({ access_token }) => desk.auth.sessions.resolve(access_token)));
  expect(answers.filter((answer) => !("refused" in answer))).toHaveLength(1);
  expect(answers.filter((answer) => "refused" in answer && answer.refused === "elsewhere")).toHaveLength(3);
});

test("refreshes at the same moment rotate once", async () => {
  const { refresh_token } = await desk.signIn(agent);
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => desk.call(authApi.refresh, { body: { hour: 24, token: refresh_token } })),
  );
  expect(new Set(replies.map((reply) => reply.access_token)).size).toBe(1);
});

test("user, menus, sessions and a password change go the same way as on the embedded database", async () => {
  const boss = await desk.signIn(administrator);
  const { access_token } = await desk.signIn(agent);
  const user = await desk.call(authApi.getUser, {}, access_token);
  expect(user).toMatchObject({
    nickName: "李晓雯",
    defaultAccessNumber: "4001",
    expired: 0,
    skillGroupList: [{ name: "客服一组" }],
  });
  expect(
    (await desk.call(authApi.roleMenu, { query: { id: user.roleId } }, access_token)).map((menu) => menu.name),
  ).toEqual(expect.arrayContaining(["工作台", "呼叫中心"]));
  expect(
    (await desk.call(authApi.sessions, { body: { mine: false, pageNo: 1, pageSize: 10 } }, boss.access_token)).total,
  ).toBe(2);
  const [old, next] = [await desk.encrypt(demoPassword), await desk.encrypt("Another#2026")];
  await desk.call(
    authApi.resetPassword,
    { body: { kid: old.kid, oldPassword: old.password, newPassword: next.password } },
    access_token,
  );
  await desk.signIn({ ...agent, password: "Another#2026" });
  expect(await refusal(desk.call(authApi.getUser, {}, access_token))).toMatchObject({ error: "elsewhere" });
});
