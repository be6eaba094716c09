import { Stack } from "@chakra-ui/react";
import type { FlowBody } from "@liantai/api/flows";
import type { ComponentProps } from "react";
import { Findings } from "./findings.tsx";
import type { Finding } from "./faults.ts";
import { FormMap } from "./flow/form-map.tsx";
import { GlobalEditor } from "./flow/globals-editor.tsx";
import { VariablesEditor } from "./flow/variables-editor.tsx";
import { VoiceEditor } from "./flow/voice-editor.tsx";
import { useHeld } from "./held.ts";
import { PanelSection } from "./section.tsx";
import type { Surroundings } from "./surroundings.ts";
import { allVariables } from "./variables.ts";

interface FlowPanelProps {
  readonly body: FlowBody;
  /** JSON text of the flow's voice; '': the enterprise's own. */
  readonly tts: string;
  readonly surroundings: Surroundings;
  readonly findings: readonly Finding[];
  readonly onChange: (patch: Partial<FlowBody>) => void;
  readonly onVoice: (tts: string) => void;
}

function HeldVoice({ tts, onChange, engines }: ComponentProps<typeof VoiceEditor>) {
  const [held, hold] = useHeld(tts, onChange);
  return <VoiceEditor tts={held} engines={engines} onChange={hold} />;
}

/** What is the flow's as a whole. */
export function FlowPanel({ body, tts, surroundings, findings, onChange, onVoice }: FlowPanelProps) {
  const { globals, collectVariable, variableForm, variableFormConf } = body;
  const known = allVariables(body);
  const main = body.nodes.find(({ subProcess }) => subProcess.classification === 1)?.subProcess;
  const nodes = (main?.flow.nodes ?? [])
    .filter(({ nodeType }) => nodeType !== "start")
    .map(({ nodeId, nodeName }) => [nodeId, nodeName] as const);
  const { voice, sharedPrompt, form } = surroundings.things;
  return (
    <Stack gap="4">
      <Findings list={findings.filter(({ nodeId, subProcessId }) => nodeId === "" && subProcessId === "")} />
      <PanelSection title="变量">
        <VariablesEditor list={collectVariable} onChange={(list) => onChange({ collectVariable: list })} />
      </PanelSection>
      <PanelSection title="未听懂">
        <GlobalEditor
          name="未听懂"
          value={globals.unknown}
          known={known}
          voices={voice}
          prompts={sharedPrompt}
          nodes={nodes}
          onChange={(unknown) => onChange({ globals: { ...globals, unknown } })}
        />
      </PanelSection>
      <PanelSection title="超时">
        <GlobalEditor
          name="超时"
          value={globals.timeout}
          known={known}
          voices={voice}
          prompts={sharedPrompt}
          nodes={nodes}
          onChange={(timeout) => onChange({ globals: { ...globals, timeout } })}
        />
      </PanelSection>
      <PanelSection title="音色">
        <HeldVoice tts={tts} engines={surroundings.engines} onChange={onVoice} />
      </PanelSection>
      <PanelSection title="写入表单">
        <FormMap formId={variableForm} fields={variableFormConf} forms={form} variables={known} onChange={onChange} />
      </PanelSection>
    </Stack>
  );
}
