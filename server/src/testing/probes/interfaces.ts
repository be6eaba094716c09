import { sealerOf } from "../../modules/system/index.ts";
import { crudProbes, mark, type AreaProbes } from "./types.ts";

const fields = {
  name: "外来",
  events: ["ended"],
  url: "https://stranger.example/hook",
  method: "POST",
  headers: [],
  signed: 0,
  mapping: [],
  timeoutS: 1,
  maxTries: 1,
  sendFullNumbers: 0,
  enabled: 0,
};

export const interfacesProbes: AreaProbes = {
  probes: {
    ...crudProbes("interfaceConfig", "interface", fields),
    interfaceConfigGet: (ids) => ({ body: { id: ids["interface"]! } }),
    // With the stranger's id it fails before anything is sent.
    interfaceConfigTest: (ids) => ({ body: { id: ids["interface"]!, event: "ended", ...fields } }),
    interfaceDeliveryList: (ids, own) => ({ body: { compId: own, interfaceId: ids["interface"]!, pageSize: 200 } }),
    interfaceDeliveryRetry: (ids) => ({ body: { ids: [ids["interfaceDelivery"]!] } }),
    interfaceAllowanceList: (_, own) => ({ body: { compId: own } }),
    interfaceAllowanceAdd: (_, own) => ({ body: { compId: own, target: "10.0.0.0/8" } }),
    interfaceAllowanceDelete: (ids) => ({ body: { ids: [ids["interfaceAllowance"]!] } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const at = new Date(clock.now());
    const [id, allowance] = [random.id(), random.id()];
    const delivery = `${id}.call.1`;
    await trx
      .insertInto("outward_interface")
      .values({
        compId: own,
        id,
        name: mark,
        events: ["ended"],
        url: "https://own.example/hook",
        method: "POST",
        // With the key that tests have (testing/office.ts).
        headers: sealerOf(Buffer.alloc(32, 1)).seal("[]", `interface/${own}/${id}/headers`),
        signed: 0,
        secret: null,
        mapping: "[]",
        timeoutS: 5,
        maxTries: 8,
        sendFullNumbers: 0,
        enabled: 0,
      })
      .execute();
    await trx
      .insertInto("interface_delivery")
      .values({
        compId: own,
        id: delivery,
        interfaceId: id,
        event: "ended",
        callId: mark,
        eventAt: at,
        state: "failed",
        attempts: 8,
        body: mark,
        status: 500,
        ms: 1,
        error: mark,
        response: mark,
      })
      .execute();
    await trx
      .insertInto("interface_allowance")
      .values({ compId: own, id: allowance, target: `${mark}.example`, ports: "", createdBy: mark, createdAt: at })
      .execute();
    return { interface: id, interfaceDelivery: delivery, interfaceAllowance: allowance };
  },
};
