import { Button, HStack, chakra } from "@chakra-ui/react";
import { requestHost, send } from "@liantai/api/client";
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
  /** A text is spoken, a voice is fetched. */
  readonly of: { readonly text: string } | { readonly voiceId: string };
}

/** A wording as the caller hears it. Another text or voice puts the sound away. */
export function Listen({ label, of }: ListenProps) {
  const key = "text" in of ? of.text : of.voiceId;
  const [sound, setSound] = useState<{ readonly key: string; readonly blob: Blob }>();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const host = requestHost();
    const outcome = await ("text" in of
      ? send<Blob>(host, { endpoint: voiceApi.preview, query: { text: of.text } })
      : send<Blob>(host, { endpoint: voiceApi.play, query: { id: of.voiceId } }));
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
