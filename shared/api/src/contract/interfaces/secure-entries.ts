/** 安全输入: what a customer typed in secret is fetched by a system of the enterprise. */
import { object, string } from "yup";
import { anyone, defineEndpoint, defineResource } from "../resource.ts";

export const secureEntryApi = defineResource({
  redeem: defineEndpoint({
    name: "secureEntryRedeem",
    method: "POST",
    path: "/pbx/api/v1/secureEntry/redeem",
    summary: "What a customer typed in secret, once, for whoever proves the key of an outward interface",
    // No session: the signature is looked at by the handler.
    permission: anyone,
    ratePerMinute: 120,
    body: object({
      compId: string().label("企业编号").required("请输入企业编号").max(20),
      interfaceId: string().label("接口编号").required("请输入接口编号").max(64),
      token: string().label("凭据").required("请输入凭据").max(64),
      /** Epoch seconds. */
      timestamp: string()
        .label("时间戳")
        .required("请输入时间戳")
        .matches(/^\d{10}$/, "时间戳为10位的秒数"),
      /** Lower-case hex of HMAC-SHA256(secret, timestamp + '.' + token). */
      signature: string()
        .label("签名")
        .required("请输入签名")
        .matches(/^[0-9a-f]{64}$/, "签名为64位小写十六进制"),
    }),
    reply: object({
      callId: string().required(),
      agentId: string().required(),
      name: string().defined(),
      digits: string().required(),
      enteredAt: string().required(),
    }),
    tags: ["SecureEntry"],
  }),
});
