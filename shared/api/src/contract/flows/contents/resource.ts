/**
 * What supervisors change beside flows, and what takes effect from the next call: look-up tables, shared prompts. Each save of a content is
 * a version that never changes (docs/protocol.md, G119).
 */
import { array, number, object, string, type AnyObject, type Schema } from "yup";
import { compField, crud, idField } from "../../crud.ts";
import { nameField, remarkField } from "../../fields.ts";
import { defineEndpoint, onPages, roles } from "../../resource.ts";
import { RoleTypes } from "../../roles.ts";
import { flowNoteField, flowPages } from "../parts.ts";

/** Supervisors have no page of flows: robotmonitor is where they come to these. */
export const contentPage = "/robotmonitor";
export const contentReaders = onPages(roles(RoleTypes.supervisors), ...flowPages, contentPage);

/** Of a content, for lists; by kind. */
export interface FlowContentSummaries {
  readonly lookUpTable: { readonly columns: string[]; readonly rows: number };
  readonly sharedPrompt: { readonly languages: string[]; readonly text: string; readonly voices: string[] };
}
export type FlowContentKind = keyof FlowContentSummaries;

export const contentLimits = { versions: 50 } as const;

interface Definition<Name extends string, S extends AnyObject> {
  readonly name: Name;
  readonly prefix: string;
  readonly noun: string;
  readonly label: string;
  readonly tag: string;
  /** Of a content, for lists. */
  readonly summary: S;
  /** Throws with a sentence. */
  readonly read: (text: string) => unknown;
  /** Characters of a content. */
  readonly most: number;
}

const versionReply = object({ version: number().required() });
const versionsReply = array()
  .of(
    object({
      versionId: string().required(),
      version: number().required(),
      note: string().defined(),
      /** Of which version it is a return; 0: of none. */
      restores: number().required(),
      createTime: string().required(),
      createdBy: string().defined(),
    }),
  )
  .required();
const foundReply = object({
  id: string().required(),
  name: string().required(),
  remark: string().defined(),
  /** The newest; `shown`: whose content it is. */
  version: number().required(),
  shown: number().required(),
  content: string().required(),
});

const contentField = ({ label, most, read }: Pick<Definition<string, never>, "label" | "most" | "read">) =>
  string()
    .label("内容")
    .required("请填写内容")
    .max(most, `${label}的内容过多，最多${most}个字符`)
    .test("content", (text, context) => {
      try {
        read(text);
        return true;
      } catch (error) {
        return context.createError({ message: `${label}的内容有误：${(error as Error).message}` });
      }
    });

export function contentResource<Name extends string, S extends Record<string, Schema>>({
  name,
  prefix,
  noun,
  label,
  tag,
  summary,
  read,
  most,
}: Definition<Name, S>) {
  const tags = [tag];
  const press = roles(RoleTypes.supervisors, { button: `${name}.edit` });
  const typed = {
    name: nameField(`${label}名称`),
    remark: remarkField().default(""),
    content: contentField({ label, most, read }),
  };
  const ofOne = { compId: compField(), id: idField(label) };
  return {
    ...crud({
      name,
      prefix,
      noun,
      tag,
      row: object({
        id: string().required(),
        name: string().required(),
        remark: string().defined(),
        version: number().required(),
        updateTime: string().required(),
        updatedBy: string().defined(),
        ...summary,
      }),
      filters: { name: string().label(`${label}名称`).max(30) },
      sortable: ["name", "updateTime"],
      fields: typed,
      permission: { list: contentReaders, add: press, update: press, delete: press },
    }),
    /** versionId '': the newest. */
    find: defineEndpoint({
      name: `${name}Find`,
      method: "POST",
      path: `${prefix}/find`,
      summary: `A ${noun} with the content of a version`,
      permission: contentReaders,
      reads: true,
      body: object({ ...ofOne, versionId: string().label("版本").max(64).default("") }),
      reply: foundReply,
      tags,
    }),
    /** version: the one that was changed; another since then is a conflict. A content that is the same makes no version. */
    update: defineEndpoint({
      name: `${name}Update`,
      method: "POST",
      path: `${prefix}/update`,
      summary: `Changes a ${noun}: a new version, which calls have that begin from then on`,
      permission: press,
      body: object({
        ...ofOne,
        version: number().label("版本").integer().min(1).required(),
        note: flowNoteField("修改说明").default(""),
        ...typed,
      }),
      reply: versionReply,
      tags,
    }),
    versions: defineEndpoint({
      name: `${name}Versions`,
      method: "POST",
      path: `${prefix}/versions`,
      summary: `The last ${contentLimits.versions} versions of a ${noun}, newest first`,
      permission: contentReaders,
      reads: true,
      body: object(ofOne),
      reply: versionsReply,
      tags,
    }),
    rollback: defineEndpoint({
      name: `${name}Rollback`,
      method: "POST",
      path: `${prefix}/rollback`,
      summary: `Makes the content of an old version of a ${noun} the newest`,
      permission: press,
      body: object({ ...ofOne, versionId: idField("版本"), note: flowNoteField("修改说明").default("") }),
      reply: versionReply,
      tags,
    }),
  };
}
