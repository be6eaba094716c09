/** How many imports of an enterprise run at once. */
import { compId, office, openImports, people, run, saved } from "./testing/imports.ts";

openImports();

test("ten imports of an enterprise run at once, of whomever; those of others and those that ended do not count", async () => {
  const put = (of: string, count: number, state: string) =>
    office.ports.database.system((trx) =>
      trx
        .insertInto("import_job")
        .values(
          Array.from({ length: count }, (_, n) => ({
            ...{ compId: of, id: `${of}-${state}-${n}`, ownerId: `somebody-${n}`, kind: "contact", state, attempt: 1 },
            ...{ params: "{}", context: "{}", secret: null, blobKey: "imports/none", error: "", result: null },
            createdAt: new Date(office.ports.clock.now()),
            leaseUntil: new Date(office.ports.clock.now() + 3_600_000),
            finishedAt: null,
          })),
        )
        .execute(),
    );
  await put("200002", 10, "running");
  await put(compId, 10, "done");
  await put(compId, 9, "running");
  expect(await run(people(2))).toMatchObject({ succeed: 2 });
  await office.ports.database.system((trx) =>
    trx.updateTable("import_job").set({ state: "running" }).where("id", "=", `${compId}-done-9`).execute(),
  );
  const before = saved.length;
  await expect(run(people(2))).rejects.toThrow("企业有10个导入正在进行，请等它们完成");
  expect(saved).toHaveLength(before);
  await office.ports.database.system((trx) => trx.deleteFrom("import_job").execute());
});
