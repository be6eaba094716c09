/** Barred numbers from a sheet. */
import { isMasked, maskedText, type BodyOf } from "@liantai/api/contract";
import { blackListApi, dialField, remarkField } from "@liantai/api/contract/admin";
import { string } from "yup";
import { installation } from "../../http/company.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import { forJobs, type Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { ImportSpec, ImportStart } from "../files/index.ts";
import { publish } from "../topics.ts";
import { barredAlready, insertBars } from "./repository.ts";

const callTypes = ["呼入", "呼出", "呼入和呼出"] as const;

type Row = {
  readonly phone: string;
  readonly callType?: string;
  readonly remark?: string;
};

const columns = [
  {
    title: "号码",
    name: "phone",
    required: true,
    schema: dialField("号码", 20).test("whole", maskedText("号码"), (phone) => !isMasked(phone ?? "")),
  },
  {
    title: "限制方向",
    name: "callType",
    schema: string()
      .label("限制方向")
      .oneOf(["", ...callTypes], `限制方向只能是${callTypes.join("、")}`),
  },
  { title: "原因", name: "remark", schema: remarkField("原因") },
];

export function importBlackList(
  { ports: { database, broker, random, clock }, audit, files }: Pick<AdministrationDeps, "ports" | "audit" | "files">,
  whose: (caller: Caller, type: number, named: string | undefined) => string,
) {
  const prepare = async ({ context, compId }: ImportStart<object>): Promise<ImportSpec<Row>> => {
    // system: the installation's list stands under 000000, which only operators get at.
    const within = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
      compId === installation ? database.system(work) : forJobs(database).tenant(compId, work);
    return {
      name: "黑名单",
      columns,
      key: (row) => row.phone,
      numbers: (row) => [row.phone],
      existing: (phones) => within((trx) => barredAlready(trx, compId, phones)),
      async save(batch, keep) {
        const kept = await within(async (trx) => {
          const at = new Date(clock.now());
          await insertBars(
            trx,
            batch.map((row) => ({
              compId,
              id: random.id(),
              phone: row.phone,
              isPrefix: 0,
              callType: row.callType ? callTypes.indexOf(row.callType as "呼入") : 2,
              remark: row.remark ?? "",
              createdAt: at,
              createdBy: context.caller.nickName,
            })),
          );
          await audit.write(trx, context, {
            compId,
            object: "blackList",
            action: "import",
            id: "",
            name: `导入${batch.length}个号码`,
            after: { count: batch.length },
          });
          return keep(trx);
        });
        await publish(broker, "blackList.changed", { compId });
        return kept;
      },
    };
  };
  files.imports.register<object, Row>("blackList", {
    screen: { name: "enterpriseblacklist", title: "黑名单" },
    right: blackListApi.importData.permission,
    prepare,
  });
  return {
    template: () => files.imports.template("黑名单", columns),
    importData: ({ blackListType, compId: named }: BodyOf<typeof blackListApi.importData>, context: RequestContext) =>
      files.imports.start("blackList", context, whose(context.caller, blackListType, named), {}),
  };
}
