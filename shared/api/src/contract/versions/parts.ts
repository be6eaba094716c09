/** Fields that the endpoints of versions and of publishing keys share. */
import { array, number, string } from "yup";
import { compField } from "../crud.ts";
import { lengthField, limits } from "../fields.ts";
import { onPages, roles } from "../resource.ts";
import { swappableNames, versionPattern } from "./apps.ts";

export const looking = onPages(roles([0]), "/appversion");
export const mayRelease = roles([0], { operate: "version.release" });
export const mayKeys = roles([0], { operate: "version.key" });
export const versionTags = { tags: ["AppVersion"] };

/** Who gets a version: everybody, chosen enterprises, or a share of them by a stable hash. */
export const releaseScopes = ["all", "enterprises", "share"] as const;
export type ReleaseScope = (typeof releaseScopes)[number];
export const scopeNames: Readonly<Record<ReleaseScope, string>> = {
  all: "全部企业",
  enterprises: "指定企业",
  share: "按比例",
};

export const maxChosen = 500;

export const appField = () => string().label("应用").required("请选择应用").oneOf(swappableNames, "没有这个应用");
export const versionField = () => string().label("版本").required().matches(versionPattern, "版本号有误");
export const noteField = () => lengthField("更新说明", limits.remark);

const ofScope = (context: { readonly parent: unknown }): unknown =>
  (context.parent as { readonly scope?: unknown } | undefined)?.scope;

export const scopeFields = {
  scope: string().label("发布范围").required("请选择发布范围").oneOf(releaseScopes, "发布范围有误"),
  compIds: array()
    .label("企业")
    .of(compField().required())
    .max(maxChosen, `最多选择${maxChosen}家企业`)
    .test(
      "chosen",
      "请选择企业",
      (value, context) =>
        ofScope(context) !== "enterprises" || (value !== undefined && value !== null && value.length > 0),
    ),
  percent: number()
    .label("企业比例")
    .typeError("企业比例应为数字")
    .integer("企业比例应为整数")
    .min(1, "企业比例不能小于1")
    .max(99, "企业比例不能大于99")
    .test("given", "请输入企业比例", (value, context) => ofScope(context) !== "share" || typeof value === "number"),
};
