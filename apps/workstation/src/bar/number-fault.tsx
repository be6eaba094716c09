import { Text, type TextProps } from "@chakra-ui/react";
import { callNumberText } from "@liantai/api/contract";

/** Beside a field that holds what cannot be called. */
export const NumberFault = (rest: TextProps) => (
  <Text
    role="alert"
    textStyle="xs"
    color="fg.error"
    bg="bg.panel"
    borderWidth="1px"
    borderColor="border.error"
    borderRadius="sm"
    px="2"
    py="0.5"
    whiteSpace="nowrap"
    {...rest}
  >
    {callNumberText}
  </Text>
);
