/** What each state of the customer's call is called on the page. */
import type { CustomerState } from './ports.ts';

export function headline(state: CustomerState): string {
  switch (state.kind) {
    case 'idle': return '在线呼叫';
    case 'asking': return '请允许使用麦克风';
    case 'connecting': return '正在连接…';
    case 'calling': return '正在呼叫…';
    case 'incoming': return '来电';
    case 'talking': return '已接通';
    case 'ended': return '通话已结束';
    case 'refused': return '未能呼叫';
  }
}

export function detail(state: CustomerState): string {
  switch (state.kind) {
    case 'idle': return '点击下方按钮，用浏览器直接通话，无需安装软件。';
    case 'asking': return '浏览器会询问是否允许使用麦克风，请选择「允许」。';
    case 'connecting': return '正在为您接入服务';
    case 'calling': return '请稍候，正在等待应答';
    case 'incoming': return state.from;
    case 'talking': return state.calledBack ? '正在与坐席通话' : '请根据语音提示操作，坐席接听后即可通话';
    case 'ended':
    case 'refused': return state.text;
  }
}
