/** The sign-in page's behaviour without its markup. */
import { useEffect, useState } from "react";
import { operatorSignInForm, signInForm } from "@liantai/api/contract/base";
import {
  authQueries,
  enrolDue,
  farewellShown,
  passwordDue,
  requestHost,
  selectSession,
  tokensReceived,
  useDispatch,
  useSelector,
  userLoaded,
  type AppDispatch,
} from "@liantai/api/client";
import { useFields } from "../form/use-fields.ts";
import { canEncrypt, needsHttps } from "../password/encrypt.ts";
import { useCaptcha } from "./captcha.ts";
import { recall, remember } from "./remembered.ts";
import { signIn } from "./sign-in.ts";

export interface SignInFields {
  code: string;
  /** As the radio buttons have it; the schema makes it a number. */
  roleType: string;
  account: string;
  password: string;
  captcha: string;
}

/** What is sent: operators have no enterprise and choose no role. */
interface SignInChecked {
  readonly code?: string;
  readonly roleType?: number;
  readonly account: string;
  readonly password: string;
  readonly captcha: string;
}

export interface OverdueQuestion {
  readonly days: number;
  answer(choice: "now" | "defer"): void;
}

export interface CodeQuestion {
  /** Why the last code did not do; '' at first. */
  readonly refused: string;
  answer(code: string | null): void;
}

const remembered = (kind: "enterprise" | "operator"): SignInFields => {
  const saved = recall(kind);
  return { ...saved, roleType: String(saved.roleType), password: "", captcha: "" };
};

/** Why the last session ended: read once, then forgotten. */
function useFarewell(): string | null {
  const farewellAtStart = useSelector(selectSession).farewell;
  const [farewell] = useState(farewellAtStart);
  const dispatch = useDispatch<AppDispatch>();
  useEffect(() => {
    if (farewell) dispatch(farewellShown());
  }, [dispatch, farewell]);
  return farewell;
}

export function useSignIn(kind: "enterprise" | "operator") {
  const dispatch = useDispatch<AppDispatch>();
  const farewell = useFarewell();
  const captcha = useCaptcha();
  const [question, setQuestion] = useState<OverdueQuestion | null>(null);
  const [codeQuestion, setCodeQuestion] = useState<CodeQuestion | null>(null);
  const form = useFields<keyof SignInFields, SignInChecked>(
    kind === "operator" ? operatorSignInForm : signInForm,
    remembered(kind),
  );

  const askOverdue = (days: number) =>
    new Promise<"now" | "defer">((resolve) => {
      setQuestion({ days, answer: resolve });
    }).finally(() => setQuestion(null));

  const askCode = (refused: string) =>
    new Promise<string | null>((answer) => {
      setCodeQuestion({ refused, answer });
    });

  const submit = form.submit(async (checked) => {
    if (!canEncrypt()) return form.refuse("root", needsHttps);
    const { account, password, captcha: code } = checked;
    const who = kind === "operator" ? {} : { code: checked.code ?? "", roleType: checked.roleType ?? 0 };
    const result = await signIn(
      { host: requestHost(), askOverdue, askCode },
      { ...who, account, password, captcha: code, randomStr: captcha.randomStr },
    );
    setCodeQuestion(null);
    if (result.kind === "refused") {
      // The picture was used up with this attempt; what was typed stays.
      captcha.reload();
      form.set("captcha", "");
      form.refuse(result.field, result.text);
      return;
    }
    remember(kind, { code: checked.code ?? "", roleType: checked.roleType ?? 0, account });
    dispatch(authQueries.util.upsertQueryData("roleMenu", { query: { id: result.user.roleId } }, result.menus));
    // The user last: with it the page counts as signed in.
    dispatch(tokensReceived(result.tokens));
    dispatch(passwordDue(result.mustChange));
    dispatch(enrolDue(result.mustEnrol));
    dispatch(userLoaded(result.user));
  });

  return { form, submit, captcha, question, codeQuestion, farewell, blocked: canEncrypt() ? null : needsHttps };
}
