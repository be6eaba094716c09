import { Text, chakra } from "@chakra-ui/react";
import { requestHost, send } from "@liantai/api/client";
import { auditionApi } from "@liantai/api/contract/flow-editor";
import { useEffect, useRef, useState } from "react";

const Player = chakra("audio", { base: { w: "full", h: "32px" } });

interface SoundProps {
  readonly msgId: string;
  readonly eventId: string;
  readonly text: string;
  /** It came to its end, or cannot be heard; once. */
  readonly onEnd: () => void;
}

/** Says what the flow says, and tells when it is said. Taken off the screen, it is silent. Fetched: a token does not stand in an address. */
export function AuditionSound({ msgId, eventId, text, onEnd }: SoundProps) {
  const [url, setUrl] = useState<string>();
  const [broken, setBroken] = useState(false);
  const player = useRef<HTMLAudioElement>(null);
  const end = useRef<(() => void) | undefined>(onEnd);
  const over = () => {
    end.current?.();
    end.current = undefined;
  };
  const fail = () => {
    setBroken(true);
    over();
  };
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | undefined;
    const query = { msgId, eventId };
    void send<Blob>(requestHost(), { endpoint: auditionApi.voice, query }, leaving.signal).then((outcome) => {
      if (leaving.signal.aborted) return;
      if ("data" in outcome) setUrl((made = URL.createObjectURL(outcome.data)));
      else fail();
    });
    return () => {
      leaving.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [msgId, eventId]);
  useEffect(() => {
    const own = player.current;
    if (!own || url === undefined) return;
    let left = false;
    own.play().catch(() => left || fail());
    return () => {
      left = true;
      own.pause();
    };
  }, [url]);
  return (
    <>
      <Text>{text === "" ? "正在播放" : text}</Text>
      {broken && <Text color="fg.warning">声音无法播放，按已播完继续</Text>}
      {url !== undefined && (
        <Player ref={player} controls src={url} aria-label="流程的声音" onEnded={over} onError={fail} />
      )}
    </>
  );
}
