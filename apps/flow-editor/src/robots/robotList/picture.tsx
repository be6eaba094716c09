/** The picture of a digital human: fetched with the session's token, shown, and uploaded before its robot is saved. */
import { Button, chakra, Flex, HStack, Text } from "@chakra-ui/react";
import { claimFailure, requestHost, send } from "@liantai/api/client";
import { robotPictureApi, robotPictures } from "@liantai/api/contract/flow-editor";
import { FieldFrame, useField } from "@liantai/ui";
import { chooserOf, fileRefusal, PictureViewer, saveBlob, type Picture as ViewedPicture } from "@liantai/ui/resource";
import { Upload, UserRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { pictures } from "../parts/queries.ts";

interface Shown {
  readonly id: string;
  readonly url: string;
  readonly blob: Blob;
}

/** With its address in this page; undefined: it is on its way, or there is none. The copy goes with who shows it. */
function usePicture(id: string): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (id === "") return undefined;
    let left = false;
    let url: string | undefined;
    void send<Blob>(requestHost(), { endpoint: robotPictureApi.picture, query: { id } }).then((outcome) => {
      if (left || !("data" in outcome)) return;
      url = URL.createObjectURL(outcome.data);
      setShown({ id, url, blob: outcome.data });
    });
    return () => {
      left = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  return shown?.id === id ? shown : undefined;
}

interface PictureProps {
  readonly id: string;
  readonly name: string;
  readonly size: string;
}

const fileOf = (name: string, { type }: Blob) => `${name}的形象图片.${type === "image/png" ? "png" : "jpg"}`;

/** A press shows it as a whole (protocol F110). */
export function Picture({ id, name, size }: PictureProps) {
  const picture = usePicture(id);
  const [viewed, view] = useState<readonly ViewedPicture[]>();
  const open = ({ blob }: Shown) => {
    const file = fileOf(name, blob);
    view([{ id, name: file, load: async () => blob, download: () => saveBlob(blob, file) }]);
  };
  return (
    <Flex
      boxSize={size}
      flex="none"
      align="center"
      justify="center"
      overflow="hidden"
      rounded="sm"
      bg="bg.muted"
      color="fg.muted"
    >
      {picture ? (
        <chakra.button
          type="button"
          boxSize="full"
          cursor="zoom-in"
          aria-haspopup="dialog"
          title="查看图片"
          onClick={() => open(picture)}
        >
          <chakra.img src={picture.url} alt={`${name}的形象图片`} boxSize="full" objectFit="cover" />
        </chakra.button>
      ) : (
        <UserRound size="60%" aria-hidden />
      )}
      {viewed && <PictureViewer pictures={viewed} first={0} onClose={() => view(undefined)} />}
    </Flex>
  );
}

/** Uploads what is chosen: the value is the picture's id. */
export function PictureField() {
  const { error } = useField("pictureId");
  const { field } = useController({ name: "pictureId" });
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const [upload, { isLoading }] = pictures.upload.useMutation();
  const id = String(field.value ?? "");
  const choose = async (file: File | undefined) => {
    if (input.current) input.current.value = "";
    if (!file) return;
    const wrong = fileRefusal(file, { extensions: robotPictures });
    setRefused(wrong);
    if (wrong) return;
    const { data, error: failure } = await upload({ body: { files: file } });
    if (data) return field.onChange(data.files[0]?.id ?? "");
    if (!failure || !("text" in failure)) return setRefused("上传失败，请重试");
    claimFailure(failure);
    setRefused(failure.text);
  };
  return (
    <FieldFrame
      label="形象图片"
      error={refused ?? error}
      required
      group
      hint="jpg、png图片，不超过10M，建议使用正方形图片"
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label="形象图片"
        accept={chooserOf(robotPictures)}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <HStack gap="3">
        <Picture id={id} name="数字人" size="72px" />
        <Button
          ref={field.ref}
          size="sm"
          variant="outline"
          colorPalette="gray"
          loading={isLoading}
          loadingText="上传中"
          onBlur={field.onBlur}
          onClick={() => input.current?.click()}
        >
          <Upload aria-hidden />
          {id === "" ? "上传图片" : "更换图片"}
        </Button>
        {id === "" && <Text color="fg.muted">未上传图片</Text>}
      </HStack>
    </FieldFrame>
  );
}
