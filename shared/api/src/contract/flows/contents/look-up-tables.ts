/** 查找表: what a flow reads a cell of, by the key of its row (变量, 取值方式 查找表). */
import { array, number, string } from "yup";
import { defineResource } from "../../resource.ts";
import { lookUpLimits, readLookUp } from "./look-up.ts";
import { contentResource } from "./resource.ts";

export const lookUpTableApi = defineResource(
  contentResource({
    name: "lookUpTable",
    prefix: "/callin/api/v1/lookUpTable",
    noun: "look-up table",
    label: "查找表",
    tag: "LookUpTable",
    summary: {
      /** The key first. */
      columns: array().of(string().required()).required(),
      rows: number().required(),
    },
    read: readLookUp,
    most: lookUpLimits.text,
  }),
);
