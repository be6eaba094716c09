import { Button, HStack, Text } from "@chakra-ui/react";
import { FieldFrame, useField, type FieldProps } from "@liantai/ui";
import { Upload, X } from "lucide-react";
import { useRef, useState } from "react";
import { useController } from "react-hook-form";

export const uploadBytes = 10 * 1024 * 1024;
/** console.md section 5, to the letter. */
export const tooBig = "文件大小不能超过10M！";
export const tooBigFor = (bytes: number): string =>
  bytes === uploadBytes ? tooBig : `文件大小不能超过${Math.round(bytes / 1024 / 1024)}M！`;

/** Whether a file's name ends as one of `accept` ('.xls,.xlsx'); without a list every file does. */
export function accepted(file: File, accept: string | undefined): boolean {
  if (!accept) return true;
  return accept
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .some((one) =>
      one.startsWith(".")
        ? file.name.toLowerCase().endsWith(one)
        : one.endsWith("/*")
          ? file.type.startsWith(one.slice(0, -1))
          : file.type === one,
    );
}

interface FileFieldProps extends FieldProps {
  /** '.wav,.mp3' */
  readonly accept?: string;
  /** Default 10 MB. */
  readonly maxBytes?: number;
}

/** One file: the value is a File, undefined when none is chosen. */
export function FileField({ name, accept, maxBytes = uploadBytes, ...rest }: FileFieldProps) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const file = field.value instanceof File ? field.value : undefined;
  const choose = (chosen: File | undefined) => {
    if (input.current) input.current.value = "";
    if (!chosen) return;
    const wrong = !accepted(chosen, accept)
      ? `只能上传${accept?.replaceAll(",", "、")}文件`
      : chosen.size > maxBytes
        ? tooBigFor(maxBytes)
        : undefined;
    setRefused(wrong);
    if (!wrong) field.onChange(chosen);
  };
  return (
    <FieldFrame {...rest} error={refused ?? error} required={required} group>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={rest.label}
        accept={accept}
        disabled={rest.disabled}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <HStack gap="2" w="full">
        <Button
          ref={field.ref}
          size="sm"
          variant="outline"
          colorPalette="gray"
          disabled={rest.disabled}
          onBlur={field.onBlur}
          onClick={() => input.current?.click()}
        >
          <Upload aria-hidden />
          选择文件
        </Button>
        <Text truncate flex="1" color={file ? "fg" : "fg.muted"}>
          {file?.name ?? "未选择文件"}
        </Text>
        {file && !rest.disabled && (
          <Button
            size="xs"
            variant="ghost"
            colorPalette="gray"
            aria-label={`移除${file.name}`}
            onClick={() => field.onChange(undefined)}
          >
            <X aria-hidden />
          </Button>
        )}
      </HStack>
    </FieldFrame>
  );
}
