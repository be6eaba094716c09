import { Button, HStack, Text } from "@chakra-ui/react";
import { beginsAsSheet, fileTexts, limits, sheetExtensions } from "@liantai/api/contract/parts";
import { FieldFrame, useField, type FieldProps } from "@liantai/ui";
import { Upload, X } from "lucide-react";
import { useRef, useState } from "react";
import { useController } from "react-hook-form";

/** What a file is refused with before it leaves; undefined: it may go. extensions: without a dot, none given: any. */
export function fileRefusal(
  file: File,
  { extensions, maxBytes = limits.uploadBytes }: { extensions?: readonly string[] | undefined; maxBytes?: number },
): string | undefined {
  if (extensions && !extensions.some((one) => file.name.toLowerCase().endsWith(`.${one}`)))
    return fileTexts.wrongType(extensions);
  return file.size > maxBytes ? fileTexts.tooLarge(maxBytes) : undefined;
}

/** The same of a workbook to import; what is in it is looked at, too. A file that cannot be read is none. */
export async function sheetRefusal(file: File): Promise<string | undefined> {
  const wrong = fileRefusal(file, { extensions: sheetExtensions });
  if (wrong === fileTexts.wrongType(sheetExtensions)) return fileTexts.wrongSheet;
  if (wrong) return wrong;
  const sound = await file
    .slice(0, 4)
    .arrayBuffer()
    .then((head) => beginsAsSheet(new Uint8Array(head)))
    .catch(() => false);
  return sound ? undefined : fileTexts.wrongSheet;
}

/** What the browser's chooser offers. */
export const chooserOf = (extensions: readonly string[] | undefined): string | undefined =>
  extensions?.map((one) => `.${one}`).join(",");

interface FileFieldProps extends FieldProps {
  /** ["wav", "mp3"]; none given: any file. */
  readonly extensions?: readonly string[];
  /** Default 10 MB. */
  readonly maxBytes?: number;
}

/** One file: the value is a File, undefined when none is chosen. */
export function FileField({ name, extensions, maxBytes = limits.uploadBytes, ...rest }: FileFieldProps) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const file = field.value instanceof File ? field.value : undefined;
  const choose = (chosen: File | undefined) => {
    if (input.current) input.current.value = "";
    if (!chosen) return;
    const wrong = fileRefusal(chosen, { extensions, maxBytes });
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
        accept={chooserOf(extensions)}
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
