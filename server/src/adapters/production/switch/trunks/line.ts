/** One leg over trunks, and what its call says in its headers. */
import type { LegId, OriginateRequest, Release } from "../../../../ports/switch.ts";
import { wantedHeaders } from "../../../embedded/switch/sip/headers.ts";

export interface Line {
  readonly leg: LegId;
  trunk: string;
  channel: string;
  /** Not tried yet. */
  left: readonly string[];
  readonly call?: {
    readonly number: string;
    readonly request: OriginateRequest;
    /** Trunks that are told these headers, too. */
    readonly told: readonly string[];
    readonly headers: Readonly<Record<string, string>>;
  };
  release: Release;
  up: boolean;
  silent: NodeJS.Timeout | undefined;
}

export const newLine = (leg: LegId, known: Partial<Line>): Line => ({
  leg,
  trunk: "",
  channel: "",
  left: [],
  release: {},
  up: false,
  silent: undefined,
  ...known,
});

/** What its far side told, at the end. status: of its final response, 0: there was none. */
export const released = (
  { release: { rang, earlyMedia } }: Line,
  status: number,
  q850: number | undefined,
): Release => ({
  ...(rang ? { rang } : {}),
  ...(earlyMedia ? { earlyMedia } : {}),
  ...(status > 0 ? { sipCode: status } : {}),
  ...(q850 === undefined ? {} : { q850 }),
});

/** Set on the channel before it is dialled. */
export function variablesOf(request: OriginateRequest): Readonly<Record<string, string>> {
  const { headers: _, autoAnswer: __, ...plain } = request;
  const lines = wantedHeaders({ ...plain, headers: outwards(request.headers ?? {}) }).map((line) => line.split(": "));
  return {
    "CONNECTEDLINE(num,i)": request.from || "anonymous",
    ...Object.fromEntries(lines.map(([name = "", ...value]) => [`PJSIP_HEADER(add,${name})`, value.join(": ")])),
  };
}

/** Our own are for devices: what a call is called here is nobody's business outside. */
const outwards = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^X-Liantai-/i.test(name)));
