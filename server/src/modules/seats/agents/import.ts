/**
 * Seats from a workbook. One initial password for the whole import, hashed once and shown once: 10,000 argon2id hashes would
 * take minutes. All rows share its PHC string, salt included; that gives nothing away that a shared password does not, and
 * each account must change it at the first sign-in.
 */
import { insertAccounts } from "../../auth/index.ts";
import { formUserName, isTelephone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { dialledTelephone, newSeat, seatImportApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { isBound, liftedText } from "../../../http/hidden-number.ts";
import type { BinaryReply, RequestContext } from "../../../http/routes.ts";
import { forJobs, type Trx } from "../../../ports/database.ts";
import { seatLimit } from "../../enterprises/index.ts";
import { hashPassword, randomPassword } from "../../system/index.ts";
import { serviceOf } from "../../service.ts";
import { initialPasswordLength, type SeatsDeps } from "../deps.ts";
import type { ImportSpec, ImportStart } from "../../files/index.ts";
import { bindAll, extensionOwners, roomCodes } from "../extensions/repository.ts";
import type { ExtensionsService } from "../extensions/service.ts";
import { listGroups } from "../groups/repository.ts";
import { seatColumns as sheetColumns, type SeatLine } from "./import-columns.ts";
import {
  accessNumbersOf,
  existingAccounts,
  existingSeatIds,
  forwardTargets,
  insertSeats,
  seatRoles,
} from "./repository.ts";
import { settingsOf } from "./checks.ts";
import { newAccount, seatColumns } from "./columns.ts";
import { forwardLoop } from "./forwarding.ts";

type Body = BodyOf<typeof seatImportApi.importData>;

/** What the rows are held against: read once, and kept up with as rows are saved. */
interface Known {
  readonly digits: number;
  readonly groups: ReadonlyMap<string, string>;
  readonly extensions: Map<string, string | null>;
  /** Codes of meeting rooms, which no extension may have. */
  readonly rooms: ReadonlySet<string>;
  /** Where the seats go that forward their calls. */
  readonly targets: Map<string, string>;
  readonly roles: ReadonlyMap<number, string>;
  readonly userNames: ReadonlySet<string>;
  readonly accessNumbers: ReadonlySet<string>;
  /** Extensions that rows of the sheet have, and that are made with them. */
  readonly coming: Set<string>;
}

/** What the rows of one batch bind and set. */
interface Taken {
  readonly owners: Map<string, string>;
  /** Extensions that are made. */
  readonly made: Set<string>;
  readonly targets: Map<string, string>;
}

interface Deps extends SeatsDeps {
  readonly extensions: Pick<ExtensionsService, "make">;
}

function template(deps: Deps): BinaryReply {
  return deps.files.imports.template("坐席", sheetColumns(4));
}

function run(deps: Deps, body: Body, context: RequestContext): Promise<ReplyOf<typeof seatImportApi.importData>> {
  const { makeExtensions } = body;
  return deps.files.imports.start("agent", context, compOf(context.caller, body.compId), { makeExtensions });
}

async function spec(
  deps: Deps,
  { context, compId, params, secret }: ImportStart<Pick<Body, "makeExtensions">>,
): Promise<ImportSpec<SeatLine>> {
  const { ports } = deps;
  const known = await ports.database.tenant(compId, (trx) => read(trx, compId));
  const password = secret ?? randomPassword(ports.random, initialPasswordLength);
  const hash = await hashPassword(password);
  const at = new Date(ports.clock.now());
  const makes = params.makeExtensions === 1;
  return {
    name: "坐席",
    foresee: ({ extension }) => void (makes && extension && !known.rooms.has(extension) && known.coming.add(extension)),
    columns: sheetColumns(known.digits),
    secret: password,
    key: (row) => row.agentId,
    repeated: (row) => `坐席工号${row.agentId}重复`,
    existing: (ids) =>
      forJobs(ports.database).tenant(compId, async (trx) => new Set([...(await existingSeatIds(trx, compId, ids))])),
    save: (batch, keep) =>
      forJobs(ports.database).tenant(compId, async (trx) =>
        keep(trx, await save(deps, trx, context, compId, batch, known, makes, hash, at)),
      ),
  };
}

/** One batch: its faults at their places, the others saved. */
async function save(
  deps: Deps,
  trx: Trx,
  context: RequestContext,
  compId: string,
  batch: readonly SeatLine[],
  known: Known,
  makeExtensions: boolean,
  hash: string,
  at: Date,
): Promise<readonly (string | undefined)[]> {
  const { max, left } = await seatLimit(trx, compId);
  let room = left;
  const taken: Taken = { owners: new Map(), made: new Set(), targets: new Map() };
  const make = (extension: string) => {
    if (!known.extensions.has(extension)) taken.made.add(extension);
  };
  const good: SeatLine[] = [];
  const faults = batch.map((line) => {
    const fault =
      check(compId, line, known, taken, makeExtensions) ??
      (line.isHiddenNum === 0 ? liftedText(context.caller) : undefined) ??
      (room <= 0 ? `坐席数已达上限（${max}个）` : undefined);
    if (fault !== undefined) return fault;
    room -= 1;
    good.push(line);
    if (line.forwardModes) {
      const to = dialledTelephone(line.forwardTo ?? "");
      taken.targets.set(line.agentId, to);
      // That row may yet fail: the extension that calls go to is there all the same.
      if (known.coming.has(to)) make(to);
    }
    if (line.extension) {
      taken.owners.set(line.extension, line.agentId);
      make(line.extension);
    }
    return undefined;
  });
  if (good.length === 0) return faults;
  const rows = good.map((line) => ({
    ...newSeat,
    ...(isBound(context.caller) ? { isHiddenNum: 1 } : {}),
    ...line,
    groupId: line.group ? known.groups.get(line.group)! : "",
  }));
  await insertSeats(
    trx,
    rows.map((row) => ({ compId, agentId: row.agentId, ...seatColumns(row) })),
  );
  await insertAccounts(
    trx,
    rows.map((row) => ({
      ...newAccount(compId, row.agentId, row, known.roles.get(row.roleType)!, hash, at),
      id: deps.ports.random.id(),
    })),
  );
  if (taken.made.size > 0) await deps.extensions.make(trx, compId, [...taken.made]);
  await bindAll(trx, compId, [...taken.owners]);
  await deps.audit.write(trx, context, {
    compId,
    object: "seat",
    action: "import",
    id: "import",
    name: `导入${good.length}个坐席`,
    after: { count: good.length },
  });
  for (const extension of taken.made) known.extensions.set(extension, null);
  for (const [extension, agentId] of taken.owners) known.extensions.set(extension, agentId);
  for (const [agentId, to] of taken.targets) known.targets.set(agentId, to);
  return faults;
}

async function read(trx: Trx, compId: string): Promise<Known> {
  const groups = await listGroups(trx, compId, {});
  const byId = new Map(groups.map((group) => [group.id, group]));
  const names = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const group of groups) {
    if (names.has(group.name)) ambiguous.add(group.name);
    names.set(group.name, group.id);
    const parent = group.parentId === null ? undefined : byId.get(group.parentId);
    if (parent) names.set(`${parent.name}/${group.name}`, group.id);
  }
  for (const name of ambiguous) names.delete(name);
  const roles = new Map<number, string>();
  for (const role of await seatRoles(trx, compId)) if (!roles.has(role.roleType)) roles.set(role.roleType, role.id);
  return {
    digits: (await settingsOf(trx, compId)).idDigits,
    groups: names,
    extensions: await extensionOwners(trx, compId),
    rooms: await roomCodes(trx, compId),
    targets: await forwardTargets(trx, compId),
    roles,
    userNames: await existingAccounts(trx, compId),
    accessNumbers: await accessNumbersOf(trx, compId),
    coming: new Set(),
  };
}

/** `taken`: extensions of rows before it; later ones are coming. Of a circle over several rows the one that closes it is refused. */
function forwardFault(
  { agentId, forwardModes, forwardTo = "", extension = "", terminalType, phone = "" }: SeatLine,
  known: Known,
  taken: Taken,
): string | undefined {
  if (!forwardModes) return forwardTo ? "填写呼转号码时，请填写呼转条件" : undefined;
  const number = dialledTelephone(forwardTo);
  if (number === "") return "请填写呼转号码";
  if (number === extension) return "不能呼转到自己的分机";
  if (terminalType === 0 && number === dialledTelephone(phone)) return "不能呼转到自己的外线号码";
  if (known.accessNumbers.has(number)) return "不能呼转到本企业的接入号码";
  if (!taken.owners.has(number) && !known.extensions.has(number) && !known.coming.has(number))
    return isTelephone(number) ? undefined : `呼转号码${number}不是分机，也不是电话号码`;
  return forwardLoop({ agentId, extension }, number, {
    owners: { get: (to) => taken.owners.get(to) ?? known.extensions.get(to) },
    targets: { get: (seat) => taken.targets.get(seat) ?? known.targets.get(seat) },
  });
}

function check(
  compId: string,
  line: SeatLine,
  known: Known,
  taken: Taken,
  makeExtensions: boolean,
): string | undefined {
  const roleType = line.roleType ?? newSeat.roleType;
  if (!known.roles.has(roleType)) return "企业还没有该角色的权限角色，请先添加";
  if (known.userNames.has(formUserName(compId, roleType, line.agentId))) return "该角色下已有同名账号";
  if (line.group && !known.groups.has(line.group)) return `坐席组“${line.group}”不存在或有重名，重名时请填 上级组/组名`;
  if (line.terminalType === 0 && !line.phone) return "终端类型为外线电话时，请填写外线号码";
  const fault = forwardFault(line, known, taken);
  if (fault !== undefined || !line.extension) return fault;
  if (!known.extensions.has(line.extension)) {
    if (!makeExtensions) return `分机${line.extension}不存在`;
    if (known.rooms.has(line.extension)) return `分机${line.extension}与会议室的会议号相同`;
  }
  const owner = known.extensions.get(line.extension) ?? taken.owners.get(line.extension);
  return owner ? `分机${line.extension}已绑定坐席${owner}` : undefined;
}

export function createSeatImport(deps: SeatsDeps, extensions: ExtensionsService) {
  const all = { ...deps, extensions };
  deps.files.imports.register<Pick<Body, "makeExtensions">, SeatLine>("agent", {
    screen: { name: "seats", title: "坐席" },
    right: seatImportApi.importData.permission,
    prepare: (run) => spec(all, run),
  });
  return serviceOf(all, { template, run });
}
