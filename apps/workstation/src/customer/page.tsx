import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { Button } from "@chakra-ui/react/button";
import { chakra } from "@chakra-ui/react/styled-system";
import { Grid3x3, Mic, MicOff, Phone, PhoneOff } from "lucide-react";
import { clockText } from "../bar/bar-view.ts";
import type { CustomerCall } from "./customer-call.ts";
import { PhoneField } from "./phone-field.tsx";
import { Tones } from "./tones.tsx";
import { detail, headline } from "./labels.ts";

function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const every = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(every);
  }, []);
  return (
    <chakra.p fontSize="xl" fontVariantNumeric="tabular-nums" aria-live="off" data-timer="">
      {clockText(now - since)}
    </chakra.p>
  );
}

const Row = ({ children }: { readonly children: ReactNode }) => (
  <chakra.div display="flex" gap="3" w="full" css={{ "& > *": { flex: 1 } }}>
    {children}
  </chakra.div>
);

interface CallFormProps {
  readonly again: boolean;
  readonly phone: string;
  readonly setPhone: (phone: string) => void;
  readonly begin: () => void;
}

/** The own number, if one likes, and the call. */
function CallForm({ again, phone, setPhone, begin }: CallFormProps) {
  return (
    <chakra.form
      w="full"
      display="flex"
      flexDirection="column"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <PhoneField value={phone} onChange={setPhone} />
      <Button type="submit" size="md" h="48px" colorPalette="green" w="full">
        <Phone size={18} />
        {again ? "重新呼叫" : "呼叫"}
      </Button>
    </chakra.form>
  );
}

function AnswerButtons({ call }: { readonly call: CustomerCall }) {
  return (
    <Row>
      <Button size="md" h="48px" colorPalette="green" onClick={() => void call.answer()}>
        <Phone size={18} />
        接听
      </Button>
      <Button size="md" h="48px" colorPalette="red" onClick={() => call.hangup()}>
        <PhoneOff size={18} />
        拒接
      </Button>
    </Row>
  );
}

interface TalkProps {
  readonly call: CustomerCall;
  readonly muted: boolean;
  /** A voice waits for a key. */
  readonly asked: boolean;
}

/** What an answered call has: nobody else hears what is muted, keys go to the other side. */
function TalkButtons({ call, muted, asked }: TalkProps) {
  const [wanted, setWanted] = useState(false);
  const tones = wanted || asked;
  return (
    <>
      <Row>
        <Button
          size="md"
          h="44px"
          variant={muted ? "solid" : "outline"}
          aria-pressed={muted}
          onClick={() => call.toggleMute()}
        >
          {muted ? <MicOff size={16} /> : <Mic size={16} />}
          {muted ? "取消静音" : "静音"}
        </Button>
        <Button
          size="md"
          h="44px"
          variant="outline"
          aria-expanded={tones}
          disabled={asked}
          onClick={() => setWanted(!wanted)}
        >
          <Grid3x3 size={16} />
          按键
        </Button>
      </Row>
      {tones && <Tones onDigit={(digit) => call.digits(digit)} />}
    </>
  );
}

interface PageProps {
  readonly call: CustomerCall;
  readonly number: string;
}

/** The customer's telephone: one column, as wide as a phone. */
export function CustomerPage({ call, number }: PageProps) {
  const { state, title, muted, quiet, registered } = useSyncExternalStore(call.watch, call.read);
  const [phone, setPhone] = useState("");
  const { kind } = state;
  /** Answered: there is something to hear, and keys have somebody to go to. */
  const answered = kind === "queued" || kind === "talking";
  const resting = kind === "idle" || kind === "ended" || kind === "refused";
  const begin = () => void call.begin(phone.trim());
  return (
    <chakra.main
      data-state={kind}
      data-muted={muted}
      data-registered={registered}
      minH="100dvh"
      display="flex"
      alignItems="center"
      justifyContent="center"
      p="4"
      bg="bg.canvas"
      color="fg"
    >
      <chakra.section
        aria-label="在线呼叫"
        w="full"
        maxW="360px"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        p="6"
        display="flex"
        flexDirection="column"
        alignItems="center"
        gap="4"
        textAlign="center"
      >
        <chakra.div>
          <chakra.p color="fg.muted" textStyle="sm">
            {title || "联台在线呼叫"}
          </chakra.p>
          <chakra.p fontSize="lg" fontVariantNumeric="tabular-nums">
            {number}
          </chakra.p>
        </chakra.div>
        <chakra.div role="status" aria-live="polite">
          <chakra.h1 fontSize="24px" fontWeight="600" lineHeight="1.4">
            {headline(state)}
          </chakra.h1>
          <chakra.p
            mt="1"
            color={kind === "refused" ? "fg.error" : "fg.muted"}
            role={kind === "refused" ? "alert" : undefined}
          >
            {quiet ? "网络不稳定，正在恢复…" : detail(state)}
          </chakra.p>
        </chakra.div>
        {(answered || kind === "calling") && <Elapsed since={state.since} />}
        {kind === "ended" && state.seconds > 0 && (
          <chakra.p color="fg.muted">通话时长 {clockText(state.seconds * 1000)}</chakra.p>
        )}

        {resting && <CallForm again={kind !== "idle"} phone={phone} setPhone={setPhone} begin={begin} />}
        {kind === "incoming" && <AnswerButtons call={call} />}
        {answered && (
          <TalkButtons
            call={call}
            muted={muted}
            asked={state.stage?.stage === "survey" || state.stage?.stage === "flow"}
          />
        )}
        {!resting && kind !== "incoming" && (
          <Button size="md" h="48px" w="full" colorPalette="red" onClick={() => call.hangup()}>
            <PhoneOff size={18} />
            {answered ? "挂断" : "取消"}
          </Button>
        )}

        {resting && kind !== "idle" && registered && (
          <chakra.p textStyle="xs" color="fg.muted">
            保持本页打开，坐席可以给您回电。
          </chakra.p>
        )}
      </chakra.section>
    </chakra.main>
  );
}
