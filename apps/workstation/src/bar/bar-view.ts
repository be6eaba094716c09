/** What the bar shows, from the telephony slice and the user: pure. */
import {
  callPhaseTexts,
  hasSoftphone,
  isLocalPhone,
  seatStatus,
  seatStatusText,
  agentReasons,
  type AgentCallView,
  type CallPhase,
  type ToolbarButton,
} from "@liantai/api/contract";
import type { TelephonyState } from "@liantai/api/client";
import type { LegStage } from "../softphone/softphone.ts";
import { toolbar } from "./toolbar.ts";

export interface BarUser {
  readonly terminalType: number;
}

export interface ButtonView {
  readonly visible: boolean;
  readonly enabled: boolean;
}

/** on: it is so now, and a press changes nothing. allowed: a press has a meaning. */
export interface SwitchView {
  readonly on: boolean;
  readonly allowed: boolean;
}

/** A time on the bar: counts up from `since` or down to `until`, epoch ms of the server's clock. limit: down, and on past it. */
export type BarTimer =
  { readonly kind: "up"; readonly since: number } | { readonly kind: "down" | "limit"; readonly until: number } | null;

export interface BarView {
  readonly phase: CallPhase;
  /** 外呼中, 振铃中, 通话中, 保持中; '' when idle. */
  readonly phaseLabel: string;
  readonly buttons: Readonly<Record<ToolbarButton, ButtonView>>;
  /** The agent's state in words. */
  readonly statusText: string;
  /** Why the agent is in that state, in words; '' when unknown. */
  readonly reasonText: string;
  readonly timer: BarTimer;
  /** What follows the call, in words; '' in none. */
  readonly afterText: string;
  /** The two states an agent chooses: which is on, and whether the other may be chosen. In a call: which follows it. */
  readonly ready: SwitchView;
  readonly busy: SwitchView;
  /** A custom status can be chosen, from busy too. */
  readonly canChooseStatus: boolean;
  readonly wrapUp: boolean;
  /** By how much the wrap-up may be made longer; 0: not. */
  readonly extendS: number;
  /** This agent asked somebody, and can take the customer back. */
  readonly canEndConsult: boolean;
  /** Somebody is talked to. */
  readonly talks: boolean;
  readonly canMute: boolean;
  /** Another tab owns the audio: this one can take it over. */
  readonly canTakeMedia: boolean;
}

const reasons: Readonly<Record<string, string>> = agentReasons;

const supervisions = { listen: "监听中", whisper: "密语中", insert: "强插中" } as const;

function phaseLabel(call: AgentCallView | null): string {
  if (!call) return "";
  if (call.supervises && call.phase === "conference") return supervisions[call.supervises.mode];
  if (call.suspended) return "挂起转中";
  return call.phase === "talking" && call.held ? "保持中" : callPhaseTexts[call.phase];
}

interface Fit {
  readonly phase: CallPhase;
  readonly held: boolean;
  readonly soft: boolean;
  /** In a consultation: this agent asked for it. */
  readonly mine: boolean;
}

/** Whether a button has a place in the bar now, enabled or not. */
function fits(button: ToolbarButton, { phase, held, soft, mine }: Fit): boolean {
  const several = phase === "consulting" || phase === "conference";
  switch (button) {
    case "hold":
      return !held && !several;
    case "unhold":
      return held && !several;
    case "answer":
      return soft && phase === "ringing";
    case "call":
      return phase === "idle";
    case "satisfaction":
    case "consult":
    case "transfer":
      return phase === "talking";
    case "tranfer":
    case "meeting":
      return phase === "consulting" && mine;
    default:
      return true;
  }
}

/** `leg`: the leg in this tab. One that is not here yet can be answered, too: the news of a call may come before it. */
export function barView(telephony: TelephonyState, user: BarUser, leg?: LegStage): BarView {
  const { agent, call } = telephony;
  const phase: CallPhase = call?.phase ?? "idle";
  const held = call?.held ?? false;
  const soft = hasSoftphone(user.terminalType);
  const mine = call?.consult?.mine === true;
  const talks = phase === "talking" || phase === "consulting" || phase === "conference";
  const linked = telephony.cti === "up" && agent !== null;
  const signedIn = linked && agent.code !== seatStatus.offline;
  const phoneReady =
    !soft || (telephony.ownsMedia && telephony.softphone === "up" && telephony.microphone !== "denied");
  const ringsHere = leg === "offered" || (leg === undefined && telephony.ownsMedia && telephony.softphone === "up");
  const enabled = toolbar({
    phase,
    held,
    suspended: call?.suspended !== undefined,
    supervises: call?.supervises !== undefined,
    terminalType: user.terminalType,
    lineAvailable: signedIn && phoneReady,
    ringsHere,
    signedIn,
    asked: call?.consult?.mine === true && call.consult.up,
  });
  // Hang-up works with every link down: what the server cannot hear is done in this tab.
  const visible = (b: ToolbarButton): boolean => fits(b, { phase, held, soft, mine });
  const code = agent?.code ?? seatStatus.offline;
  const wrapUp = code === seatStatus.afterCall;
  const rest = agent?.rest;
  const chooses = call ? signedIn : linked;
  return {
    phase,
    phaseLabel: phaseLabel(call),
    buttons: Object.fromEntries(
      Object.entries(enabled).map(([b, on]) => [b, { visible: visible(b as ToolbarButton), enabled: on }]),
    ) as Record<ToolbarButton, ButtonView>,
    statusText: seatStatusText(code, agent?.customStatusName),
    afterText: rest ? `通话后：${seatStatusText(rest.code, rest.customStatusName)}` : "",
    reasonText: agent ? (reasons[agent.reason] ?? "") : "",
    timer:
      wrapUp && agent?.endsAt
        ? { kind: "down", until: agent.endsAt }
        : call
          ? { kind: "up", since: call.answeredAt ?? call.ringingAt }
          : agent?.endsAt
            ? { kind: "limit", until: agent.endsAt }
            : agent
              ? { kind: "up", since: agent.since }
              : null,
    // Who was signed out is signed in again by either.
    ready: { on: (rest?.code ?? code) === seatStatus.idle, allowed: chooses },
    busy: {
      on: rest ? rest.code === seatStatus.busy && !rest.customStatusName : code === seatStatus.busy,
      allowed: chooses,
    },
    canChooseStatus: chooses,
    wrapUp: signedIn && wrapUp && !agent?.fixed,
    extendS: signedIn && wrapUp ? Math.round((agent?.extendMs ?? 0) / 1_000) : 0,
    canEndConsult: phase === "consulting" && mine,
    talks,
    // A soft phone on the agent's machine is muted there.
    canMute: telephony.ownsMedia && talks && !isLocalPhone(user.terminalType),
    canTakeMedia: soft && telephony.cti === "up" && !telephony.ownsMedia,
  };
}

/** What a timer reads at a moment of the server's clock. */
export function timerText(timer: BarTimer, now: number): string {
  if (!timer) return "";
  if (timer.kind === "up") return clockText(now - timer.since);
  const left = timer.until - now;
  if (timer.kind === "limit" && left <= 0) return `超时 ${clockText(-left)}`;
  return `剩余 ${clockText(left + 999)}`;
}

/** m:ss, or h:mm:ss past the hour. */
export function clockText(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(s / 3600);
  const rest = `${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
