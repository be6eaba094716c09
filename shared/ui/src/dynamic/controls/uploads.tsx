import { Box, Button, HStack, Text } from "@chakra-ui/react";
import { fileTexts, uploadExtensions } from "@liantai/api/contract/parts";
import { isRecord, type UploadValue, uploadFailedText } from "@liantai/api/forms";
import { chooserOf, fileRefusal } from "@liantai/ui/resource";
import { Upload, X } from "lucide-react";
import { useRef, useState } from "react";
import { useFormStore } from "../context.ts";
import { FileButton } from "./file-button.tsx";
import type { ControlProps } from "./types.ts";

export const uploadsIn = (value: unknown): readonly UploadValue[] =>
  Array.isArray(value)
    ? value.filter((one): one is UploadValue => isRecord(one) && typeof one.fileName === "string")
    : [];

/** Files go up as soon as they are chosen; the value is what the server calls them. */
export function UploadsControl({ field, value, disabled, onChange }: ControlProps) {
  const { choices } = useFormStore();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(0);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const files = uploadsIn(value);
  const latest = useRef(files);
  latest.current = files;
  const take = async (chosen: readonly File[]) => {
    const room = field.amount - files.length;
    const said: string[] = chosen.length > room ? [fileTexts.tooMany(field.amount)] : [];
    const good: File[] = [];
    for (const file of chosen.slice(0, Math.max(0, room))) {
      const wrong = fileRefusal(file, { extensions: uploadExtensions, maxBytes: field.maxBytes });
      if (wrong === undefined) good.push(file);
      else said.push(wrong);
    }
    setBusy(good.length);
    for (const file of good) {
      try {
        const kept = await choices.sources.upload(file);
        latest.current = [...latest.current, kept];
        onChange(latest.current);
      } catch {
        said.push(uploadFailedText(field.label, file.name));
      }
    }
    setBusy(0);
    setRefused([...new Set(said)]);
  };
  const full = files.length >= field.amount;
  return (
    <Box w="full">
      <input
        ref={input}
        type="file"
        hidden
        multiple={field.amount > 1}
        aria-label={field.label}
        accept={chooserOf(uploadExtensions)}
        disabled={disabled}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = "";
          if (chosen.length > 0) void take(chosen);
        }}
      />
      <HStack gap="2">
        <Button
          size="sm"
          variant="outline"
          colorPalette="gray"
          disabled={disabled || full}
          loading={busy > 0}
          loadingText="正在上传"
          onClick={() => input.current?.click()}
        >
          <Upload aria-hidden />
          选择文件
        </Button>
        <Text color="fg.muted" textStyle="xs">
          {full
            ? fileTexts.tooMany(field.amount)
            : `最多${field.amount}个，每个不超过${Math.round(field.maxBytes / 10_486) / 100}M`}
        </Text>
      </HStack>
      {files.map((file) => (
        <HStack key={file.name} gap="1" mt="1">
          <FileButton file={file} files={files} />
          {!disabled && (
            <Button
              size="2xs"
              variant="ghost"
              colorPalette="gray"
              aria-label={`移除${file.fileName}`}
              onClick={() => onChange(files.filter((one) => one !== file))}
            >
              <X aria-hidden />
            </Button>
          )}
        </HStack>
      ))}
      {refused.map((text) => (
        <Text key={text} role="alert" color="fg.error" textStyle="xs" mt="1">
          {text}
        </Text>
      ))}
    </Box>
  );
}
