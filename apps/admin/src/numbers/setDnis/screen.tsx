import { Flex } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { FailureState, LoadingState } from "@liantai/ui";
import { accessNumbers } from "../../parts/queries.ts";
import { SubjectScreen, useSubject } from "../../parts/subject.tsx";
import { NumberEmergency } from "../../queues/parts/emergency.tsx";
import { SettingForm } from "./form.tsx";
import { NumberTester } from "./tester.tsx";

function Setting({ id, may }: { readonly id: string; readonly may: boolean }) {
  const setting = accessNumbers.getSetting.useQuery({ body: { id } });
  const choices = accessNumbers.choices.useQuery({ body: {} });
  const failed = setting.error ?? choices.error;
  if (failed && !(setting.data && choices.data))
    return (
      <FailureState
        error={failed}
        onRetry={() => {
          void setting.refetch();
          void choices.refetch();
        }}
      />
    );
  // Of another number while the asked one loads.
  if (!setting.data || setting.data.id !== id || !choices.data) return <LoadingState text="正在加载接入号设置…" />;
  return (
    <Flex gap="2" flex="1" minH="0" align="stretch">
      <SettingForm id={id} setting={setting.data} choices={choices.data} may={may} />
      <NumberTester id={id} />
    </Flex>
  );
}

/** 接入号设置: where a number leads, by time rule. */
export default function SetDnisScreen() {
  const may = useMayPress("/setDnis")("accessNum.set");
  const list = accessNumbers.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const options = list.data?.list.map((n) => ({
    value: n.id,
    label: n.title ? `${n.number}（${n.title}）` : n.number,
  }));
  const subject = useSubject(options);
  const { id } = subject;
  const number = list.data?.list.find((row) => row.id === id)?.number;
  return (
    <SubjectScreen
      label="接入号码"
      list={list}
      options={options}
      subject={subject}
      none="企业还没有接入号码，请联系运营人员分配"
      beside={number === undefined ? undefined : <NumberEmergency key={number} number={number} />}
    >
      <Setting key={id} id={id} may={may} />
    </SubjectScreen>
  );
}
