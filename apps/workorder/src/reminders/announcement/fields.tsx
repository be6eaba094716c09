import { MultiSelectField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import { useWatch } from "react-hook-form";
import { notices, useIsAdministrator } from "../parts/queries.ts";

const optionsOf = (list: readonly { readonly id: string; readonly name: string }[] = []) =>
  list.map(({ id, name }) => ({ value: id, label: name }));

/** 公告标题, 公告内容, 发布范围. A monitor announces to the groups and seats that he monitors. */
export function AnnouncementFields() {
  const administrator = useIsAdministrator();
  const answer = notices.targets.useQuery({ body: {} });
  const { data } = answer;
  const everyone: unknown = useWatch({ name: "everyone" });
  const chosen = Number(everyone) !== 1;
  return (
    <>
      <TextField name="des" label="公告标题" />
      <TextAreaField name="remarks" label="公告内容" rows={8} />
      <SwitchField name="mustRead" label="必读" on="通知一直显示，直到查看" off="通知30秒后收起" />
      {administrator && (
        <SwitchField name="everyone" label="发布范围" on="发布给所有人" off="发布给指定的角色、坐席组、坐席" />
      )}
      {chosen && administrator && (
        <MultiSelectField name="roleIds" label="角色" options={optionsOf(data?.roles)} answer={answer} height="120px" />
      )}
      {chosen && (
        <MultiSelectField
          name="groupIds"
          label="坐席组"
          options={optionsOf(data?.groups)}
          answer={answer}
          height="120px"
          hint="包括下级坐席组"
        />
      )}
      {chosen && (
        <MultiSelectField
          name="agentIds"
          label="坐席"
          options={optionsOf(data?.seats)}
          answer={answer}
          height="150px"
        />
      )}
    </>
  );
}
