/** npm run totp-reset as people run it: a process of its own, beside a running installation and a stopped one. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPgliteDatabase } from "../adapters/embedded/database/index.ts";
import { resetTotpOf } from "../modules/auth/index.ts";
import { openControl } from "../modules/backups/control.ts";
import { seed } from "../modules/first-start/index.ts";
import { sealerOf } from "../modules/system/index.ts";
import { createTestPorts } from "../testing/index.ts";
import { childEnv } from "../testing/child-env.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-totp-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One line, without the colours and warnings of node. */
const reset = (account: string, dataDir = join(folder, "data")) =>
  new Promise<string>((resolve) => {
    const env = childEnv({ DATA_DIR: dataDir });
    const tool = join(import.meta.dirname, "totp-reset.ts");
    execFile(process.execPath, [tool, account], { env }, (error, out, said) =>
      resolve(`${error === null ? 0 : error.code}: ${out}${said}`),
    );
  });

test("S11 beside a running installation and a stopped one, and what is not an installation is said in a line", async () => {
  const open = () => createPgliteDatabase({ folder: join(folder, "data/db") });
  await (await open()).close();
  const file = join(folder, "file");
  await writeFile(file, "");
  // Side by side: a process takes a second.
  expect(await Promise.all([reset("admin"), reset("admin", join(folder, "nowhere")), reset("admin", file)])).toEqual([
    `1: totp-reset: DATA_DIR ${folder}/data holds no installation of this version; start it once: npm start\n`,
    `1: totp-reset: DATA_DIR ${folder}/nowhere holds no installation\n`,
    `1: totp-reset: DATA_DIR ${file} holds no installation\n`,
  ]);

  const database = await open();
  await database.migrate();
  const ports = await createTestPorts({ database });
  await seed(ports, sealerOf(Buffer.alloc(32, 1)), { host: "127.0.0.1" });
  await database.system((trx) =>
    trx.updateTable("account").set({ totpSecret: "x" }).where("account", "=", "admin").execute(),
  );
  const running = await openControl(join(folder, "data"), async (request) => {
    if ("totpReset" in request) await resetTotpOf(ports, request.totpReset);
    return { bytes: 0 };
  });
  expect(await reset("admin")).toBe(
    "0: admin: the second step is off and its sessions have ended. The password alone signs in.\n",
  );
  await new Promise((resolve) => running!.close(resolve));
  await ports.close();
  await database.close();

  expect(await reset("100001/admin")).toMatch(/^0: 100001\/admin: the second step is off/);
  const after = await open();
  const left = await after.system((trx) =>
    trx.selectFrom("account").select("totpSecret").where("account", "=", "admin").execute(),
  );
  expect(left).toEqual([{ totpSecret: null }, { totpSecret: null }]);
  await after.close();
});
