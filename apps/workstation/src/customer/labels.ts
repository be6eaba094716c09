/** What each state of the customer's call is called on the page. */
import type { CustomerState, Talking, Waiting } from "./ports.ts";

function waiting(stage: Waiting | undefined): string {
  switch (stage?.stage) {
    case undefined:
      return "已接入";
    case "greeting":
      return "正在播放欢迎语";
    case "flow":
      return "请按语音提示操作";
    case "survey":
      return "请评价本次服务";
    case "farewell":
      return "正在播放提示语";
    case "ringing":
      return "正在为您接通坐席…";
    case "queued":
      return stage.position > 1 ? `排队中，前面还有${stage.position - 1}位` : "排队中，您是下一位";
  }
}

function talking({ stage, agent }: Talking): string {
  switch (stage) {
    case "talking":
      return `已接通坐席${agent}`;
    case "meeting":
      return "已进入会议";
    case "held":
      return "坐席请您稍候…";
    case "voice":
      return "请按语音提示操作";
    case "agentLost":
      return "坐席连接中断，正在恢复…";
  }
}

export function headline(state: CustomerState): string {
  switch (state.kind) {
    case "idle":
      return "在线呼叫";
    case "asking":
      return "请允许使用麦克风";
    case "connecting":
      return "正在连接…";
    case "calling":
      return "正在呼叫…";
    case "incoming":
      return "来电";
    case "queued":
      return waiting(state.stage);
    case "talking":
      return state.stage ? talking(state.stage) : "已接通";
    case "ended":
      return "通话已结束";
    case "refused":
      return "未能呼叫";
  }
}

export function detail(state: CustomerState): string {
  switch (state.kind) {
    case "idle":
      return "点击下方按钮，用浏览器直接通话，无需安装软件。";
    case "asking":
      return "浏览器会询问是否允许使用麦克风，请选择「允许」。";
    case "connecting":
      return "正在为您接入服务";
    case "calling":
      return "请稍候，正在等待应答";
    case "incoming":
      return state.from;
    case "queued":
      if (state.stage?.stage === "survey") return "按 1 到 4 评价：1 非常满意，2 满意，3 一般，4 不满意";
      return state.stage?.stage === "queued" || state.stage?.stage === "ringing"
        ? "请不要挂断，坐席接听后即可通话"
        : "请听语音提示";
    case "talking":
      if (state.stage?.stage === "meeting") return "正在与其他成员通话";
      if (state.stage?.stage === "voice") return "完成后自动回到坐席，请不要挂断";
      return state.stage?.stage === "agentLost"
        ? "坐席恢复后自动继续通话，请不要挂断"
        : state.stage?.stage === "held"
          ? "通话已保持，正在播放音乐"
          : "正在与坐席通话";
    case "ended":
    case "refused":
      return state.text;
  }
}
