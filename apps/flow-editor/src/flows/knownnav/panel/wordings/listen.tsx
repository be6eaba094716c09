import { Button, HStack, chakra } from "@chakra-ui/react";
import { requestHost, send } from "@liantai/api/client";
import { flowTestApi } from "@liantai/api/contract/flow-editor";
import { voiceApi } from "@liantai/api/contract/flow-surroundings";
import { Play } from "lucide-react";
import { useEffect, useState } from "react";

const Audio = chakra("audio", { base: { w: "full", h: "32px" } });

function Sound({ blob, label }: { readonly blob: Blob; readonly label: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url ? <Audio controls autoPlay src={url} aria-label={label} /> : null;
}

interface ListenProps {
  readonly label: string;
  /** A text is spoken; a voice is fetched, and so is a recording of the flow's tests. */
  readonly of: Heard;
}

type Heard =
  { readonly text: string } | { readonly voiceId: string } | { readonly flowId: string; readonly audioId: string };

const keyOf = (of: Heard): string => ("text" in of ? of.text : "voiceId" in of ? of.voiceId : of.audioId);

function fetched(host: ReturnType<typeof requestHost>, of: Heard) {
  if ("text" in of) return send<Blob>(host, { endpoint: voiceApi.preview, query: { text: of.text } });
  if ("voiceId" in of) return send<Blob>(host, { endpoint: voiceApi.play, query: { id: of.voiceId } });
  return send<Blob>(host, { endpoint: flowTestApi.audioPlay, query: { flowId: of.flowId, id: of.audioId } });
}

/** A wording as the caller hears it. Another text or voice puts the sound away. */
export function Listen({ label, of }: ListenProps) {
  const key = keyOf(of);
  const [sound, setSound] = useState<{ readonly key: string; readonly blob: Blob }>();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const host = requestHost();
    const outcome = await fetched(host, of);
    setBusy(false);
    if ("data" in outcome) setSound({ key, blob: outcome.data });
    else host.onFailure(outcome.error);
  };
  return (
    <HStack gap="2" w="full">
      <Button
        size="2xs"
        variant="outline"
        aria-label={`试听${label}`}
        disabled={key.trim() === ""}
        loading={busy}
        onClick={() => void run()}
      >
        <Play aria-hidden />
        试听
      </Button>
      {sound?.key === key && <Sound blob={sound.blob} label={`${label}的声音`} />}
    </HStack>
  );
}
