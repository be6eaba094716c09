import { Text } from "@chakra-ui/react";
import { notify, queriesOf } from "@liantai/api/client";
import { cdrExportApi, recordExportLimits, skillGroupApi } from "@liantai/api/contract/admin";
import { offText, optionsFrom } from "@liantai/ui";
import {
  type ActionForm,
  SelectField,
  TextField,
  formOf,
  DateRangeField,
  today,
  withDateRange,
} from "@liantai/ui/resource";
import { answeredOptions, directionOptions } from "../../parts/call-options.ts";
import { records } from "../jobs/model.ts";
import { useState } from "react";

const groups = queriesOf(skillGroupApi);
const schema = withDateRange(cdrExportApi.addPackage.body!, "startTime", "endTime");
const gigabytes = recordExportLimits.recordingBytes / 1024 ** 3;

function Fields() {
  const { data } = groups.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  // Recordings of before may be of a group that is switched off now.
  const options = optionsFrom(data?.list, ({ id, name, enabled }) => ({
    value: id,
    label: enabled === 1 ? name : offText(name),
  }));
  return (
    <>
      <TextField name="name" label="文件名称" hint="不填则为“录音打包”，后面会加上时间" />
      <DateRangeField from="startTime" to="endTime" label="通话时间" />
      <SelectField name="direction" label="呼叫方向" options={directionOptions} none="全部" />
      <SelectField name="answered" label="是否接听" options={answeredOptions} none="全部" />
      <SelectField name="skillGroupId" label="技能组" options={options} none="全部" />
      <TextField name="agentId" label="坐席工号" inputMode="numeric" />
      <TextField name="caller" label="主叫号码" inputMode="numeric" />
      <TextField name="callee" label="被叫号码" inputMode="numeric" />
      <Text textStyle="xs" color="fg.muted">
        一次最多打包 {recordExportLimits.recordings.toLocaleString("zh-CN")} 条录音、{gigabytes}{" "}
        GB；压缩包里另有一份通话清单。
      </Text>
    </>
  );
}

/** The form of which calls' recordings go into a package. */
export function usePackageForm(): ActionForm {
  const [pack] = records.addPackage.useMutation();
  // Today, as it was when the screen opened.
  const [{ from, to }] = useState(() => today(Date.now()));
  return formOf({
    title: "打包录音",
    width: "520px",
    submit: "开始打包",
    schema,
    values: {
      name: "",
      startTime: from,
      endTime: to,
      direction: "",
      answered: "",
      skillGroupId: "",
      agentId: "",
      caller: "",
      callee: "",
    },
    fields: <Fields />,
    async send(body) {
      const { msg } = await pack({ body }).unwrap();
      notify({ title: "打包录音", text: msg });
    },
  });
}
