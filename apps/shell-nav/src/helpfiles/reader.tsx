import { chakra, Flex, Heading, Text } from "@chakra-ui/react";
import { FailureState, LoadingState } from "@liantai/ui";
import { PictureViewer } from "@liantai/ui/resource";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from "react";
import { createPictures } from "./files.ts";
import { toMarkup } from "./markdown.ts";
import { help } from "./model.ts";
import { PdfView } from "./pdf-view.tsx";

const Article = chakra("article", {
  base: {
    maxW: "820px",
    lineHeight: "1.75",
    wordBreak: "break-word",
    "& h1": { fontSize: "22px", fontWeight: "600", mb: "3" },
    "& h2": { fontSize: "17px", fontWeight: "600", mt: "6", mb: "2" },
    "& h3": { fontSize: "15px", fontWeight: "600", mt: "4", mb: "1" },
    "& p": { my: "2" },
    "& ul": { listStyle: "disc", ps: "6", my: "2" },
    "& ol": { listStyle: "decimal", ps: "6", my: "2" },
    "& li": { my: "1" },
    "& a": { color: "accent.fg", textDecoration: "underline" },
    "& img": { maxW: "full" },
    "& button": { maxW: "full", cursor: "zoom-in" },
    "& code": { bg: "bg.muted", px: "1", borderRadius: "sm", fontSize: "0.92em" },
    "& pre": { bg: "bg.muted", p: "3", borderRadius: "md", overflow: "auto", my: "3" },
    "& pre code": { bg: "transparent", p: "0" },
    "& blockquote": { borderInlineStartWidth: "3px", ps: "3", color: "fg.muted", my: "3" },
    "& hr": { my: "4" },
    "& table": { borderCollapse: "collapse", my: "3" },
    "& th, & td": { borderWidth: "1px", px: "3", py: "1.5", textAlign: "start", verticalAlign: "top" },
    "& th": { bg: "bg.subtle", fontWeight: "medium" },
  },
});

/** What toMarkup let through; a press on a picture of the help shows it as a whole (protocol F110). */
export function Markdown({ text }: { readonly text: string }) {
  const markup = useMemo(() => ({ __html: toMarkup(text) }), [text]);
  const article = useRef<HTMLElement>(null);
  const [pictures] = useState(createPictures);
  useEffect(() => () => pictures.release(), [pictures]);
  useLayoutEffect(() => pictures.fill(article.current!), [markup, pictures]);
  const [shown, show] = useState<ReturnType<typeof pictures.shown>>();
  const press = ({ target }: MouseEvent) => target instanceof Element && show(pictures.shown(article.current!, target));
  return (
    <>
      <Article ref={article} dangerouslySetInnerHTML={markup} onClick={press} />
      {shown && <PictureViewer {...shown} onClose={() => show(undefined)} />}
    </>
  );
}

export function Reader({ id }: { readonly id: string }) {
  const { currentData, isError, error, refetch } = help.get.useQuery(
    { body: { id } },
    { refetchOnMountOrArgChange: true },
  );
  if (isError && !currentData) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!currentData) return <LoadingState />;
  const { title, body, file } = currentData;
  const changed = (
    <Text mt={file ? "2" : "8"} textStyle="xs" color="fg.muted">
      {currentData.updatedBy} 更新于 {currentData.updatedAt}
    </Text>
  );
  if (!file)
    return (
      <>
        <Markdown text={`# ${title}\n\n${body}`} />
        {changed}
      </>
    );
  return (
    <Flex direction="column" h="full">
      <Heading as="h1" fontSize="22px" mb="2">
        {title}
      </Heading>
      <PdfView file={file} title={title} />
      {changed}
    </Flex>
  );
}
