import { isTelephone, telephoneText, typedDigits } from "@liantai/api/contract";
import { useId } from "react";
import { chakra } from "@chakra-ui/react/styled-system";
import { Input } from "@chakra-ui/react/input";

interface PhoneFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Optional: a customer who says it can be recognised and called back. */
export function PhoneField({ value, onChange }: PhoneFieldProps) {
  const id = useId();
  const wrong = value !== "" && !isTelephone(value);
  return (
    <chakra.div textAlign="start">
      <chakra.label htmlFor={id} color="fg.muted" textStyle="sm" display="block" mb="1">
        您的号码（选填）
      </chakra.label>
      <Input
        id={id}
        size="md"
        h="44px"
        inputMode="tel"
        autoComplete="tel"
        placeholder="方便我们为您回电"
        maxLength={20}
        value={value}
        aria-invalid={wrong}
        onChange={(e) => onChange(typedDigits(e.target.value))}
      />
      {wrong && (
        <chakra.p textStyle="xs" color="fg.error" mt="1">
          {telephoneText("您的号码")}
        </chakra.p>
      )}
    </chakra.div>
  );
}
