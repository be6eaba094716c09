import { Text, chakra } from "@chakra-ui/react";
import { requestHost, send } from "@liantai/api/client";
import { auditionApi } from "@liantai/api/contract/flow-editor";
import { useEffect, useRef, useState } from "react";

const Player = chakra("audio", { base: { w: "full", h: "32px" } });

interface SoundProps {
  readonly msgId: string;
  readonly eventId: string;
  readonly text: string;
  /** It came to its end, or (false) cannot be heard; once. */
  readonly onEnd: (heard: boolean) => void;
}

/**
 * Says what the flow says, and tells when it is said. Taken off the screen, it is silent. Fetched: a token does not stand in an
 * address.
 */
export function AuditionSound({ msgId, eventId, text, onEnd }: SoundProps) {
  const [url, setUrl] = useState<string>();
  const player = useRef<HTMLAudioElement>(null);
  const end = useRef<SoundProps["onEnd"] | undefined>(onEnd);
  const over = (heard: boolean) => {
    end.current?.(heard);
    end.current = undefined;
  };
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | undefined;
    const query = { msgId, eventId };
    void send<Blob>(requestHost(), { endpoint: auditionApi.voice, query }, leaving.signal).then((outcome) => {
      if (leaving.signal.aborted) return;
      if ("data" in outcome) setUrl((made = URL.createObjectURL(outcome.data)));
      else over(false);
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
    own.play().catch(() => left || over(false));
    return () => {
      left = true;
      own.pause();
    };
  }, [url]);
  return (
    <>
      <Text>{text === "" ? "正在播放" : text}</Text>
      {url !== undefined && (
        <Player
          ref={player}
          controls
          src={url}
          aria-label="流程的声音"
          onEnded={() => over(true)}
          onError={() => over(false)}
        />
      )}
    </>
  );
}
