/**
 * The error catalogue of console.md section 8: code to text, status and whether it is worth a report. Both sides read it:
 * the server throws `AppError`s by name, the client turns any failure into one `Failure`.
 */

/** Envelope of every JSON reply: code 1 is success. */
export interface Envelope<T = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}

export const ok = 1;

interface ErrorDefinition {
  readonly code: number;
  readonly status: number;
  readonly text: string;
  /** Worth an operator's eye: counted and logged at error level. */
  readonly report: boolean;
}

const def = (code: number, status: number, text: string, report = false): ErrorDefinition => ({
  code,
  status,
  text,
  report,
});

/**
 * The server's own errors. Business refusals travel as HTTP 200 with a code other than 1, because the catalogue prefixes
 * any other HTTP status with its number; see docs/decisions/002-envelope-and-status.md.
 */
export const errors = {
  invalid: def(400, 200, "提交的内容有误"),
  /** Not one field of it: the address or a header cannot be read. */
  badRequest: def(400, 400, "请求的地址有误"),
  notFound: def(404, 200, "数据不存在或已被删除"),
  conflict: def(409, 200, "数据已被他人修改，请刷新后重试"),
  refused: def(0, 200, "操作失败"),
  /** A seat that joins a dialling task: the codes of the specification (realtime.md section 8). */
  taskOver: def(35, 200, "任务已过期，无法加入"),
  taskNotStarted: def(36, 200, "任务未启动，无法加入"),
  taskJoined: def(40, 200, "您已在该任务中"),
  arrears: def(402, 200, "企业已欠费！"),
  tooMany: def(429, 429, "操作过于频繁，请稍后再试"),
  tooLarge: def(413, 413, "提交的内容过大"),
  forbidden: def(403, 403, "您没有权限执行此操作"),
  passwordOverdue: def(4031, 403, "密码已过期，请先修改密码"),
  totpDue: def(4032, 403, "请先开启两步验证"),
  noRoute: def(404, 404, "请求的地址不存在"),
  /** The name it was asked under is none of its own (ALLOWED_HOSTS). */
  wrongHost: def(421, 421, "请使用本系统的正式地址访问"),
  badCredentials: def(401, 401, "账号或密码错误"),
  /** The password was right; data.ticket goes with the second step. */
  totpNeeded: def(4012, 200, "请输入动态验证码"),
  badTotp: def(4013, 200, "验证码不正确或已使用"),
  /** The ticket of the second step is worn out, too old or taken: the password is asked for again. */
  totpTooLate: def(4014, 200, "登录已超时，请重新登录"),
  badClient: def(401, 401, "客户端认证失败"),
  /** Of 版本管理: unknown, expired, revoked, or its maker may publish no more. */
  badInterfaceKey: def(401, 401, "接口编号、签名或时间戳无效"),
  badPublishKey: def(401, 401, "发布密钥无效、已到期或已停用"),
  keyNeedsHttps: def(403, 403, "发布密钥只能通过https使用，http仅限本机"),
  noSession: def(401, 401, "登录已失效，请重新登录"),
  sessionTooOld: def(401, 401, "登录已达最长有效期，请重新登录"),
  elsewhere: def(426, 426, "您的账号已在别处登录，您将被强制退出"),
  /** Another operator entered the enterprise this one was inside of. */
  pushedOut: def(426, 426, "当前企业有其它运营账号进入，正在退出企业管理，请稍等。。。"),
  enterpriseStopped: def(426, 426, "企业已停用，您将被强制退出，请联系运营人员"),
  enterpriseExpired: def(428, 428, "企业服务已到期，请联系运营人员"),
  ended: def(426, 426, "您的登录已被管理员结束，请重新登录"),
  badCaptcha: def(428, 428, "验证码不正确或已过期"),
  locked: def(428, 428, "登录失败次数过多，请稍后再试"),
  accountDisabled: def(428, 428, "账号已停用，请联系管理员"),
  enterpriseDisabled: def(428, 428, "企业已停用，请联系运营人员"),
  /** Asked again as it is it would take as long. */
  tooLong: def(504, 504, "操作用时过长，已停止，请缩小范围或稍后再试", true),
  unavailable: def(503, 503, "服务正在注册中，请稍后访问！", true),
  internal: def(500, 500, "服务注册失败，请联系管理员！", true),
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorName = keyof typeof errors;

/** A field that was refused: `path` as in the request ('body.phone' → 'phone'), `label` as people read it. */
export interface FieldError {
  readonly path: string;
  readonly label?: string;
  readonly message: string;
}

export class AppError extends Error {
  readonly error: ErrorName;
  readonly code: number;
  readonly status: number;
  readonly report: boolean;
  readonly data: unknown;
  constructor(error: ErrorName, message?: string, data: unknown = null) {
    super(message ?? errors[error].text);
    this.name = "AppError";
    this.error = error;
    this.code = errors[error].code;
    this.status = errors[error].status;
    this.report = errors[error].report;
    this.data = data;
  }
}

/** Texts of console.md section 8, to the letter. */
export const texts = {
  network: "网络中断，请检查网络是否正常！",
  timeout: "网络请求超时！",
  setup: "请求超时!",
  leavingEnterprise: "当前企业有其它运营账号进入，正在退出企业管理，请稍等。。。",
  http500: "服务注册失败，请联系管理员！",
  http503: "服务正在注册中，请稍后访问！",
  /** The server's own word for it, where its database is exhausted or away. */
  busy: "系统繁忙，请稍后再试",
  arrears: "企业已欠费！",
  download: "下载失败！",
  exporting: "数据正在下载中...",
  copied: "已复制到系统剪贴板",
  microphone: "请授权麦克风(和摄像头) 权限！",
  noNotification: "此浏览器不支持桌面通知",
  noDigits: "请输入按键！",
} as const;

/** What the interface does about a failure. */
export interface Failure {
  readonly text: string;
  readonly level: "error" | "warning";
  /**
   * relogin: clear the session and go to the login of this kind of user; leave: leave the entered enterprise;
   * changePassword: go to /pwdoverdue; enrol: go to /totp.
   */
  readonly action: "none" | "relogin" | "leaveEnterprise" | "changePassword" | "enrol";
  readonly code?: number;
  readonly status?: number;
  readonly fields?: readonly FieldError[];
  /** The server is busy for a moment, and says that what was asked may be asked again. */
  readonly again?: true;
  /** What else the refusal says: duplicates, the value of another. */
  readonly data?: unknown;
  /** Of totpNeeded. */
  readonly ticket?: string;
}

/** Where a failure came from: a reply, or none at all. */
export type FailureSource =
  | { readonly kind: "network" }
  | { readonly kind: "timeout" }
  | { readonly kind: "setup" }
  | {
      readonly kind: "http";
      readonly status: number;
      readonly body?: Partial<Envelope> | undefined;
      readonly path: string;
      /** It came with Retry-After. */
      readonly again?: boolean;
    }
  | { readonly kind: "body"; readonly body: Envelope };

export interface FailureContext {
  /** sessionStorage enterEnterprise === 'true'. */
  readonly insideEnterprise: boolean;
  /** The request was the token endpoint for an operator's sign-in: its 401 goes back to the caller. */
  readonly operatorToken: boolean;
}

const withData = (code: number) => (code <= -401 && code >= -407) || code === -1024;

const dataText = (data: unknown): string =>
  data == null ? "" : typeof data === "string" ? data : JSON.stringify(data);

/** console.md section 8 as one pure function. */
export function describeFailure(source: FailureSource, context: FailureContext): Failure {
  switch (source.kind) {
    case "network":
      return { text: texts.network, level: "error", action: "none" };
    case "timeout":
      return { text: texts.timeout, level: "error", action: "none" };
    case "setup":
      return { text: texts.setup, level: "error", action: "none" };
    case "body": {
      const { code, msg, data } = source.body;
      const fields =
        data && typeof data === "object" && "fields" in data
          ? (data as { fields: readonly FieldError[] }).fields
          : undefined;
      const ticket =
        code === errors.totpNeeded.code && data && typeof data === "object" && "ticket" in data
          ? { ticket: String(data.ticket) }
          : {};
      const text = withData(code) ? `${msg}${dataText(data)}` : msg;
      return {
        text,
        level: "error",
        action: "none",
        code,
        ...(fields ? { fields } : {}),
        ...(data ? { data } : {}),
        ...ticket,
      };
    }
    case "http": {
      const { status, body, path } = source;
      const msg = body?.msg;
      const base = { level: "error" as const, status, ...(body?.code === undefined ? {} : { code: body.code }) };
      if (status === 401 || status === 426) {
        if (context.operatorToken && status === 401)
          return { ...base, text: msg ?? errors.badCredentials.text, action: "none" };
        if (context.insideEnterprise) return { ...base, text: texts.leavingEnterprise, action: "leaveEnterprise" };
        return { ...base, text: msg ?? errors.noSession.text, action: "relogin" };
      }
      if (status === 403 && base.code === errors.passwordOverdue.code)
        return { ...base, text: msg ?? errors.passwordOverdue.text, action: "changePassword" };
      if (status === 403 && base.code === errors.totpDue.code)
        return { ...base, text: msg ?? errors.totpDue.text, action: "enrol" };
      if (status === 428) return { ...base, text: msg ?? errors.badCaptcha.text, action: "none" };
      if (status === 500) return { ...base, text: texts.http500, action: "none" };
      if (status === 503)
        return { ...base, text: texts.http503, action: "none", ...(source.again ? { again: true } : {}) };
      return { ...base, text: `${status} ${msg ?? path}`, action: "none" };
    }
  }
}
