import { createHash } from "node:crypto";
import { mark, type AreaProbes } from "./types.ts";

/** The matrix' call of the first enterprise. */
const callId = "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11";

export const filesProbes: AreaProbes = {
  probes: {
    fileUpload: (_, own) => ({
      body: { compId: own, tag: "x", files: new File([Buffer.from("89504e470d0a1a0a", "hex")], "a.png") },
    }),
    fileDown: (ids, own) => ({ query: { id: ids["file"]!, compId: own } }),
    fileRecord: () => ({ query: { callId } }),
    fileSplit: () => ({ query: { callId, channel: "right" } }),
    fileTicket: (ids) => ({ body: { kind: "export", id: ids["fileJob"] } }),
    fileDownloadList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    fileDownloadAdd: () => ({ body: { kind: "callRecord", params: { compId: "100001" } } }),
    fileDownloadHtml: () => ({ body: { name: "报表", html: "<table><tr><td>1</td></tr></table>" } }),
    fileDownloadCancel: (ids) => ({ body: { ids: [ids["fileJob"]] } }),
    fileDownloadDelete: (ids) => ({ body: { ids: [ids["fileJob"]] } }),
    importJobOpen: (_, own) => ({ body: { kind: "agent", compId: own } }),
    dualCallRecords: (_, own) => ({
      body: { compId: own, startTime: "2020-01-01 00:00:00", endTime: "2030-01-01 00:00:00" },
    }),
    dualCallRecording: (_, own) => ({ body: { compId: own, callId } }),
    callLegs: (_, own) => ({ body: { callId, compId: own } }),
    callFormData: (_, own) => ({ body: { callId, compId: own } }),
    dualCall: (_, own) => ({ body: { compId: own, agentId: "9002", callee: "13800138000", idempotencyKey: "k" } }),
    callRecordExport: () => ({ body: { startTime: "2020-01-01 00:00:00", endTime: "2030-01-01 00:00:00" } }),
    callRecordSheet: () => ({ query: { startTime: "2020-01-01 00:00:00", endTime: "2030-01-01 00:00:00" } }),
    recordPackageList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    recordPackageAdd: () => ({ body: { startTime: "2020-01-01 00:00:00", endTime: "2030-01-01 00:00:00" } }),
    fileDownloadDown: (ids) => ({ query: { id: ids["fileJob"]! } }),
  },
  async fixtures(trx, own, ports) {
    const [file, fileJob] = [ports.random.id(), ports.random.id()];
    const at = new Date(ports.clock.now());
    const bytes = Buffer.from(mark);
    for (const key of ["files/probe", "exports/probe"]) await ports.blobs.put(key, bytes);
    await trx
      .insertInto("file")
      .values({
        compId: own,
        id: file,
        ownerId: "somebody",
        ownerName: mark,
        name: `${mark}.png`,
        bytes: bytes.length,
        type: "png",
        contentType: "image/png",
        sha256: createHash("sha256").update(bytes).digest("hex"),
        blobKey: "files/probe",
        at,
        expiresAt: null,
      })
      .execute();
    await trx
      .insertInto("file_job")
      .values({
        compId: own,
        id: fileJob,
        ownerId: "somebody",
        ownerName: mark,
        kind: "htmlReport",
        name: mark,
        params: "{}",
        owner: "{}",
        state: "done",
        progress: 100,
        bytes: bytes.length,
        extension: "html",
        contentType: "text/html",
        blobKey: "exports/probe",
        leaseUntil: at,
        createdAt: at,
        finishedAt: at,
        expiresAt: new Date(at.getTime() + 86_400_000),
      })
      .execute();
    return { file, fileJob };
  },
};
