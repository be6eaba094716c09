import { Box, chakra, Input, Stack, Text, Textarea } from "@chakra-ui/react";
import { understandingLimits } from "@liantai/api/contract/flow-editor";
import { FailureState } from "@liantai/ui";
import { useDeferredValue, useState, type ReactNode } from "react";
import { rules } from "../parts/queries.ts";

const Mark = chakra("mark", { base: { bg: "accent.subtle", color: "accent.fg", borderRadius: "xs" } });
const { testSentences, sentence: longest, pattern: longestPattern } = understandingLimits;

interface Result {
  readonly matched: number;
  readonly start: number;
  readonly end: number;
  readonly groups: readonly { readonly name: string; readonly text: string | null }[];
}

/** The sentence with what was matched marked, and the groups under it. */
function Line({ sentence, result, at }: { readonly sentence: string; readonly result: Result; readonly at: number }) {
  const { matched, start, end, groups } = result;
  return (
    <Box as="li" py="1" borderBottomWidth="1px" aria-label={`第${at + 1}句${matched ? "匹配" : "不匹配"}`}>
      <Text as="span" color={matched ? "fg.success" : "fg.muted"} textStyle="xs" me="2">
        {matched ? "匹配" : "不匹配"}
      </Text>
      {sentence.slice(0, start)}
      {end > start && <Mark>{sentence.slice(start, end)}</Mark>}
      {sentence.slice(end)}
      {groups.length > 0 && (
        <Text textStyle="xs" color="fg.muted">
          {groups.map(({ name, text }, n) => `${name || `第${n + 1}组`}：${text ?? "（无）"}`).join("　")}
        </Text>
      )}
    </Box>
  );
}

/** Tries a pattern on the sentences that are typed here, while both are typed. */
export function TestLines({ pattern }: { readonly pattern: string }) {
  const [text, setText] = useState("");
  const source = useDeferredValue(pattern).slice(0, longestPattern);
  const typed = useDeferredValue(text);
  const all = typed.split("\n").filter((line) => line.trim() !== "");
  const sentences = all.slice(0, testSentences).map((line) => line.slice(0, longest));
  const skip = source === "";
  const { currentData, isError, error, refetch } = rules.test.useQuery(
    { body: { pattern: source, sentences } },
    { skip },
  );
  let outcome: ReactNode = <Text color="fg.muted">输入测试句子，马上看到哪些句子匹配。</Text>;
  if (isError) outcome = <FailureState error={error} onRetry={() => void refetch()} />;
  else if (currentData)
    outcome = (
      <>
        {currentData.fault !== "" && (
          <Text role="alert" color="fg.error">
            {currentData.fault}
          </Text>
        )}
        {currentData.results.length > 0 && (
          <Box as="ul" listStyleType="none" aria-label="测试结果">
            {currentData.results.map((result, at) => (
              <Line key={`${at} ${sentences[at]}`} sentence={sentences[at] ?? ""} result={result} at={at} />
            ))}
          </Box>
        )}
      </>
    );
  return (
    <Stack gap="2">
      <Textarea
        aria-label="测试句子"
        rows={5}
        value={text}
        placeholder={`测试句子：每行一句，最多${testSentences}句`}
        onChange={({ target }) => setText(target.value)}
      />
      {all.length > testSentences && <Text color="fg.warning">只测试前{testSentences}句。</Text>}
      {outcome}
      <Text textStyle="xs" color="fg.muted">
        按RE2语法：不支持前瞻、后顾和反向引用，匹配时间只与句子长度有关。全角字符按半角匹配。
      </Text>
    </Stack>
  );
}

/** The same with a pattern that is kept nowhere. */
export function Tester({ pattern: first }: { readonly pattern: string }) {
  const [pattern, setPattern] = useState(first);
  return (
    <Stack gap="2">
      <Input
        aria-label="正则表达式"
        value={pattern}
        maxLength={longestPattern}
        fontFamily="mono"
        placeholder="例如 (退|换)(货|款)"
        onChange={({ target }) => setPattern(target.value)}
      />
      <TestLines pattern={pattern} />
    </Stack>
  );
}
