import { Button } from "@chakra-ui/react";
import type { UploadValue } from "@liantai/api/forms";
import { isPicture, PictureViewer, type Picture } from "@liantai/ui/resource";
import { Image } from "lucide-react";
import { useState } from "react";
import { useFormStore } from "../context.ts";

interface FileButtonProps {
  readonly file: UploadValue;
  /** All files of the field: its pictures are looked through together. */
  readonly files: readonly UploadValue[];
}

/** A file of an upload field: a picture is shown (protocol F110), any other is downloaded. */
export function FileButton({ file, files }: FileButtonProps) {
  const { sources } = useFormStore().choices;
  const [shown, show] = useState<{ readonly pictures: readonly Picture[]; readonly first: number }>();
  if (!isPicture(file.fileName))
    return (
      <Button size="xs" variant="plain" px="0" onClick={() => sources.download(file)}>
        {file.fileName}
      </Button>
    );
  const open = () => {
    const some = files.filter(({ fileName }) => isPicture(fileName));
    show({
      pictures: some.map((one) => ({
        id: one.name,
        name: one.fileName,
        load: (signal) => sources.picture(one, signal),
        download: () => sources.download(one),
      })),
      first: some.indexOf(file),
    });
  };
  return (
    <>
      <Button size="xs" variant="plain" px="0" aria-haspopup="dialog" onClick={open}>
        <Image aria-hidden />
        {file.fileName}
      </Button>
      {shown && <PictureViewer {...shown} onClose={() => show(undefined)} />}
    </>
  );
}
