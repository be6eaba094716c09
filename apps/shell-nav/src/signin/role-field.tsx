/** Which kind of account signs in: native radio buttons, two in a row, so that each has room for its name. */
import { chakra } from "@chakra-ui/react/styled-system";
import { signInRoles } from "@liantai/api/contract/base";
import type { FieldProps } from "../form/use-fields.ts";

export function RoleField({ field, error }: { readonly field: FieldProps; readonly error?: string | undefined }) {
  return (
    <chakra.fieldset mb="3" border="0" p="0">
      <chakra.legend fontWeight="medium" color="fg.muted" mb="1.5">
        角色
      </chakra.legend>
      <chakra.div
        display="grid"
        gridTemplateColumns="1fr 1fr"
        gap="1px"
        bg="border.emphasized"
        borderWidth="1px"
        borderColor="border.emphasized"
        borderRadius="md"
        overflow="hidden"
      >
        {signInRoles.map(({ roleType, name }) => (
          <chakra.label
            key={roleType}
            textAlign="center"
            py="1"
            bg="bg.panel"
            cursor="pointer"
            userSelect="none"
            css={{
              "&:has(:checked)": { bg: "accent.solid", color: "accent.contrast" },
              "&:has(:focus-visible)": {
                outline: "2px solid",
                outlineColor: "accent.focusRing",
                outlineOffset: "-4px",
              },
            }}
          >
            <chakra.input
              type="radio"
              position="absolute"
              opacity="0"
              name={field.name}
              ref={field.ref}
              onChange={field.onChange}
              value={roleType}
              defaultChecked={field.defaultValue === String(roleType)}
            />
            {name}
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
