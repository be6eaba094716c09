// A customer's page: what his link shows, and the one thing that he does with it. Text is only ever written as text.
(() => {
  const token = location.pathname.split("/").pop();
  const main = /** @type {HTMLElement} */ (document.getElementById("page"));
  const lost = "网络异常，请稍后重试。";

  /**
   * @param {string} name
   * @param {Record<string, unknown>} props
   * @param {...(Node | string)} children
   * @returns {any}
   */
  const element = (name, props = {}, ...children) => {
    const made = /** @type {any} */ (document.createElement(name));
    for (const [key, value] of Object.entries(props)) {
      if (key in made && !key.startsWith("aria")) made[key] = value;
      else made.setAttribute(key, String(value));
    }
    made.append(...children);
    return made;
  };

  /** @param {string} verb @param {object} more */
  const ask = async (verb, more = {}) => {
    const response = await fetch(`/crm/api/v1/customerPage/${verb}`, {
      method: "POST",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, ...more }),
    });
    return response.json();
  };

  /** @param {string} text */
  const told = (text, error = false) =>
    element("p", { className: error ? "error" : "", role: error ? "alert" : "status" }, text);

  /**
   * A button that works once at a time; what comes of it stands beside it.
   * @param {string} label
   * @param {() => Promise<any>} run
   */
  const press = (label, run) => {
    const said = element("div");
    const button = element("button", { type: "button" }, label);
    button.addEventListener("click", async () => {
      button.disabled = true;
      said.replaceChildren();
      try {
        const reply = await run();
        if (reply.code === 1) return void (await show(reply.data.text));
        said.replaceChildren(told(reply.msg, true));
      } catch {
        said.replaceChildren(told(lost, true));
      }
      button.disabled = false;
    });
    return element("div", {}, button, said);
  };

  /** @type {Record<string, string>} */
  const dateTypes = { "yyyy-MM-dd": "date", "yyyy-MM": "month", "HH:mm": "time" };
  /** @type {Record<string, string>} */
  const hints = { "yyyy-MM-dd HH:mm": "2026-01-31 09:30", "yyyy-MM-dd HH:mm:ss": "2026-01-31 09:30:00" };

  /**
   * @typedef {{ label: string, value: string }} Option
   * @typedef {{ name: string, label: string, type: string, require: boolean, placeholder: string, maxLength: number, format: string,
   *   options: Option[], live: boolean }} Field
   * @typedef {{ name: string, visible: boolean, required: boolean, locked: boolean, value: string | string[] | null,
   *   options: string[] | null, warnings: string[] }} FieldState
   */

  /**
   * Of one control: what is drawn, and what it holds.
   * @param {Pick<Field, "name" | "label" | "require" | "options">} field
   * @param {string} type
   */
  const choices = (field, type) => {
    const inputs = field.options.map(({ value }) => element("input", { type, name: field.name, value }));
    const lines = field.options.map(({ label }, at) => element("label", {}, inputs[at], ` ${label}`));
    const name = element("legend", {}, field.label + (field.require ? " *" : ""));
    const node = element("fieldset", {}, name, ...lines);
    const chosen = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
    return {
      ...{ node, name, input: node, value: type === "radio" ? () => chosen()[0] : chosen },
      /** @param {unknown} value */
      put: (value) => inputs.forEach((one) => (one.checked = [value].flat().includes(one.value))),
      /** @param {string[] | null} left */
      leave: (left) =>
        inputs.forEach((one, at) => {
          lines[at].hidden = left !== null && !left.includes(one.value);
          if (lines[at].hidden) one.checked = false;
        }),
    };
  };
  /** @param {Field} field */
  const control = (field) => {
    if (field.type === "radio" || field.type === "checkbox") return choices(field, field.type);
    let input;
    if (field.type === "select")
      input = element(
        "select",
        {},
        element("option", { value: "" }, "请选择"),
        ...field.options.map(({ label, value }) => element("option", { value }, label)),
      );
    else if (field.type === "textarea") input = element("textarea", { rows: 4, maxLength: field.maxLength });
    else if (field.type === "datepicker")
      input = element("input", { type: dateTypes[field.format] ?? "text", placeholder: hints[field.format] ?? "" });
    else input = element("input", { type: "text", maxLength: field.maxLength, placeholder: field.placeholder });
    const name = element("span", {}, field.label + (field.require ? " *" : ""));
    const node = element("label", {}, name, input);
    return {
      ...{ node, name, input, value: () => input.value },
      /** @param {unknown} value */
      put: (value) => (input.value = String(value ?? "")),
      /** @param {string[] | null} left */
      leave: (left) => {
        for (const option of input.options ?? [])
          option.hidden = option.disabled = left !== null && option.value !== "" && !left.includes(option.value);
        if (input.selectedOptions?.[0]?.disabled) input.value = "";
      },
    };
  };

  /** @param {unknown} value */
  const isNothing = (value) => value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

  /**
   * The form's rules are the server's, asked as somebody types: which they are is none of his business.
   * @param {{ name: string, fields: Field[], state: { fields: FieldState[], warnings: string[] } }} form
   */
  const formOf = ({ name, fields, state }) => {
    const warned = element("div");
    const controls = fields.map((field) => ({
      ...{ field, ...control(field), said: element("div"), open: true },
      /** What was typed before a rule set it. */
      typed: /** @type {unknown} */ (undefined),
      isSet: false,
    }));
    /** @param {{ fields: FieldState[], warnings: string[] }} now */
    const obey = (now) => {
      for (const one of controls) {
        const said = now.fields.find((each) => each.name === one.field.name);
        if (!said) continue;
        const { visible, required, locked, value, options, warnings } = said;
        one.node.hidden = one.said.hidden = !visible;
        one.open = visible && !locked;
        one.input.disabled = locked;
        one.name.textContent = one.field.label + (required ? " *" : "");
        one.leave(options);
        if (value !== null && !one.isSet) one.typed = one.value();
        if (value !== null) one.put(value);
        else if (one.isSet) one.put(one.typed);
        one.isSet = value !== null;
        one.said.replaceChildren(...warnings.map((text) => told(text)));
      }
      warned.replaceChildren(...now.warnings.map((text) => told(text)));
    };
    /** @param {boolean} [all] */
    const values = (all) =>
      Object.fromEntries(
        controls
          .filter(({ open, isSet }) => (all ? !isSet : open))
          .map((one) => [one.field.name, one.value()])
          .filter(([, value]) => !isNothing(value)),
      );
    let asked = 0;
    const look = async () => {
      const mine = (asked += 1);
      try {
        const reply = await ask("state", { values: values(true) });
        // An answer that was overtaken says nothing any more; without one the save will say.
        if (reply.code === 1 && mine === asked) obey(reply.data);
      } catch {
        return;
      }
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let soon;
    for (const { field, node } of controls)
      if (field.live)
        for (const [event, ms] of /** @type {[string, number][]} */ ([
          ["input", 400],
          ["change", 0],
        ]))
          node.addEventListener(event, () => {
            clearTimeout(soon);
            soon = setTimeout(look, ms);
          });
    /** @param {{ fields?: { path: string, message: string }[] } | null} data */
    const faults = (data) => {
      for (const { field, input, said } of controls) {
        const fault = (data?.fields ?? []).find(({ path }) => path === `values.${field.name}`);
        said.replaceChildren(...(fault ? [told(fault.message, true)] : []));
        input.setAttribute("aria-invalid", String(fault !== undefined));
      }
    };
    const send = async () => {
      const reply = await ask("fill", { values: values() });
      if (reply.code !== 1) faults(reply.data);
      return reply;
    };
    obey(state);
    return [
      element("h2", {}, name),
      ...controls.flatMap(({ node, said }) => [node, said]),
      warned,
      press("提交", send),
    ];
  };

  /** @type {[string, string][]} */
  const satisfactions = [
    ["10", "非常满意"],
    ["8", "满意"],
    ["5", "一般"],
    ["1", "不满意"],
  ];
  const rating = () => {
    const options = satisfactions.map(([value, label]) => ({ value, label }));
    const score = choices({ name: "score", label: "您对本次服务满意吗？", require: true, options }, "radio");
    const text = element("textarea", { rows: 3, maxLength: 200 });
    return [
      element("h2", {}, "评价"),
      score.node,
      element("label", {}, "意见（选填）", text),
      press("提交评价", async () => {
        if (score.value() === undefined) return { code: -400, msg: "请选择满意度" };
        return ask("rate", { score: Number(score.value()), text: text.value });
      }),
    ];
  };
  const urging = () => {
    const text = element("textarea", { rows: 2, maxLength: 200 });
    return [
      element("h2", {}, "催办"),
      element("label", {}, "想说的话（选填）", text),
      press("催办", () => ask("urge", { text: text.value })),
    ];
  };

  /**
   * @param {{ state: string, createTime: string, fields: { label: string, text: string }[], steps: { time: string, text: string }[],
   *   mayUrge: boolean, mayRate: boolean }} order
   */
  const orderOf = ({ state, createTime, fields, steps, mayUrge, mayRate }) => [
    element(
      "dl",
      {},
      ...[{ label: "状态", text: state }, { label: "创建时间", text: createTime }, ...fields].flatMap(
        ({ label, text }) => [element("dt", {}, label), element("dd", {}, text)],
      ),
    ),
    element("h2", {}, "处理进度"),
    element("ol", {}, ...steps.map(({ time, text }) => element("li", {}, `${time} ${text}`))),
    ...(mayUrge ? urging() : []),
    ...(mayRate ? rating() : []),
  ];

  /** @param {string} [said] */
  const show = async (said) => {
    let reply;
    try {
      reply = await ask("open");
    } catch {
      reply = { msg: lost };
    }
    if (reply.code !== 1) return main.replaceChildren(told(reply.msg, true));
    const { enterprise, workCode, expireTime, form, order, used } = reply.data;
    main.replaceChildren(
      element("h1", {}, enterprise),
      element("p", { className: "muted" }, `工单 ${workCode}，链接 ${expireTime} 前有效`),
      ...(said ? [told(said)] : []),
      ...(form ? formOf(form) : []),
      ...(order ? orderOf(order) : []),
      ...(!form && !order && used && !said ? [told("您已提交过，谢谢！")] : []),
    );
  };
  void show();
})();
