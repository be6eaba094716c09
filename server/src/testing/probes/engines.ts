import { crudProbes, mark, type AreaProbes } from "./types.ts";

const engine = {
  name: "x",
  provider: "http",
  address: "https://tts.example.com/say",
  concurrency: 1,
  timeoutMs: 1_000,
  enabled: 1,
};

export const enginesProbes: AreaProbes = {
  probes: {
    ...crudProbes("engine", "engine", engine),
    engineTest: (ids) => ({ body: { id: ids["engine"]! } }),
    engineOptions: (_, own) => ({ body: { compId: own } }),
    engineAllotList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    engineAllot: (ids, own) => ({ body: { compId: own, kind: "tts", engines: [{ engineId: ids["engine"]! }] } }),
  },
  async fixtures(trx, own, { random }) {
    const id = random.id();
    // An address that is refused before anything is sent.
    const row = { kind: "tts", provider: "http", address: "http://127.0.0.1:1/", voices: '["x"]' };
    await trx
      .insertInto("speech_engine")
      .values({ id, name: `${mark}引擎`, ...row })
      .execute();
    await trx
      .insertInto("speech_engine_allotment")
      .values({ compId: own, kind: "tts", rank: 0, engineId: id, voice: mark })
      .execute();
    return { engine: id };
  },
};
