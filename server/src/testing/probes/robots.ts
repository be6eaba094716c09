import { probedCallId } from "./privacy.ts";
import { crudProbes, mark, type AreaProbes } from "./types.ts";

const asked = (own: string) => ({
  compId: own,
  startTime: "2020-01-01 00:00:00",
  endTime: "2030-01-01 00:00:00",
  pageSize: 200,
});

export const robotsProbes: AreaProbes = {
  probes: {
    ...crudProbes("robotAgent", "robotAgent", { name: "外来", flowId: "foreign" }),
    digitalHumanList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    robotRecordList: (ids, own) => ({ body: { ...asked(own), robotId: ids["robotAgent"] } }),
    digitalHumanRecordList: (_, own) => ({ body: asked(own) }),
    robotPictureUpload: (_, own) => ({ body: { compId: own } }),
    robotPicture: (ids) => ({ query: { id: ids["robotPicture"]! } }),
    robotMonitor: (_, own) => ({ body: { compId: own } }),
  },
  async fixtures(trx, own, { clock, random }) {
    const [robotAgent, robotPicture] = [random.id(), random.id()];
    const at = new Date(clock.now());
    await trx
      .insertInto("robot_agent")
      .values({
        ...{ compId: own, id: robotAgent, name: mark, flowId: "of-another", kind: 2, pictureId: robotPicture },
      })
      .execute();
    await trx
      .insertInto("robot_talk")
      .values({
        ...{ compId: own, callId: probedCallId, seq: 1, robotId: robotAgent, robotName: mark, flowId: "of-another" },
        ...{ line: mark, number: "13812345678", takenAt: at, leftAt: at, outcome: "ended", turns: 1, talkMs: 1_000 },
      })
      .execute();
    await trx
      .insertInto("file")
      .values({
        ...{ compId: own, id: robotPicture, ownerId: "somebody", ownerName: "", name: `${mark}.png`, bytes: 1 },
        ...{ type: "png", contentType: "image/png", tag: "robotPicture", sha256: "", blobKey: "files/none", at },
      })
      .execute();
    return { robotAgent, robotPicture };
  },
};
