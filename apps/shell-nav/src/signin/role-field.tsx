/** 坐席, 班长, 管理员 or 企业管理员: four native radio buttons in one row. */
import type { UseFormRegisterReturn } from "react-hook-form";
import { chakra } from "@chakra-ui/react/styled-system";

const roles = [
  { value: 2, text: "坐席" },
  { value: 3, text: "班长" },
  { value: 4, text: "管理员" },
  { value: 1, text: "企业管理员" },
] as const;

export function RoleField({
  field,
  error,
}: {
  readonly field: UseFormRegisterReturn;
  readonly error?: string | undefined;
}) {
  return (
    <chakra.fieldset mb="3" border="0" p="0">
      <chakra.legend fontWeight="medium" color="fg.muted" mb="1.5">
        角色
      </chakra.legend>
      <chakra.div display="flex" borderWidth="1px" borderColor="border.emphasized" borderRadius="md" overflow="hidden">
        {roles.map(({ value, text }) => (
          <chakra.label
            key={value}
            flex="1"
            textAlign="center"
            py="1.5"
            cursor="pointer"
            userSelect="none"
            borderInlineStartWidth={value === 2 ? "0" : "1px"}
            borderColor="border.emphasized"
            css={{
              "&:has(:checked)": { bg: "accent.solid", color: "accent.contrast" },
              "&:has(:focus-visible)": {
                outline: "2px solid",
                outlineColor: "accent.focusRing",
                outlineOffset: "-4px",
              },
            }}
          >
            <chakra.input type="radio" value={value} position="absolute" opacity="0" {...field} />
            {text}
          </chakra.label>
        ))}
      </chakra.div>
      {error ? (
        <chakra.p role="alert" mt="1" color="fg.error" textStyle="xs">
          {error}
        </chakra.p>
      ) : null}
    </chakra.fieldset>
  );
}
