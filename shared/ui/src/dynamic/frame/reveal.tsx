import { Button, HStack, Input, Text } from "@chakra-ui/react";
import type { CompiledField } from "@liantai/api/forms";
import { claimFailure } from "@liantai/api/client";
import { isFailure } from "@liantai/ui/resource";
import { useEffect, useState, type KeyboardEvent } from "react";
import { useFormStore } from "../context.ts";

const shownMs = 60_000;

/** Shows a hidden value whole, for a reason that the operation log keeps, and for a minute: it is in the page no longer than it is read. */
export function Reveal({ field }: { readonly field: CompiledField }) {
  const { choices } = useFormStore();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [said, setSaid] = useState<string>();
  const [whole, setWhole] = useState<string>();
  const { reveal } = choices.sources;
  useEffect(() => {
    if (whole === undefined) return;
    const timer = setTimeout(() => setWhole(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [whole]);
  if (!reveal) return null;
  const show = async () => {
    if (reason.trim().length < 2) return setSaid("请输入查看原因");
    try {
      setWhole(await reveal.call(choices.sources, field.name, reason.trim()));
      setAsking(false);
      setReason("");
      setSaid(undefined);
    } catch (error) {
      if (isFailure(error)) claimFailure(error);
      setSaid(isFailure(error) ? error.text : "没有取到，请重试");
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // The form around it would be sent.
    event.preventDefault();
    void show();
  };
  if (whole !== undefined)
    return (
      <HStack gap="2" mt="1">
        <Text fontVariantNumeric="tabular-nums">{whole}</Text>
        <Button size="2xs" variant="ghost" onClick={() => setWhole(undefined)}>
          隐藏
        </Button>
      </HStack>
    );
  if (!asking)
    return (
      <Button size="2xs" variant="plain" px="0" onClick={() => setAsking(true)} aria-label={`查看完整的${field.label}`}>
        查看完整内容
      </Button>
    );
  return (
    <HStack gap="1" mt="1" w="full">
      <Input
        id={`reveal-${field.name}`}
        size="xs"
        aria-label={`查看${field.label}的原因`}
        placeholder="查看原因，会记入操作日志"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="xs" onClick={() => void show()}>
        查看
      </Button>
      <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => setAsking(false)}>
        取消
      </Button>
      {said !== undefined && (
        <Text role="alert" color="fg.error" textStyle="xs" whiteSpace="nowrap">
          {said}
        </Text>
      )}
    </HStack>
  );
}
