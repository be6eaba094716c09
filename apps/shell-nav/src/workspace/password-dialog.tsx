/** 修改密码 inside the workspace: the bar stays on the page, unlike with /pwdoverdue. */
import { useId } from "react";
import { Button, FieldErrorText, FieldLabel, FieldRoot, Input, SimpleGrid, Text } from "@chakra-ui/react";
import { Check, Circle } from "lucide-react";
import { AppDialog } from "@liantai/ui";
import { bus } from "@liantai/bus";
import { usePasswordForm, type PasswordFields } from "../password/model.ts";

const fields: readonly {
  readonly name: keyof PasswordFields;
  readonly label: string;
  readonly autoComplete: string;
}[] = [
  { name: "oldPassword", label: "原密码", autoComplete: "current-password" },
  { name: "newPassword", label: "新密码", autoComplete: "new-password" },
  { name: "confirm", label: "确认密码", autoComplete: "new-password" },
];

export default function PasswordDialog({ onClose }: { onClose(): void }) {
  const formId = useId();
  const { form, submit, rules } = usePasswordForm(() => {
    bus.publish("notification.show", {
      id: "password-changed",
      title: "密码已修改",
      text: "其他设备上的登录已退出。",
      level: "success",
    });
    onClose();
  });
  const { register, error, isSubmitting } = form;
  const buttons = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        取消
      </Button>
      <Button type="submit" form={formId} disabled={isSubmitting} aria-busy={isSubmitting}>
        {isSubmitting ? "正在修改…" : "修改密码"}
      </Button>
    </>
  );
  return (
    <AppDialog open title="修改密码" width="400px" onClose={onClose} footer={buttons}>
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
        {error("root") ? (
          <Text role="alert" mb="3" px="3" py="2" borderRadius="md" bg="bg.error" color="fg.error">
            {error("root")}
          </Text>
        ) : null}
        {fields.map(({ name, label, autoComplete }) => (
          <FieldRoot key={name} invalid={error(name) !== undefined} mb="3">
            <FieldLabel>{label}</FieldLabel>
            <Input type="password" autoComplete={autoComplete} {...register(name)} />
            <FieldErrorText role="alert">{error(name)}</FieldErrorText>
          </FieldRoot>
        ))}
        <SimpleGrid as="ul" aria-label="密码要求" columns={2} listStyleType="none" textStyle="xs">
          {rules.map(({ text, met }) => (
            <Text
              as="li"
              key={text}
              display="flex"
              alignItems="center"
              gap="1.5"
              color={met ? "fg.success" : "fg.muted"}
              data-met={met}
            >
              {met ? <Check size={12} aria-label="已满足" /> : <Circle size={12} aria-label="未满足" />}
              {text}
            </Text>
          ))}
        </SimpleGrid>
      </form>
    </AppDialog>
  );
}
