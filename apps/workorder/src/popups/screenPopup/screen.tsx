import { useTabParams } from "@liantai/ui";
import { CallForm } from "../parts/call-form.tsx";

/** 来电弹屏: a tab a call, so that what was typed for one stays while the next comes in. */
export default function ScreenPopupScreen() {
  const { callId, formId } = useTabParams<{ readonly callId: unknown; readonly formId: unknown }>();
  return <CallForm callId={typeof callId === "string" ? callId : ""} {...(typeof formId === "string" && { formId })} />;
}
