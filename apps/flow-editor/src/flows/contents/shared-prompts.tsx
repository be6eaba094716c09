import { languageName, promptFaults, type PromptContent, type PromptFault } from "@liantai/api/contract/flow-editor";
import { ContentEditor, type EditedKind } from "./content-editor.tsx";
import { ContentsDrawer } from "./contents-drawer.tsx";
import { PromptLanguages } from "./prompt-languages.tsx";
import { sharedPrompts, type PromptRow } from "./queries.ts";

const edited: EditedKind<PromptContent, PromptFault & { readonly text: string }> = {
  label: "共享话术",
  queries: sharedPrompts,
  blank: { wordings: [{ language: "zh", text: "", voiceId: "" }] },
  textOf: (content) => JSON.stringify(content),
  faultsOf: (content) => promptFaults(content).map((fault) => ({ ...fault, text: fault.message })),
  fields: ({ content: { wordings }, onChange, ...rest }) => (
    <PromptLanguages {...rest} wordings={wordings} onChange={(next) => onChange({ wordings: next })} />
  ),
};

const shown = ({ languages, text, voices }: PromptRow): string =>
  `${languages.map(languageName).join("、")}：${text || (voices.length > 0 ? "语音文件" : "")}`;

/** 共享话术: what wordings of flows name, by language, changed without touching a flow. */
export function SharedPrompts({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = sharedPrompts.list.useQuery({ body: { pageSize: 9_999 } });
  return (
    <ContentsDrawer<PromptRow>
      label="共享话术"
      help="流程的话术可以选用，按来电的语言（变量 language 的值，如 zh、en、yue）播放。保存后从下一通来电起生效。"
      button="sharedPrompt.edit"
      queries={sharedPrompts}
      list={{ data, error, refetch }}
      summary={{ title: "语言", of: shown }}
      editor={(row, mayEdit, close, version) => (
        <ContentEditor of={edited} row={row} version={version} mayEdit={mayEdit} onClose={close} />
      )}
      onClose={onClose}
    />
  );
}
