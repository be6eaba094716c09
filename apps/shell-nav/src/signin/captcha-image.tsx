/** The picture of the image code: a press brings another one. */
import { useState } from "react";

export function CaptchaImage({ src, reload }: { readonly src: string; reload(): void }) {
  const [failed, setFailed] = useState("");
  return (
    <button type="button" className="s-captcha" onClick={reload} aria-label="换一张验证码" title="看不清？点击换一张">
      {failed === src ? "加载失败，点此重试" : <img key={src} src={src} alt="" onError={() => setFailed(src)} />}
    </button>
  );
}
