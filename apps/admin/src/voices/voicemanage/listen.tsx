import { Box, Button, chakra } from "@chakra-ui/react";
import { requestHost, send, type Outcome } from "@liantai/api/client";
import type { QueryOf } from "@liantai/api/contract";
import { voiceApi, type carrierPromptApi } from "@liantai/api/contract/admin";
import { AppDialog, FailureState, LoadingState } from "@liantai/ui";
import { Play } from "lucide-react";
import { useEffect, useState, type Ref } from "react";

const Audio = chakra("audio", { base: { w: "full" } });

interface SoundProps {
  readonly blob: Blob;
  readonly label: string;
  /** Who wants to know where it is, and to move it. */
  readonly player?: Ref<HTMLAudioElement>;
  readonly onTime?: () => void;
}

/** Sound that is here already, e.g. a take or a text as it would be spoken. */
export function Sound({ blob, label, player = null, onTime }: SoundProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url ? <Audio controls src={url} aria-label={label} ref={player} onTimeUpdate={onTime} /> : null;
}

type SoundEndpoint = typeof voiceApi.play | typeof carrierPromptApi.play | typeof carrierPromptApi.source;

interface FetchedSoundProps extends Omit<SoundProps, "blob"> {
  readonly endpoint: SoundEndpoint;
  /** Names it; made once. */
  readonly query: QueryOf<SoundEndpoint>;
}

/** Fetched with Authorization: a token does not stand in the address of an <audio>. */
export function FetchedSound({ endpoint, query, ...rest }: FetchedSoundProps) {
  const [sound, setSound] = useState<Blob | { readonly failed: unknown }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setSound(undefined);
    void send<Blob>(requestHost(), { endpoint, query }, leaving.signal).then((outcome) => {
      if (!leaving.signal.aborted) setSound("data" in outcome ? outcome.data : { failed: outcome.error });
    });
    return () => leaving.abort();
  }, [endpoint, query, attempt]);
  if (!sound) return <LoadingState />;
  return sound instanceof Blob ? (
    <Sound blob={sound} {...rest} />
  ) : (
    <FailureState error={sound.failed} onRetry={() => setAttempt((n) => n + 1)} />
  );
}

interface ListenProps {
  readonly of: { readonly id: string; readonly name: string };
  /** Gives it by its id. */
  readonly endpoint: typeof voiceApi.play | typeof carrierPromptApi.play;
  readonly onClose: () => void;
}

export function ListenDialog({ of: { id, name }, endpoint, onClose }: ListenProps) {
  const [query] = useState({ id });
  return (
    <AppDialog open title={`试听 ${name}`} width="440px" onClose={onClose}>
      <Box minH="56px">
        <FetchedSound label={name} endpoint={endpoint} query={query} />
      </Box>
    </AppDialog>
  );
}

interface SpokenProps {
  /** What is spoken, and how: another one is not the sound that was heard before. */
  readonly of: string;
  /** There is nothing to speak. */
  readonly disabled: boolean;
  readonly label: string;
  readonly ask: () => Promise<Outcome<Blob>>;
}

/** A text as it would be spoken, before it is kept. */
export function Spoken({ of, disabled, label, ask }: SpokenProps) {
  const [sound, setSound] = useState<{ readonly of: string; readonly blob: Blob }>();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const outcome = await ask();
    setBusy(false);
    if ("data" in outcome) setSound({ of, blob: outcome.data });
    else requestHost().onFailure(outcome.error);
  };
  return (
    <>
      <Box>
        <Button
          size="xs"
          variant="outline"
          disabled={disabled}
          loading={busy}
          loadingText="合成"
          onClick={() => void run()}
        >
          <Play aria-hidden />
          试听合成
        </Button>
      </Box>
      {sound?.of === of && <Sound blob={sound.blob} label={label} />}
    </>
  );
}

export const PreviewButton = ({ text }: { readonly text: string }) => (
  <Spoken
    of={text}
    disabled={text.trim() === ""}
    label="合成试听"
    ask={() => send<Blob>(requestHost(), { endpoint: voiceApi.preview, query: { text } })}
  />
);
