/** What else operators keep about enterprises: databases, the list of those arrears do not stop, message accounts. */
import { array, number, object, string } from "yup";
import { listBody } from "../crud.ts";
import { digitsField, flagField, lengthField, limits, numberField } from "../fields.ts";
import { moneyField } from "../money.ts";
import { defineEndpoint, defineResource, listOf, onPages } from "../resource.ts";
import { enterpriseCodeField } from "../validators.ts";
import { may, operators, tags } from "./parts.ts";

export const dbServerApi = defineResource({
  list: defineEndpoint({
    name: "dbServerList",
    method: "POST",
    path: "/pbx/api/v1/dbServer/list",
    summary: "Databases that hold enterprises",
    permission: onPages(operators, "/enterprise"),
    reads: true,
    body: object({}),
    reply: array()
      .of(
        object({
          id: string().required(),
          name: string().required(),
          kind: string().required(),
          enterprises: number().integer().required(),
        }),
      )
      .required(),
    tags,
  }),
});

export const companyWhiteApi = defineResource({
  list: defineEndpoint({
    name: "companyWhiteList",
    method: "POST",
    path: "/pbx/api/v1/companyWhite/list",
    summary: "Enterprises that arrears do not stop",
    permission: onPages(operators, "/enterprise"),
    reads: true,
    body: listBody({ name: string().label("企业名称").max(limits.input) }),
    reply: listOf(
      object({
        compId: string().required(),
        name: string().required(),
        balance: string().required(),
        creditLimit: string().required(),
      }),
    ),
    tags,
  }),
});

export const smsFields = {
  enabled: flagField("启用"),
  account: lengthField("短信账号", 64).required("请输入短信账号"),
  /** Empty on a change: stays. */
  secret: lengthField("短信密钥", 128),
  signName: lengthField("短信签名", 20)
    .required("请输入短信签名")
    .test("brackets", "不能有换行和【】", (v) => !/[\r\n【】]/.test(v)),
  extCode: digitsField("扩展号", 1, 12),
  /** Yuan a message. */
  price: moneyField("短信单价"),
  /** Messages a day; 0: no limit. */
  dailyLimit: numberField("每日上限"),
};
export const smsCompexApi = defineResource({
  addTxCompex: defineEndpoint({
    name: "smsCompexAdd",
    method: "POST",
    path: "/sms/api/v1/smsCompex/addTxCompex",
    summary: "Gives an enterprise its account with the short message centre",
    permission: may("enterprise.sms"),
    body: object({ compId: enterpriseCodeField(), ...smsFields }),
    tags,
  }),
  updateCompex: defineEndpoint({
    name: "smsCompexUpdate",
    method: "POST",
    path: "/sms/api/v1/smsCompex/updateCompex",
    summary: "Changes that account",
    permission: may("enterprise.sms"),
    body: object({ compId: enterpriseCodeField(), ...smsFields }),
    tags,
  }),
});
