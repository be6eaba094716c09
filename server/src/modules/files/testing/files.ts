/** The office, and an export of the tests. */
import { fileApi } from "@liantai/api/contract/admin";
import type { RequestContext } from "../../../http/routes.ts";
import type { Cell } from "../../../sheets/index.ts";
import { openOffice, type Office, type Person } from "../../../testing/office.ts";
import { isRefused } from "../../auth/index.ts";
import { demoEnterprise } from "../../system/index.ts";
import { keyset, type FilesModule } from "../index.ts";

export { cellsOf, ended, jobsOf } from "../../../testing/exports.ts";

export const compId = demoEnterprise.compId;
export const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(100, 7)]);
export const hour = 3_600_000;
export let office: Office;
export let files: FilesModule;
/** What a test's export does. */
export const probe: {
  produce: (run: { params: { n: number }; signal: AbortSignal }) => AsyncGenerator<readonly Cell[]>;
} = {
  produce: () => {
    throw new Error("no export yet");
  },
};

export function openFiles(): void {
  beforeAll(async () => {
    office = await openOffice();
    files = office.composition.modules.find(({ name }) => name === "files") as FilesModule;
    files.exports.register<{ n: number }>("probe", {
      title: "测试导出",
      pages: ["/callrecord"],
      produce: async (run) => ({
        columns: [{ title: "序号" }, { title: "内容" }],
        rows: probe.produce(run),
        total: run.params.n,
      }),
    });
  });
  afterAll(() => office.close());
  beforeEach(() => {
    probe.produce = async function* ({ params: { n } }) {
      yield* keyset(100, async (after: readonly Cell[] | undefined) =>
        Array.from({ length: Math.min(100, n - Number(after?.[0] ?? 0)) }, (_, i): Cell[] => [
          Number(after?.[0] ?? 0) + i + 1,
          "=1+1",
        ]),
      );
    };
  });
}

export const upload = (person: Person, file: File, more: object = {}) =>
  person.call(fileApi.upload, { body: { files: file, ...more } });
export async function context(person: Person): Promise<RequestContext> {
  const caller = await office.composition.auth.sessions.resolve(person.token);
  if (isRefused(caller)) throw new Error("no caller");
  return { caller, address: "", device: "", requestId: "", origin: "", files: [], headers: {} };
}
export const setStorage = (storageMb: number) =>
  office.ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ storageMb }).where("compId", "=", compId).execute(),
  );
