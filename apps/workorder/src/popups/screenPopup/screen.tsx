import { useTabParams } from "@liantai/ui";
import { CallForm } from "../parts/call-form.tsx";

/** 来电弹屏: a tab a call, so that what was typed for one stays while the next comes in. */
export default function ScreenPopupScreen() {
  const { callId } = useTabParams<{ readonly callId: unknown }>();
  return <CallForm callId={typeof callId === "string" ? callId : ""} />;
}
