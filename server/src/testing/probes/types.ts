/** How the role matrix (modules/auth/matrix.test.ts) tries to get at another enterprise's data. */
import type { Trx } from "../../ports/database.ts";
import type { TestPorts } from "../index.ts";

export interface Probe {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Ids of the first enterprise's things, as the areas' fixtures made them. */
export type ProbeIds = Readonly<Record<string, string>>;

/** By endpoint name. 'none': the endpoint takes no id and says only what belongs to the caller. */
export type Probes = Readonly<Record<string, ((ids: ProbeIds, own: string) => Probe) | "none">>;

/** Everything a fixture makes for the first enterprise has this in its name: a reply that holds it has leaked. */
export const mark = "甲企业私有";

export interface AreaProbes {
  readonly probes: Probes;
  /** Makes what the probes ask for; returns its ids by names that the probes use. */
  fixtures(trx: Trx, own: string, ports: TestPorts): Promise<ProbeIds>;
}

export const noFixtures = async (): Promise<ProbeIds> => ({});

/** The four endpoints of a plain resource, asked by the id that the fixtures called `id`. */
export const crudProbes = (name: string, id: string, fields: object = {}): Probes => ({
  [`${name}List`]: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
  [`${name}Add`]: (_, own) => ({ body: { compId: own, ...fields } }),
  [`${name}Update`]: (ids) => ({ body: { id: ids[id], ...fields } }),
  [`${name}Delete`]: (ids) => ({ body: { ids: [ids[id]] } }),
});

/** A form's popup that was never set, as a row holds it. */
export const noPopup = JSON.stringify({
  isPopup: 0,
  inbound: "ring",
  outbound: "answer",
  accessNumbers: [],
  skillGroupIds: [],
});
