/** Yes or no (docs/protocol.md, I8). A question (是不是, 行不行) and an excuse (对不起) are neither. */
import { toHalfWidth } from "./normalise.ts";

const question = /(.)不\1|对不起|不好意思|有没有/gu;
/** Sound like a no and are a yes. */
const yesFirst = /没(?:有)?(?:错|问题|意见|事)|不错|不客气|不是不(?:行|可以|要|同意)|怎么不|当然|必须/;
const no = new RegExp(
  "不(?:是|对|要|用|行|可以|同意|需要|确认|想|了|好|必|能|愿意|成|接受|方便|太)|没有|没(?!关系)|" +
    "否|错了|错误|算了|别|取消|拒绝|免了|^不$|^不+$",
);
const yes = new RegExp(
  "^(?:嗯|恩|昂|哎|对|是|好|行|要|中|成|有|能|会|可|得|欧了|ok|yes|没关系)|" +
    "是的|对的|好的|可以|行的|没关系|确认|确定|同意|愿意|需要|答应|接受|正确|我要|好啊|ok|yes",
);

/** undefined: it says neither. */
export function readYesNo(text: string): boolean | undefined {
  const said = toHalfWidth(text)
    .toLowerCase()
    .replace(/[\s\p{P}]/gu, "")
    .replace(question, "");
  if (yesFirst.test(said)) return true;
  if (no.test(said)) return false;
  return yes.test(said) ? true : undefined;
}
