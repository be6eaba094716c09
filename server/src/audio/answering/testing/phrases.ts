/**
 * What is said in the sounds of tests and benches. Two sets, of other words and voices: thresholds are found with one, shown with the
 * other.
 */
import type { VoiceOf } from "./speakers.ts";

export interface Wordings {
  readonly voices: readonly VoiceOf[];
  /** One phrase, or several with pauses between them, by /. */
  readonly short: readonly string[];
  readonly long: readonly string[];
  /** People who speak as recordings do: not among the 200, for what is known of them is that they cannot be told from those by sound. */
  readonly business: readonly string[];
  readonly machines: readonly string[];
  readonly announcements: readonly string[];
}

const voicesOf = (names: readonly string[], ...paces: readonly (readonly [number, number])[]): readonly VoiceOf[] =>
  names.flatMap((voice) => paces.map(([speed, pitch]) => ({ voice, speed, pitch })));

const development: Wordings = {
  voices: [
    ...voicesOf(["cmn", "cmn+f2", "cmn+m2", "cmn+m3"], [122, 45], [150, 58]),
    ...voicesOf(["cmn+f3", "cmn+f5", "cmn+m4", "cmn+m7"], [128, 40], [145, 62]),
  ],
  short: [
    "喂",
    "喂/喂",
    "你好",
    "喂，你好",
    "你好/哪位",
    "喂/你好",
    "喂/哪位",
    "谁呀",
    "您好/请讲",
    "喂/听得到吗",
    "喂/喂/喂",
    "喂，哪位",
    "你好，哪位",
    "喂/你是谁",
    "在呢",
    "喂，您好",
    "你说",
    "您好/哪位找我",
    "喂/说话",
  ],
  long: [
    "喂/您好/我是王芳/请问有什么事",
    "喂，你好/我正在开车/你有什么事快点说",
    "喂/哪位啊/你要找谁",
    "喂/你好/听不清楚/你大点声",
    "喂/您好/请问是送快递的吗",
    "喂/对/我就是/你说",
    "喂/您好/这里是财务室/请问您找谁",
    "你好/我是小李/请问哪位",
    "喂/您好/我是刘洋/您是哪一位",
    "喂/您好/我是陈静/请问什么事",
    "喂/我在开会/等一下给你回过去",
    "喂/你好/你是哪里的/有什么事情吗",
    "喂/是我/你是送外卖的吧/放门口就行",
    "喂，哪位/我这边信号不太好/你再说一遍",
    "喂/销售部/请问您是哪位",
    "你好/我是老周/什么事",
  ],
  business: [
    "您好/这里是财务室/请问您找谁",
    "你好/联台物流/请问有什么可以帮您",
    "您好/我是张经理/请问您是哪里",
    "您好/销售部/请问您是哪位",
    "你好/这里是人民医院/请问有什么需要",
    "您好/前台/请问您找哪位",
  ],
  machines: [
    "您好/我现在无法接听您的电话/请在提示音后留言",
    "您好/您呼叫的用户暂时无法接听/请在嘀声后留言/结束请挂机",
    "这里是张先生的语音信箱/请留下您的姓名和电话号码",
    "您好/机主现在不方便接电话/我是他的语音助理/请问您有什么事",
    "你好/我现在不在/有事请留言/我会尽快给您回电话",
    "您好/欢迎致电联台公司/现在是下班时间/请在提示音后留言",
    "您好/主人不在家/请在嘀的一声之后留言",
    "您好/您拨打的电话无人应答/语音留言请按一/短信通知请按二",
    "这里是语音信箱/请在提示音后留下您的口信/说完请按井号键",
    "您好/我是赵女士的智能助手/她现在不方便接听/您可以跟我说",
    "你好/我正在休假/请拨打我同事的电话/或者给我留言",
    "喂/你好/我现在不方便接电话/请留言",
    "感谢您的来电/我们的工作时间是早上九点到下午六点/请您留言",
    "您好/您拨打的用户暂时不方便接听/请在滴声后留言",
    "您好/我是孙先生的电话秘书/请问您找他有什么事",
    "你好/这里是李家/我们现在不在家/请留下您的电话号码",
    "您好/欢迎致电远山贸易有限公司/请直拨分机号/查号请拨零",
    "您呼叫的用户已开通语音信箱/请在提示音后开始录音/结束请挂机",
    "你好/我在开会/请发短信给我/或者在提示音后留言",
    "您好/本机正在充电无法接听/请留下您的姓名和事由",
  ],
  announcements: [
    "您好/您拨打的号码是空号/请核对后再拨",
    "您好/您拨打的电话已关机",
    "您好/您拨打的电话正在通话中/请稍后再拨",
    "对不起/您拨打的用户暂时无法接通/请稍后再拨",
    "您拨打的电话已停机",
    "对不起/您所拨打的号码不存在/请查证后再拨",
    "您所拨打的用户已关机/请稍后再试",
    "对不起/您拨打的用户正忙/请不要挂机",
    "您好/您所呼叫的用户不在服务区/请稍后再拨",
    "您好/该用户已暂停服务",
  ],
};

const heldOut: Wordings = {
  voices: [...voicesOf(["cmn+f4", "cmn+m7"], [136, 52], [158, 36]), ...voicesOf(["cmn+m3", "cmn+f3"], [140, 30])],
  short: ["喂", "喂/喂", "哪位", "喂/哪一位", "喂，你好", "你好/请说", "是我", "您好/您是", "喂/您说", "喂/什么事"],
  long: [
    "喂/你好/我是赵敏/有什么可以帮您",
    "喂/我是/你是哪个单位的",
    "喂/在吃饭呢/晚点打给你行吗",
    "喂/您好/我是王先生/您哪里",
    "喂/能听见吗/我刚下车",
    "喂/等一下/我找个安静的地方",
    "喂，您好/请问您是哪个公司的",
    "您好/我是老陈/请讲",
  ],
  business: ["您好/这里是前海物业/请问您有什么事", "你好/第三人民医院/请问您要转哪个科", "您好/我是负责人/您怎么称呼"],
  machines: [
    "您好/我不方便接听您的来电/听到提示音后请留言",
    "您好/您拨打的号码已转到语音信箱/请在嘟声后录音",
    "这里是高女士的语音信箱/我现在不能接电话/请您留下口信",
    "您好/我是周先生的来电助手/请问您找他有什么事",
    "你好/我出差了/着急的话请发微信/谢谢",
    "您好/感谢致电北方航运/人工服务时间已经结束/请留言",
    "您呼叫的用户正忙/请在提示音后留言/挂机即可完成",
    "喂/我是小林/我现在没法接电话/请给我留言",
    "您好/您拨打的用户已开启智能接听/请说出您的来意",
    "你好/我家没有人/请留下您的姓名和号码",
  ],
  announcements: [
    "您好/您呼叫的号码是空号/请查证后再拨",
    "对不起/您呼叫的用户已关机/请稍后再拨",
    "您拨打的用户正在通话中/请不要挂机/请稍后",
    "您好/您拨打的电话因欠费已停机",
    "您拨打的电话无法接通/请稍后再拨",
  ],
};

export const phrasesIn = ({ short, long, business, machines, announcements }: Wordings): readonly string[] => [
  ...new Set([...short, ...long, ...business, ...machines, ...announcements].flatMap((wording) => wording.split("/"))),
];

export type SoundSet = "development" | "heldOut";

export const wordingsOf = (set: SoundSet): Wordings => (set === "development" ? development : heldOut);
