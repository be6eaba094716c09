/** A masked number with a way to see it whole, for those who may, with a reason that goes into the operation log. */
import { isOperator } from "@liantai/api/contract";
import { HStack, Text } from "@chakra-ui/react";
import { queriesOf, selectSession, selectUser, useSelector } from "@liantai/api/client";
import { businessPurviewApi, revealApi, type BusinessPurview } from "@liantai/api/contract/admin";
import { TextAreaField, ActionBar, formOf } from "@liantai/ui/resource";
import { useState } from "react";

const purviews = queriesOf({ selectByRoleId: businessPurviewApi.selectByRoleId });
const reveal = queriesOf(revealApi);
const schema = revealApi.callNumber.body!.pick(["reason"]);
const empty = { reason: "" };

/** Whether the own role has a business permission; false until it is known. Inside an entered enterprise everything may be. */
export function useMayDo(key: BusinessPurview): boolean {
  const user = useSelector(selectUser);
  const { enterEnterprise } = useSelector(selectSession);
  const { data } = purviews.selectByRoleId.useQuery(
    { body: { roleId: user?.roleId ?? "" } },
    { skip: !user || enterEnterprise || isOperator(user) },
  );
  return enterEnterprise || isOperator(user) || data?.some((each) => each.key === key && each.value === 1) === true;
}

interface RevealableProps {
  readonly callId: string;
  readonly field: "caller" | "callee";
  /** As the server sent it: masked or whole. */
  readonly number: string;
}

export function RevealableNumber({ callId, field, number }: RevealableProps) {
  const may = useMayDo("reveal");
  const [whole, setWhole] = useState<string>();
  const [show] = reveal.callNumber.useMutation();
  if (!number.includes("*")) return <>{number || "—"}</>;
  return (
    <HStack gap="2">
      <Text as="span">{whole ?? number}</Text>
      <ActionBar
        look="row"
        row={undefined}
        actions={[
          {
            label: "查看完整号码",
            may: may && whole === undefined,
            form: () =>
              formOf({
                title: "查看完整号码",
                small: true,
                submit: "查看",
                width: "420px",
                schema,
                values: empty,
                fields: (
                  <>
                    <Text color="fg.muted">查看会连同原因记入操作日志。</Text>
                    <TextAreaField name="reason" label="查看原因" rows={3} />
                  </>
                ),
                send: async ({ reason }) => setWhole((await show({ body: { callId, field, reason } }).unwrap()).number),
              }),
          },
          { label: "隐藏", may: whole !== undefined, run: () => setWhole(undefined) },
        ]}
      />
    </HStack>
  );
}
