import { crudProbes, mark, type AreaProbes } from "./types.ts";

export const robotsProbes: AreaProbes = {
  probes: {
    ...crudProbes("robotAgent", "robotAgent", { name: "外来", flowId: "foreign" }),
    robotMonitor: (_, own) => ({ body: { compId: own } }),
  },
  async fixtures(trx, own, { random }) {
    const robotAgent = random.id();
    await trx
      .insertInto("robot_agent")
      .values({ compId: own, id: robotAgent, name: mark, flowId: "of-another" })
      .execute();
    return { robotAgent };
  },
};
