import { createBus, type BusEvents } from "@liantai/bus";
import { selectTelephony, store, type TelephonyState } from "@liantai/api/client";
import { followStation, perSession, tellWindows } from "./own-window.ts";
import { isPopupWindow, windowNameOf } from "./window-name.ts";

/** Pages of one session: what one says the others hear. */
function channels() {
  const all: { hear: ((event: MessageEvent) => void)[] }[] = [];
  return () => {
    const own = { hear: [] as ((event: MessageEvent) => void)[] };
    all.push(own);
    return {
      postMessage(data: unknown) {
        const sent = JSON.parse(JSON.stringify(data)) as unknown;
        for (const one of all) if (one !== own) for (const heard of one.hear) heard({ data: sent } as MessageEvent);
      },
      addEventListener: (_: string, heard: (event: MessageEvent) => void) => void own.hear.push(heard),
    } as never;
  };
}
const call = { callId: "c1", direction: "inbound", number: "138****5678", at: 1 } as const;

function pages(owns: boolean[]) {
  const join = channels();
  const stations = owns.map((ownsMedia) => {
    const bus = createBus();
    const dialled: unknown[] = [];
    let changed: () => void = () => undefined;
    let state: TelephonyState = { ...selectTelephony(store.getState()), ownsMedia };
    bus.subscribe("call.dial", (to) => dialled.push(to));
    const end = tellWindows({ bus, channel: join(), telephony: () => state }, (run) => {
      changed = run;
      return () => (changed = () => undefined);
    });
    const become = (part: Partial<TelephonyState>) => {
      state = { ...state, ...part };
      changed();
    };
    return { bus, dialled, become, end };
  });
  const open = () => {
    const bus = createBus();
    const heard: [string, unknown][] = [];
    const states: object[] = [];
    for (const name of ["call.answered", "call.ended"] as const satisfies readonly (keyof BusEvents)[])
      bus.subscribe(name, (payload: unknown) => heard.push([name, payload]));
    const ports = { bus, channel: join(), telephony: () => selectTelephony(store.getState()) };
    const end = followStation(ports, (part) => states.push(part));
    return { bus, heard, states, end };
  };
  return { stations, open };
}

test("F85 a popup's window is known by its name", () => {
  expect(isPopupWindow(windowNameOf("c1"))).toBe(true);
  expect(isPopupWindow("")).toBe(false);
});

test("F85 it hears of the call from the one page that has the audio, and of its state at once", () => {
  const { stations, open } = pages([false, true]);
  const [other, own] = stations;
  own!.become({ socketId: "s1" });
  const { heard, states } = open();
  expect(states).toEqual([expect.objectContaining({ call: null, socketId: "s1" })]);
  for (const { bus } of [other!, own!]) bus.publish("call.answered", call);
  own!.bus.publish("call.ended", { callId: "c1", cause: "completed" });
  expect(heard).toEqual([
    ["call.answered", call],
    ["call.ended", { callId: "c1", cause: "completed" }],
  ]);
  own!.become({ socketId: "s1" });
  expect(states).toHaveLength(1);
  own!.become({ socketId: "s2" });
  expect(states.at(-1)).toMatchObject({ socketId: "s2" });
});

test("F85 what it dials the page with the audio dials, once", () => {
  const { stations, open } = pages([false, true]);
  open().bus.publish("call.dial", { ref: "v1.sealed" });
  expect(stations.map(({ dialled }) => dialled)).toEqual([[], [{ ref: "v1.sealed" }]]);
});

test("F85 after its session neither speaks on its channel", () => {
  const { stations, open } = pages([true]);
  const [own] = stations;
  const popup = open();
  popup.end();
  popup.bus.publish("call.dial", { ref: "v1.sealed" });
  expect(own!.dialled).toEqual([]);
  own!.end();
  own!.become({ socketId: "s2" });
  own!.bus.publish("call.answered", call);
  expect([popup.heard, popup.states.length]).toEqual([[], 1]);
});

test("what is joined for a session ends with it", () => {
  const log: string[] = [];
  const sessionIs = perSession((id) => {
    log.push(`join ${id}`);
    return () => log.push(`end ${id}`);
  });
  for (const id of [undefined, "a", "a", "b", undefined, "b"]) sessionIs(id);
  expect(log).toEqual(["join a", "end a", "join b", "end b", "join b"]);
});
