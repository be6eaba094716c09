/** The numbers of a record: dialled by sealed reference, added, made the main one, taken away. */
import { Button, HStack, MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuTrigger, Text } from "@chakra-ui/react";
import { notifyDone, queriesOf } from "@liantai/api/client";
import { recordNumberApi } from "@liantai/api/contract/workorder";
import { phoneFieldOf, type CompiledForm } from "@liantai/api/forms";
import { bus } from "@liantai/bus";
import { ConfirmDialog } from "@liantai/ui";
import { formOf, TextField, useActions, type Action } from "@liantai/ui/resource";
import { Ellipsis, Phone, Plus } from "lucide-react";
import { useState } from "react";
import type { OpenRecord } from "./queries.ts";

const numbers = queriesOf(recordNumberApi);
type More = NonNullable<OpenRecord["record"]["phones"]>[number];

/** By sealed reference: a number that is hidden stands in no request of the page. */
const Call = ({
  label,
  number,
  dialRef,
}: {
  readonly label: string;
  readonly number: string;
  readonly dialRef: string;
}) => (
  <Button size="xs" variant="outline" onClick={() => bus.publish("call.dial", { ref: dialRef })}>
    <Phone aria-hidden />
    呼叫{label} {number}
  </Button>
);

function Beside({ opened, one }: { readonly opened: OpenRecord; readonly one: More }) {
  const { record, allowed, dial } = opened;
  const [main] = numbers.main.useMutation();
  const [remove, { isLoading: removing }] = numbers.delete.useMutation();
  const [asking, ask] = useState(false);
  const { id: numberId, number, note } = one;
  const label = note || "其他号码";
  const called = dial.find((each) => each.numberId === numberId);
  // A refusal is said by the shell.
  const nothing = () => undefined;
  const done = (verb: string) => () => notifyDone("号码", verb);
  const makeMain = () =>
    main({ body: { id: record.id, version: record.version, numberId } })
      .unwrap()
      .then(done("设为主号码"), nothing);
  const take = () =>
    remove({ body: { id: record.id, numberId } })
      .unwrap()
      .then(done("移除"), nothing)
      .finally(() => ask(false));
  return (
    <HStack gap="0.5">
      {called ? (
        <Call label={label} number={number} dialRef={called.ref} />
      ) : (
        <Text textStyle="sm">
          {label} {number}
        </Text>
      )}
      {allowed.update && (
        <MenuRoot
          positioning={{ placement: "bottom-start" }}
          onSelect={({ value }) => (value === "main" ? void makeMain() : ask(true))}
        >
          <MenuTrigger asChild>
            <Button
              size="xs"
              px="1"
              minW="6"
              variant="ghost"
              colorPalette="gray"
              aria-label={`${label} ${number} 的操作`}
            >
              <Ellipsis aria-hidden />
            </Button>
          </MenuTrigger>
          <MenuPositioner>
            <MenuContent>
              <MenuItem value="main">设为主号码</MenuItem>
              <MenuItem value="remove" color="fg.error">
                移除号码
              </MenuItem>
            </MenuContent>
          </MenuPositioner>
        </MenuRoot>
      )}
      <ConfirmDialog
        open={asking}
        title="移除号码"
        text={`确定要移除${label} ${number} 吗？移除后不能恢复，需要时只能重新添加。`}
        confirm="移除"
        dangerous
        busy={removing}
        onConfirm={() => void take()}
        onClose={() => ask(false)}
      />
    </HStack>
  );
}

const addSchema = recordNumberApi.add.body!.pick(["number", "note"]);

export function RecordNumbers({ opened, form }: { readonly opened: OpenRecord; readonly form: CompiledForm }) {
  const { record, dial, allowed } = opened;
  const [add] = numbers.add.useMutation();
  const adding: Action = {
    label: "添加号码",
    form: () =>
      formOf({
        ...{ title: "添加号码", schema: addSchema, values: { number: "", note: "" }, small: true },
        fields: (
          <>
            <TextField name="number" label="电话号码" />
            <TextField name="note" label="说明" placeholder="如：家里、公司" />
          </>
        ),
        send: (values) => add({ body: { id: record.id, ...values } }).unwrap(),
      }),
    done: ["号码", "添加"],
  };
  const bar = useActions([adding]);
  const mayAdd = allowed.update && phoneFieldOf(form) !== undefined && !opened.order;
  return (
    <HStack gap="2" wrap="wrap" role="group" aria-label="号码">
      {dial
        .filter(({ numberId }) => numberId === undefined)
        .map(({ field, label, number, ref }) => (
          <Call key={field} label={label} number={number} dialRef={ref} />
        ))}
      {(record.phones ?? []).map((one) => (
        <Beside key={one.id} opened={opened} one={one} />
      ))}
      {mayAdd && (
        <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => void bar.press(adding.label)}>
          <Plus aria-hidden />
          添加号码
        </Button>
      )}
      {bar.opened}
    </HStack>
  );
}
