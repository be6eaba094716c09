import { crudProbes, mark, type AreaProbes } from "./types.ts";

export const voicesProbes: AreaProbes = {
  probes: {
    voiceList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    voiceAdd: (_, own) => ({ body: { compId: own, name: "x", source: "upload" } }),
    voiceSynthesise: (_, own) => ({ body: { compId: own, name: "x", text: "您好" } }),
    voiceUpdate: (ids) => ({ body: { id: ids["voice"], name: "x" } }),
    voiceReplace: (ids) => ({ body: { id: ids["voice"]!, source: "upload" } }),
    voiceDelete: (ids) => ({ body: { ids: [ids["voice"]] } }),
    voicePlay: (ids) => ({ query: { id: ids["voice"]! } }),
    voicePreview: "none",
    voiceUses: (ids) => ({ body: { id: ids["voice"] } }),
    voiceResourceList: (ids, own) => ({ body: { compId: own, voiceId: ids["voice"] } }),
    voiceResourceAdd: (ids) => ({ body: { voiceId: ids["voice"], use: "greeting", targetIds: ["4001"] } }),
    voiceResourceUpdate: (ids) => ({ body: { voiceId: ids["voice"], use: "greeting", targetId: "4001" } }),
    voiceResourceDelete: (ids) => ({ body: { voiceId: ids["voice"], use: "greeting", targetIds: ["4001"] } }),
    voiceAllotList: (ids, own) => ({ body: { compId: own, voiceId: ids["voice"], use: "greeting" } }),
    ...crudProbes("suspendTarget", "suspendTarget", {
      name: "外来",
      enabled: 1,
      text: "您好",
      want: "nothing",
      leastDigits: 1,
      mostDigits: 6,
      secret: 0,
      seconds: 15,
      turns: 3,
      recorded: 1,
    }),
    voiceNotAllotList: (ids) => ({ body: { voiceId: ids["voice"], use: "greeting" } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const voice = random.id();
    await trx
      .insertInto("voice")
      .values({
        compId: own,
        id: voice,
        name: `${mark}语音`,
        source: "tts",
        text: mark,
        durationMs: 1_000,
        bytes: 1,
        blobKey: "voices/secret.wav",
        createdAt: new Date(clock.now()),
        createdBy: mark,
      })
      .execute();
    const suspendTarget = random.id();
    await trx
      .insertInto("suspend_target")
      .values({ compId: own, id: suspendTarget, name: mark, text: mark, want: "nothing", options: "[]" })
      .execute();
    return { voice, suspendTarget };
  },
};
