/** What an announcement says, from the words that a recogniser understood, by rules. Pure. */

/** In this order: 因欠费停机 is arrears, and 请稍后再拨 ends most of them. */
const rules: readonly (readonly [code: number, words: RegExp])[] = [
  [595, /欠费|余额不足|话费不足/],
  [582, /空号|号码不存在|号码有误|不存在的号码|号码无效|未分配/],
  [597, /改号|号码有变|号码已(经)?(变更|更改|更换|改|变)|已(变更|更改|更换)(为|成)|新号码/],
  [600, /黑名单/],
  [581, /关机/],
  [583, /停机|报停/],
  [592, /(转移|转接|前转)(失败|未成功|不成功)|无法(转移|转接)/],
  [584, /通话中|正在(通话|通电话|打电话)|占线/],
  [585, /拒接|拒绝(接听|来电|您)|已拒绝/],
  [591, /来电提醒|来电信息|来电通知|短信(的)?(方式|形式)?(通知|提醒|告知)(机主|对方|用户|他|她)/],
  [587, /暂停服务|停止服务|服务已(被)?暂停|已(被)?暂停|未开通服务/],
  [598, /(线路|设备|系统)(发生|出现)?故障/],
  [593, /(网络|线路|电路|全部中继)(现在|目前|正|比较|非常|暂时)*(忙|繁忙|拥塞|拥挤)|网络故障/],
  [589, /拨号方式|拨打方式|(前|之前)(请)?(加|不(要|用|必)加|先)拨|加拨|不(要|用|必)拨零/],
  [586, /(无法|不能|未能)(接通|连通|联系)|接不通|不在服务区|没有信号|信号不(好|佳)/],
  [594, /(无人|没有人|没人|无)(接听|应答|接)|久叫不应|未接听|没有应答/],
  [596, /(无法|不能|不便|不方便)接(听|电话)/],
  [588, /(用户|对方|电话|号码)(现在|目前|正在|正|很|比较|繁)*忙|正忙|忙碌/],
  [700, /(呼叫|拨打|通话|呼出|呼入)(权限|受限|限制)|限制(呼叫|呼出|呼入|拨打)|没有权限|权限不足|已(被)?限制/],
  [599, /(稍后|过一会|等一会|晚些时候|待会)(儿)?(请)?(再|重新)?(拨|打|试|呼叫)/],
];

/** What recognisers put between words, and write in other ways. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s\p{P}]/gu, "")
    .replace(/稍候|稍後/gu, "稍后")
    .replace(/0/g, "零");

/** Who is called may still answer: he is in another call, and the line is to wait. */
export const holdsOn = (text: string): boolean =>
  /(不要|请勿|别)(挂机|挂断)|请(您)?(稍等|等待)|继续等待|正在(为您)?(转接|接通)/.test(plain(text));

/** Call result code; undefined: no rule knows the words. */
export function codeOfWords(text: string): number | undefined {
  const words = plain(text);
  return rules.find(([, pattern]) => pattern.test(words))?.[0];
}
