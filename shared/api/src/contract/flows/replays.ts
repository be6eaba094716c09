/** Calls that were in a flow: its counters, the calls behind them, and a call run again (inventory D3, D4; decision 084). */
import { array, mixed, number, object, string } from "yup";
import { compField, idField, listBody } from "../crud.ts";
import { defineEndpoint, defineResource, listOf, timeouts } from "../resource.ts";
import type { FlowTestBody } from "./tests.ts";
import { flowField, onFlows } from "./parts.ts";

const path = "/callin/api/v1/flowReplay";
const tags = ["FlowReplay"];

/** How a stay at a node ended: by an exit, elsewhere without one, with a failure, by a hang-up, an agent answered, the flow was over. */
export const stayOutcomes = ["open", "exit", "moved", "failed", "hungUp", "answered", "ended"] as const;
export type StayOutcome = (typeof stayOutcomes)[number];

/** Days that counters count back from now. */
export const counterDays = [1, 7, 30] as const;
export type CounterDays = (typeof counterDays)[number];

const counted = {
  flowId: idField("流程"),
  /** Absent, '': of all versions. */
  versionId: string().label("版本").max(64),
  days: number<CounterDays>().label("天数").oneOf(counterDays, "天数只能是1、7或30").default(1),
};

const rate = object({
  count: number().required(),
  /** Of the calls, 0 to 1, with the bounds that it has in 95 of 100 cases. */
  share: number().required(),
  low: number().required(),
  high: number().required(),
});

const visit = object({
  /** ms since the call came to the flow. */
  at: number().required(),
  nodeId: string().defined(),
  nodeName: string().defined(),
  nodeType: string().defined(),
  subProcessId: string().defined(),
  /** '': it was left by none. */
  exit: string().defined(),
  exitName: string().defined(),
  nextNodeId: string().defined(),
  says: array().of(string().defined()).required(),
  /** What the caller did and what followed from it, in sentences. */
  why: array().of(string().defined()).required(),
  /** With what it was left, by name; secrets are stars. */
  vars: mixed<Readonly<Record<string, string>>>().required(),
});

export const flowReplayApi = defineResource({
  /** Of stays that began within the days; a stay that goes on counts as a visit alone. */
  counters: defineEndpoint({
    name: "flowCounters",
    method: "POST",
    path: `${path}/counters`,
    summary: "Visits, exits, hang-ups and mean time of a flow's nodes",
    permission: onFlows,
    reads: true,
    body: object({ compId: compField(), ...counted }),
    reply: object({
      calls: number().required(),
      nodes: array()
        .of(
          object({
            nodeId: string().required(),
            visits: number().required(),
            exits: number().required(),
            hangUps: number().required(),
            /** How often speech cut a wording off, and of these how often nothing was understood of it. */
            bargeIns: number().required(),
            falseBargeIns: number().required(),
            /** Of stays that are over; null: none is. */
            meanMs: number().nullable().defined(),
            branches: array()
              .of(object({ exit: string().required(), count: number().required() }))
              .required(),
          }),
        )
        .required(),
    }),
    tags,
  }),
  /** Of calls that are out of the flow: how they got out of it, by version, newest first. What the sharing out of calls is to find out. */
  outcomes: defineEndpoint({
    name: "flowOutcomes",
    method: "POST",
    path: `${path}/outcomes`,
    summary: "How calls left a flow, by version, with confidence intervals",
    permission: onFlows,
    reads: true,
    body: object({ compId: compField(), flowId: counted.flowId, days: counted.days }),
    reply: array()
      .of(
        object({
          versionId: string().defined(),
          /** 0: not known. */
          version: number().required(),
          calls: number().required(),
          hungUp: rate.required(),
          answered: rate.required(),
          failed: rate.required(),
        }),
      )
      .required(),
    tags,
  }),
  /** Newest first. With nodeId: those behind its figures. */
  calls: defineEndpoint({
    name: "flowCalls",
    method: "POST",
    path: `${path}/calls`,
    summary: "Calls that were in a flow",
    permission: onFlows,
    reads: true,
    body: listBody({
      ...counted,
      nodeId: string().label("节点").max(64),
      exit: string().label("出口").max(64),
      /** exited: left by any exit; hungUp: the caller hung up there; falseBargeIn: one of falseBargeIns. */
      how: string<"" | "exited" | "hungUp" | "falseBargeIn">()
        .label("结果")
        .oneOf(["", "exited", "hungUp", "falseBargeIn"]),
    }),
    reply: listOf(
      object({
        callId: string().required(),
        /** When it came to the flow. */
        at: string().required(),
        caller: string().defined(),
        versionId: string().defined(),
        /** 0: not known. */
        version: number().required(),
        nodes: number().required(),
        lastNode: string().defined(),
        outcome: string<StayOutcome>().oneOf(stayOutcomes).required(),
        hasRecording: number().oneOf([0, 1]).required(),
      }),
    ),
    tags,
  }),
  /** Nothing is carried out. versionId '': the version it had; 'draft': the draft, or `flow` where it is given. */
  replay: defineEndpoint({
    name: "flowReplay",
    method: "POST",
    path: `${path}/replay`,
    summary: "A call run again in the flow, under any version",
    permission: onFlows,
    reads: true,
    timeoutMs: timeouts.slow,
    body: object({
      compId: compField(),
      flowId: idField("流程"),
      callId: idField("通话"),
      versionId: string().label("版本").max(64).default(""),
      flow: flowField(),
    }),
    reply: object({
      callId: string().required(),
      startTime: string().required(),
      caller: string().defined(),
      /** Of the call, and of what it was run under; 0: not known, or a draft. */
      ownVersion: number().required(),
      version: number().required(),
      visits: array().of(visit).required(),
      /** What the log says. */
      stored: array()
        .of(
          object({
            at: number().required(),
            nodeId: string().defined(),
            nodeName: string().defined(),
            exit: string().defined(),
          }),
        )
        .required(),
      /** Index of the first visit that is another than in the log; null: none is. */
      departs: number().nullable().defined(),
      /** Where it ends, in words. */
      result: string().required(),
      target: string().defined(),
      missing: array().of(string().required()).required(),
      /** ms from the recording's beginning to the call's coming to the flow, negative when it began later; null: there is none. */
      recordingMs: number().nullable().defined(),
      /** The call as a test of the flow, without secrets and with masked numbers. */
      test: mixed<FlowTestBody>().required(),
    }),
    tags,
  }),
});
