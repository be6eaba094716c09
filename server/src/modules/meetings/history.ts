/** 会议统计: meetings that were held, as a list, as a file, and their recordings. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { meetingEnds, meetingRoomApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { attachment } from "../../http/names.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import type { BinaryReply, Caller, RequestContext } from "../../http/routes.ts";
import { timeRange } from "../../http/time-range.ts";
import type { Cell } from "../../sheets/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { callerOf, keyset, type ExportRun } from "../files/index.ts";
import { serviceOf } from "../service.ts";
import { seatOf } from "./policy.ts";
import { presentMeeting } from "./present.ts";
import {
  findMeeting,
  meetingsAfter,
  openers,
  pageMeetings,
  type HeldMeeting,
  type MeetingFilter,
} from "./history-repository.ts";
import { visibleRooms } from "./repository.ts";
import { forJobs } from "../../ports/database.ts";

type Api = typeof meetingRoomApi;
type Asked = Omit<BodyOf<Api["export"]>, "compId">;

async function filterOf(
  { ports }: AdministrationDeps,
  compId: string,
  caller: Caller,
  asked: Asked,
): Promise<MeetingFilter> {
  const seat = seatOf(caller);
  const rooms =
    seat === undefined ? undefined : await ports.database.tenant(compId, (trx) => visibleRooms(trx, compId, seat));
  return { rooms, roomId: asked.roomId, name: asked.name, ...timeRange(ports.clock.now(), asked) };
}

/** A seat that is gone keeps its number; an account's id is no name. */
const opener = ({ openedBy }: HeldMeeting, names: ReadonlyMap<string, string>): string =>
  names.get(openedBy) ?? (/^\d{1,10}$/.test(openedBy) ? openedBy : "");

async function list(
  deps: AdministrationDeps,
  body: BodyOf<Api["history"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["history"]>> {
  const compId = compOf(caller, body.compId);
  const filter = await filterOf(deps, compId, caller, body);
  const { rows, total, names } = await deps.ports.database.tenant(compId, async (trx) => {
    const page = await pageMeetings(trx, compId, filter, body);
    return { ...page, names: await openers(trx, compId, [...new Set(page.rows.map(({ openedBy }) => openedBy))]) };
  });
  const { pageNo, pageSize } = body;
  const list = rows.map((row) => presentMeeting({ ...row, openedBy: opener(row, names) }, hidesNumbers(caller)));
  return { list, total, pageNo, pageSize };
}

const exportKind = "meeting";
const pageRows = 500;
const columns = [
  "会议室",
  "会议编号",
  "会议开始",
  "会议结束",
  "成员",
  "号码",
  "主持人",
  "入会时间",
  "退出时间",
  "静音（秒）",
  "退出原因",
];

const time = (ms: number | null): string => (ms === null ? "" : formatTime(new Date(ms)));

/** A line for each stay. */
async function* cells(rows: AsyncIterable<HeldMeeting>, hide: boolean): AsyncGenerator<readonly Cell[]> {
  for await (const row of rows) {
    const { name, meetingId, from, to, members } = presentMeeting(row, hide);
    for (const stay of members)
      yield [
        name,
        meetingId,
        time(from),
        time(to),
        stay.name || stay.agentId || stay.number,
        stay.number,
        stay.host ? "是" : "否",
        time(stay.from),
        time(stay.to),
        Math.round(stay.mutedMs / 1_000),
        stay.why === "" ? "" : meetingEnds[stay.why],
      ];
  }
}

interface Params extends Asked {
  readonly of: string;
}

function registerExport(deps: AdministrationDeps): void {
  const { database } = deps.ports;
  deps.files.exports.register<Params>(exportKind, {
    title: "会议统计",
    pages: ["/meetingstatistical"],
    numbers: true,
    fetch: meetingRoomApi.export.permission,
    open: { permission: meetingRoomApi.export.permission, params: meetingRoomApi.export.body! },
    async produce({ owner, params: { of, ...asked } }: ExportRun<Params>) {
      const caller = callerOf(owner);
      const filter = await filterOf(deps, of, caller, asked);
      const rows = keyset<HeldMeeting>(pageRows, (after) =>
        forJobs(database).tenant(of, (trx) => meetingsAfter(trx, of, filter, after, pageRows)),
      );
      return {
        columns: columns.map((title) => ({ title })),
        rows: cells(rows, hidesNumbers(caller)),
        sheetName: "会议统计",
      };
    },
  });
}

/** The range as it is now: today is another day when the job runs. */
function start(deps: AdministrationDeps, { compId: named, ...asked }: BodyOf<Api["export"]>, context: RequestContext) {
  const of = compOf(context.caller, named);
  const { from, to } = timeRange(deps.ports.clock.now(), asked);
  const params: Params = { ...asked, of, startTime: formatTime(from), endTime: formatTime(to) };
  return deps.files.exports.start(context, { kind: exportKind, params });
}

async function record(
  { ports }: AdministrationDeps,
  { compId: named, meetingId }: { readonly compId?: string | undefined; readonly meetingId: string },
  { caller }: RequestContext,
): Promise<BinaryReply> {
  const compId = compOf(caller, named);
  const meeting = await ports.database.tenant(compId, (trx) => findMeeting(trx, compId, meetingId));
  if (!meeting) throw new AppError("notFound", "会议不存在");
  if (meeting.recordingKey === null) throw new AppError("notFound", "该会议没有录音");
  const name = `会议_${meeting.name}_${formatTime(meeting.startAt).replaceAll(/[-: ]/g, "")}.wav`;
  return {
    binary: await ports.blobs.read(meeting.recordingKey),
    contentType: "audio/wav",
    headers: { "content-disposition": attachment(name), "content-length": String(meeting.recordingBytes ?? 0) },
  };
}

export const createHistory = (deps: AdministrationDeps) => {
  registerExport(deps);
  return serviceOf(deps, { list, start, record });
};
