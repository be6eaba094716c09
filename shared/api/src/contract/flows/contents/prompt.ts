/** What stands in a shared prompt: one wording a language, the first for every language that has none. For server and page. */

export interface PromptContent {
  readonly wordings: readonly {
    readonly language: string;
    readonly text: string;
    /** A voice of 语音管理; '': the text is spoken. */
    readonly voiceId: string;
  }[];
}

/** As the variable `language` of a flow has them. */
export const promptLanguages = {
  ...{
    zh: "普通话",
    yue: "粤语",
    en: "英语",
    ja: "日语",
    ko: "韩语",
    ru: "俄语",
    fr: "法语",
    de: "德语",
    es: "西班牙语",
  },
  ...{ pt: "葡萄牙语", ar: "阿拉伯语", th: "泰语", vi: "越南语", ms: "马来语", id: "印尼语" },
  ...{ bo: "藏语", ug: "维吾尔语", mn: "蒙古语" },
} as const;
export type PromptLanguage = keyof typeof promptLanguages;
export const languageName = (code: string): string =>
  Object.hasOwn(promptLanguages, code) ? promptLanguages[code as PromptLanguage] : code;

/** Characters of a wording: what synthesis takes at once. */
export const promptLimits = { prompts: 200, wording: 500, text: 20_000 } as const;

const isWording = (value: unknown): value is PromptContent["wordings"][number] => {
  if (typeof value !== "object" || value === null) return false;
  const { language, text, voiceId, ...rest } = value as Record<string, unknown>;
  return [language, text, voiceId].every((each) => typeof each === "string") && Object.keys(rest).length === 0;
};

/** What is wrong with a prompt, and where. */
export interface PromptFault {
  /** Place of the wording; absent: it is about the whole. */
  readonly wording?: number;
  readonly field: "language" | "text" | "voiceId";
  readonly message: string;
  /** Nothing is there yet. */
  readonly missing?: true;
}

export function promptFaults({ wordings }: PromptContent): readonly PromptFault[] {
  if (wordings.length === 0) return [{ field: "language", message: "至少要有一种语言" }];
  const places = wordings.map(({ language }) => language);
  return wordings.flatMap(({ language, text, voiceId }, wording): readonly PromptFault[] => {
    const said = (field: PromptFault["field"], message: string): PromptFault => ({ wording, field, message });
    if (!Object.hasOwn(promptLanguages, language)) return [said("language", `不支持的语言“${language.slice(0, 20)}”`)];
    const called = languageName(language);
    return [
      ...(places.indexOf(language) < wording ? [said("language", `${called}重复`)] : []),
      ...(text.trim() === "" && voiceId === ""
        ? [{ ...said("text", `${called}没有文字，也没有语音`), missing: true as const }]
        : []),
      ...(text.length > promptLimits.wording ? [said("text", `${called}的文字超过${promptLimits.wording}个字符`)] : []),
      ...(voiceId.length > 64 ? [said("voiceId", `${called}的语音不存在`)] : []),
    ];
  });
}

/** Throws with a sentence. */
export function readPrompt(text: string): PromptContent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("不是JSON");
  }
  const { wordings, ...rest } = (value ?? {}) as { readonly wordings?: unknown };
  if (Object.keys(rest).length > 0 || !Array.isArray(wordings) || !wordings.every(isWording))
    throw new Error("只能有各语言的文字和语音");
  const content = { wordings };
  const [fault] = promptFaults(content);
  if (fault) throw new Error(fault.message);
  return content;
}
