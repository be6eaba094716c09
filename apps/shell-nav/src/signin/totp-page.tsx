/** /totp: TOTP_REQUIRED asks this account for a second step. The only other way is out. */
import { useEffect } from "react";
import { Button } from "@chakra-ui/react/button";
import { chakra } from "@chakra-ui/react/styled-system";
import { enrolDue, selectSession, useDispatch, useSelector, userLoaded } from "@liantai/api/client";
import { go } from "../navigation/location.ts";
import { signOut } from "../navigation/sign-out.ts";
import { useTotp } from "../totp/model.ts";
import { TotpSteps, type TotpParts } from "../totp/steps.tsx";
import { Light } from "@liantai/ui/theme/light";
import { Frame } from "./frame.tsx";
import { TextField } from "./text-field.tsx";

const parts: TotpParts = {
  chakra,
  Button,
  Field: ({ onValue, ...input }) => <TextField {...input} onChange={(event) => onValue(event.target.value)} />,
};

export default function TotpPage() {
  const dispatch = useDispatch();
  const { user } = useSelector(selectSession);
  const model = useTotp();
  const enter = () => {
    if (user) dispatch(userLoaded({ ...user, totpDue: 0 }));
    dispatch(enrolDue(false));
    go("/", "replace");
  };
  // Switched on already, by this page before it was loaded anew.
  const done = model.step.at === "on";
  useEffect(() => {
    if (done) enter();
  });
  return (
    <Light>
      <Frame title="两步验证" note="按系统要求，您的账号须先开启两步验证。">
        <TotpSteps
          parts={parts}
          model={model}
          intro="请在手机上准备好验证器应用，然后输入登录密码。以后登录时除密码外还要输入应用显示的验证码。"
          leave={{ label: "我已保存，进入工作台", run: enter }}
        />
        <chakra.div display="flex" justifyContent="flex-end" mt="3">
          <Button variant="ghost" colorPalette="gray" onClick={() => void signOut()}>
            退出登录
          </Button>
        </chakra.div>
      </Frame>
    </Light>
  );
}
