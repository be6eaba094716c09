/**
 * What is asked and shown while the second step is switched on, moved to another telephone or switched off. The sign-in pages
 * and the workspace have Chakra from different bundles, so each brings its own parts.
 */
import { useState, type ComponentType, type FormEvent } from "react";
import type { Button } from "@chakra-ui/react/button";
import type { chakra } from "@chakra-ui/react/styled-system";
import { QRCodeSVG } from "qrcode.react";
import type { TotpFaults, TotpField, TotpModel } from "./model.ts";

export interface TotpParts {
  readonly chakra: typeof chakra;
  readonly Button: typeof Button;
  readonly Field: ComponentType<{
    readonly label: string;
    readonly error: string | undefined;
    readonly type: "password" | "text";
    readonly autoComplete: string;
    readonly maxLength: number;
    readonly value: string;
    onValue(value: string): void;
  }>;
}

type Asked = Readonly<Record<TotpField, string>>;
interface Press {
  readonly label: string;
  readonly weak?: true;
  run(asked: Asked): Promise<void>;
}

const fields = {
  password: { label: "登录密码", type: "password", autoComplete: "current-password", maxLength: 128 },
  code: { label: "验证码", type: "text", autoComplete: "one-time-code", maxLength: 11 },
} as const;

function Questions({
  parts: { chakra, Button, Field },
  names,
  faults,
  presses,
}: {
  readonly parts: TotpParts;
  readonly names: readonly TotpField[];
  readonly faults: TotpFaults;
  /** The last one is what Enter does. */
  readonly presses: readonly Press[];
}) {
  const [values, setValues] = useState<Asked>({ password: "", code: "" });
  const [busy, setBusy] = useState(false);
  const run = (press: Press) => {
    setBusy(true);
    const given = { password: values.password, code: values.code.trim() };
    void press.run(given).finally(() => setBusy(false));
  };
  const incomplete = names.some((name) => values[name].trim() === "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !incomplete) run(presses.at(-1)!);
  };
  return (
    <form onSubmit={submit} noValidate>
      {names.map((name) => (
        <Field
          key={name}
          {...fields[name]}
          error={faults[name]}
          value={values[name]}
          onValue={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <chakra.div display="flex" justifyContent="flex-end" gap="2">
        {presses.map((press, i) => (
          <Button
            key={press.label}
            {...(press.weak ? { variant: "outline", colorPalette: "gray" } : { colorPalette: "accent" })}
            type={i === presses.length - 1 ? "submit" : "button"}
            disabled={busy || incomplete}
            {...(i === presses.length - 1 ? {} : { onClick: () => run(press) })}
          >
            {press.label}
          </Button>
        ))}
      </chakra.div>
    </form>
  );
}

function Scan({
  parts: { chakra },
  secret,
  uri,
}: {
  readonly parts: TotpParts;
  readonly secret: string;
  readonly uri: string;
}) {
  return (
    <>
      <chakra.p mb="3">用验证器应用扫描二维码，或手工输入下面的密钥，再填写应用显示的6位验证码。</chakra.p>
      <chakra.div display="flex" justifyContent="center" mb="3">
        <chakra.div p="3" bg="white" borderRadius="md" borderWidth="1px" borderColor="border">
          <QRCodeSVG value={uri} size={176} title="两步验证二维码" />
        </chakra.div>
      </chakra.div>
      <chakra.code
        display="block"
        mb="4"
        p="2"
        textAlign="center"
        textStyle="xs"
        bg="bg.muted"
        borderRadius="md"
        userSelect="all"
        aria-label="密钥"
      >
        {secret.match(/.{1,4}/g)?.join(" ")}
      </chakra.code>
    </>
  );
}

function RecoveryCodes({
  parts: { chakra, Button },
  codes,
  leave,
}: {
  readonly parts: TotpParts;
  readonly codes: readonly string[];
  readonly leave: Leave;
}) {
  const [copied, setCopied] = useState("");
  const copy = () =>
    void navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied("已复制"),
      () => setCopied("复制失败，请手动选择复制"),
    );
  return (
    <>
      <chakra.p mb="3">
        两步验证已开启。请保存下面的恢复码：手机不在身边时，每个可以代替验证码使用一次。离开后不再显示。
      </chakra.p>
      <chakra.ul
        aria-label="恢复码"
        display="grid"
        gridTemplateColumns="1fr 1fr"
        gap="2"
        p="3"
        mb="4"
        bg="bg.muted"
        borderRadius="md"
        listStyleType="none"
        textAlign="center"
        fontFamily="mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <chakra.div display="flex" justifyContent="flex-end" alignItems="center" gap="2">
        <chakra.span role="status" color="fg.muted" mr="auto">
          {copied}
        </chakra.span>
        <Button variant="outline" colorPalette="gray" onClick={copy}>
          复制
        </Button>
        <Button colorPalette="accent" onClick={leave.run}>
          {leave.label}
        </Button>
      </chakra.div>
    </>
  );
}

interface Leave {
  readonly label: string;
  run(): void;
}

export function TotpSteps({
  parts,
  model,
  intro,
  leave,
}: {
  readonly parts: TotpParts;
  readonly model: TotpModel;
  /** What is said before it is switched on. */
  readonly intro: string;
  /** After the recovery codes. */
  readonly leave: Leave;
}) {
  const { chakra } = parts;
  const { step, faults } = model;
  const part = { parts, faults };
  const on = (left: number, required: boolean) => (
    <>
      <chakra.p mb="3">
        已开启，还有{left}个恢复码。更换手机{required ? "" : "或关闭"}需要登录密码和验证码（或一个恢复码）。
      </chakra.p>
      <Questions
        key="on"
        {...part}
        names={["password", "code"]}
        presses={[
          ...(required ? [] : [{ label: "关闭两步验证", weak: true as const, run: model.disable }]),
          { label: "更换手机", run: model.begin },
        ]}
      />
    </>
  );
  return (
    <>
      {faults.root ? (
        <chakra.p role="alert" mb="3" px="3" py="2" borderRadius="md" bg="bg.error" color="fg.error">
          {faults.root}
        </chakra.p>
      ) : null}
      {step.at === "loading" ? <chakra.p color="fg.muted">正在读取…</chakra.p> : null}
      {step.at === "off" ? (
        <>
          <chakra.p mb="3">{intro}</chakra.p>
          <Questions key="off" {...part} names={["password"]} presses={[{ label: "开启两步验证", run: model.begin }]} />
        </>
      ) : null}
      {step.at === "scan" ? (
        <>
          <Scan parts={parts} secret={step.secret} uri={step.uri} />
          <Questions key="scan" {...part} names={["code"]} presses={[{ label: "确认开启", run: model.confirm }]} />
        </>
      ) : null}
      {step.at === "codes" ? <RecoveryCodes parts={parts} codes={step.codes} leave={leave} /> : null}
      {step.at === "on" ? on(step.left, step.required) : null}
    </>
  );
}
