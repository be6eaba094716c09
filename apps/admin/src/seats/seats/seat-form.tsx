import { SimpleGrid } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import {
  agentApi,
  autoAnswerTexts,
  callStyleTexts,
  loginAgentStateTexts,
  newSeat,
  seatIdField,
  seatRoleTexts,
  terminalTypeTexts,
} from "@liantai/api/contract/admin";
import { forwardChoices, forwardWords } from "@liantai/api/contract/forward";
import {
  FormDrawer,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
  sending,
  type Outcome,
} from "@liantai/ui/resource";
import { passwordHint, shownOnce } from "./secret-once.tsx";
import { useMemo } from "react";
import { agents, extensions, everything, optionsOf, useGroups, useSeatRoleOptions, type Agent } from "./queries.ts";

const roleOptions = optionsOf(seatRoleTexts, true);
const terminalOptions = optionsOf(terminalTypeTexts, true);
const answerOptions = optionsOf(autoAnswerTexts, true);
const callStyleOptions = optionsOf(callStyleTexts, true);
const loginAgentStateOptions = optionsOf(loginAgentStateTexts, true);
const forwardOptions = forwardChoices.map((value) => ({ value, label: forwardWords(value) }));
const blank = { ...newSeat, agentId: "", name: "" };

/** What a seat's row is in the form: null is '' there, and the default role stands for none chosen. */
const valuesOf = (seat: Agent, custom: boolean) => ({
  ...seat,
  roleId: custom ? seat.roleId : "",
  groupId: seat.groupId ?? "",
  extension: seat.extension ?? "",
  enable: seat.enable === 1 ? 1 : 0,
});

function RoleField({ roleType }: { readonly roleType: unknown }) {
  return <SelectField name="roleId" label="权限角色" options={useSeatRoleOptions(roleType)} none="默认角色" />;
}

interface SeatFormProps {
  /** Undefined: a new one. */
  readonly seat?: Agent;
  /** Digits of a seat id. */
  readonly digits: number;
  /** A new seat's password is shown once. */
  readonly onClose: (outcome?: Outcome) => void;
}

export function SeatForm({ seat, digits, onClose }: SeatFormProps) {
  const [add] = agents.add.useMutation();
  const [update] = agents.update.useMutation();
  const { options: groups } = useGroups();
  const custom = useSeatRoleOptions(seat?.roleType).some((role) => role.value === seat?.roleId);
  const { data: free } = extensions.list.useQuery({ body: { ...everything, bound: "0" } });
  const extensionOptions = useMemo(
    () =>
      [...(seat?.extension ? [seat.extension] : []), ...(free?.list ?? []).map((x) => x.extension)].map((x) => ({
        value: x,
        label: x,
      })),
    [seat, free],
  );
  const addSchema = useMemo(() => agentApi.add.body!.shape({ agentId: seatIdField(digits) }), [digits]);
  const form = seat
    ? sending(agentApi.update.body!, (body) =>
        update({ body })
          .unwrap()
          .then(() => notifyDone("坐席", "保存")),
      )
    : sending(addSchema, async (body) => {
        const { agentId, password } = await add({ body }).unwrap();
        onClose(
          shownOnce({
            title: "坐席已新增",
            items: [[`坐席 ${agentId} 的初始密码`, password]],
            hint: passwordHint,
          }),
        );
      });
  return (
    <FormDrawer
      open
      title={seat ? "编辑坐席" : "新增坐席"}
      width="520px"
      {...form}
      values={seat ? valuesOf(seat, custom) : blank}
      onClose={() => onClose()}
    >
      {(form) => (
        <>
          <SimpleGrid columns={2} gap="3">
            <TextField
              name="agentId"
              label="坐席工号"
              inputMode="numeric"
              maxLength={digits}
              disabled={seat !== undefined}
            />
            <TextField name="name" label="姓名" />
          </SimpleGrid>
          <RadioField
            name="roleType"
            label="角色"
            options={roleOptions}
            hint={seat ? "更改角色后，坐席须以新角色重新登录。" : "班长可以监控坐席组。"}
          />
          <SimpleGrid columns={2} gap="3">
            <RoleField roleType={form.watch("roleType")} />
            <SelectField name="groupId" label="坐席组" options={groups} none="未分组" />
            <SelectField name="terminalType" label="终端类型" options={terminalOptions} />
            <SelectField name="extension" label="分机" options={extensionOptions} none="不绑定" />
            <TextField
              name="phone"
              label="外线号码"
              inputMode="tel"
              {...(Number(form.watch("terminalType")) === 0 ? {} : { hint: "选填，通话中可换到这部电话接听。" })}
            />
            {form.watch("phone") !== "" && (
              <SwitchField name="phoneConfirm" label="外线接听方式" on="按1确认" off="摘机即通" />
            )}
            <SelectField name="forwardModes" label="呼转条件" options={forwardOptions} none="不呼转" />
            {form.watch("forwardModes") !== "" && <TextField name="forwardTo" label="呼转号码" inputMode="tel" />}
            <SelectField name="isAutoAnswer" label="自动接听" options={answerOptions} />
            <SelectField name="callStyle" label="外呼方式" options={callStyleOptions} />
            <SelectField name="loginAgentState" label="聊天登录状态" options={loginAgentStateOptions} />
          </SimpleGrid>
          <SimpleGrid columns={2} gap="3">
            <SwitchField name="isPopup" label="来电弹屏" />
            <SwitchField name="isTabs" label="弹屏方式" on="标签页" off="新页面" />
            <SwitchField name="isHiddenNum" label="隐藏号码" on="隐藏" off="不隐藏" />
            <SwitchField name="recordMode" label="自动录音" />
            <SwitchField name="enable" label="启用" on="启用" off="停用" />
          </SimpleGrid>
        </>
      )}
    </FormDrawer>
  );
}
