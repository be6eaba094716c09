/** 公海: what has no owner is claimed, what one has is given back, and how the pool works is set. */
import { Text } from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { poolSettingBody, recordPoolApi, type RecordVerb } from "@liantai/api/contract/workorder";
import { formOf, NumberField, SwitchField, type Action } from "@liantai/ui/resource";
import { UserRoundPen, Waves } from "lucide-react";
import { OwnerField } from "./owner-field.tsx";

const queries = queriesOf(recordPoolApi);
type Setting = ReplyOf<typeof recordPoolApi.setting>;

/** How the form's pool works; undefined: not known yet. */
export const usePool = (formId: string): Setting | undefined => queries.setting.useQuery({ body: { formId } }).data;

interface PoolProps {
  readonly formId: string;
  readonly noun: string;
  readonly pool: Setting | undefined;
  readonly selected: ReadonlySet<string>;
  readonly clear: () => void;
  readonly may: (verb: RecordVerb) => boolean;
}

const assignSchema = recordPoolApi.assign.body!.pick(["ownerId"]);

/** 分配: these get another owner. */
export function useAssigning(noun: string, clear: () => void) {
  const [assign] = queries.assign.useMutation();
  return (ids: readonly string[], what: string) =>
    formOf({
      ...{ title: `分配${what}`, schema: assignSchema, values: { ownerId: "" }, small: true, submit: "分配" },
      fields: (
        <>
          <OwnerField />
          <Text color="fg.muted" textStyle="xs">
            分配后由新的负责人跟进，并会提醒他；{noun}的变更记录中可以看到流转。
          </Text>
        </>
      ),
      send: ({ ownerId }) =>
        assign({ body: { ids: [...ids], ownerId } })
          .unwrap()
          .then(clear),
    });
}

export function usePoolActions(props: PoolProps): readonly Action[] {
  const { formId, noun, pool, selected, clear, may } = props;
  const assigning = useAssigning(noun, clear);
  const [claim] = queries.claim.useMutation();
  const [giveBack] = queries.giveBack.useMutation();
  const [saveSetting] = queries.saveSetting.useMutation();
  const open = pool?.enabled === 1 && may("claim");
  const { mayChange = false, ...values } = pool ?? {};
  const [count, ids] = [selected.size, [...selected]];
  return [
    {
      label: "领取",
      may: open,
      icon: <Waves aria-hidden />,
      disabled: count === 0,
      run: () => claim({ body: { ids } }).unwrap().then(clear),
      done: [noun, "领取"],
    },
    {
      label: "退回公海",
      may: open,
      disabled: count === 0,
      confirm: () => ({
        title: "退回公海",
        text: `选中的 ${count} 项${noun}退回公海后，其他人可以领取。确定要退回吗？`,
      }),
      run: () => giveBack({ body: { ids } }).unwrap().then(clear),
      done: [noun, "退回公海"],
    },
    {
      label: "分配",
      may: may("assign"),
      icon: <UserRoundPen aria-hidden />,
      disabled: count === 0,
      form: () => assigning(ids, `选中的 ${count} 项${noun}`),
      done: [noun, "分配"],
    },
    {
      label: "公海设置",
      may: mayChange,
      form: () =>
        formOf({
          ...{ title: "公海设置", schema: poolSettingBody, values, small: true },
          fields: (
            <>
              <Text color="fg.muted" textStyle="xs">
                没有负责人的{noun}在公海中，有领取权限的人可以领取。
              </Text>
              <SwitchField name="enabled" label="启用公海" />
              <NumberField name="claimLimit" label="每人最多拥有（0为不限）" />
              <NumberField name="returnDays" label="未联系多少天后自动退回（0为不退回）" />
              <NumberField name="warnDays" label="提前几天提醒负责人（0为不提醒）" />
            </>
          ),
          send: (values) => saveSetting({ body: { formId, ...values } }).unwrap(),
        }),
      done: ["公海设置", "保存"],
    },
  ];
}
