import { meetingMemberKinds } from "@liantai/api/contract/admin";
import { optionsFrom } from "@liantai/ui";
import { SelectField, TextField } from "@liantai/ui/resource";
import { useWatch } from "react-hook-form";
import { meetingRooms } from "./queries.ts";

const kinds = Object.entries(meetingMemberKinds).map(([value, label]) => ({ value, label }));

function Choice({ kind, label }: { readonly kind: "seat" | "extension" | "contact"; readonly label: string }) {
  const keyword = String(useWatch({ name: "keyword" }) ?? "");
  const { data } = meetingRooms.candidates.useQuery({ body: { kind, keyword } });
  return (
    <>
      <TextField
        name="keyword"
        label={`${label}关键字`}
        maxLength={30}
        hint="最多列出50个，可输入名称或号码缩小范围。"
      />
      <SelectField
        name="value"
        label={label}
        options={optionsFrom(data, ({ value, label }) => ({ value, label }))}
        none="请选择"
        searched
      />
    </>
  );
}

/** Whom to ring: of the enterprise one is chosen, a number outside is typed. */
export function MemberFields() {
  const kind = useWatch({ name: "kind" }) as keyof typeof meetingMemberKinds;
  return (
    <>
      <SelectField name="kind" label="类型" options={kinds} />
      {kind === "number" ? (
        <TextField name="value" label="电话号码" inputMode="tel" maxLength={20} />
      ) : (
        <Choice key={kind} kind={kind} label={meetingMemberKinds[kind]} />
      )}
      {kind !== "seat" && <TextField name="name" label="姓名" maxLength={30} hint="显示在成员列表中。" />}
    </>
  );
}
