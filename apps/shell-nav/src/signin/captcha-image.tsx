/** The picture of the image code: a press brings another one. */
import { useState } from "react";
import { chakra } from "@chakra-ui/react/styled-system";

export function CaptchaImage({ src, reload }: { readonly src: string; reload(): void }) {
  const [failed, setFailed] = useState("");
  return (
    <chakra.button
      type="button"
      onClick={reload}
      aria-label="换一张验证码"
      title="看不清？点击换一张"
      w="118px"
      h="42px"
      flex="none"
      p="0"
      bg="#fff"
      color="#343e4c"
      textStyle="xs"
      borderWidth="1px"
      borderColor="border.emphasized"
      borderRadius="md"
      overflow="hidden"
      cursor="pointer"
      _focusVisible={{ outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "1px" }}
    >
      {failed === src ? (
        "加载失败，点此重试"
      ) : (
        <chakra.img key={src} src={src} alt="" w="full" h="full" objectFit="contain" onError={() => setFailed(src)} />
      )}
    </chakra.button>
  );
}
