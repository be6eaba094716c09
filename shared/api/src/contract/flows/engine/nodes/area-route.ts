import { array, object, string } from "yup";
import { textAt } from "../answers.ts";
import { defineNode, type Exit } from "../node-type.ts";

/** Where a number is from. */
export const areaRoute = defineNode({
  type: "areaRoute",
  name: "地区路由",
  group: "logic",
  help: "按号码归属地走不同分支",
  config: object({
    number: string().label("号码").trim().max(60).default("${customerNumber}"),
    branches: array()
      .label("地区分支")
      .of(
        object({
          id: string().required().max(64),
          name: string().label("分支名称").max(30).default(""),
          provinces: array().label("省份").of(string().required().max(30)).max(40).default([]),
          cities: array().label("城市").of(string().required().max(30)).max(400).default([]),
        }),
      )
      .max(30)
      .default([]),
  }),
  exits: ({ branches }): readonly Exit[] => [
    ...branches.map(({ id, name }, at) => ({ id, name: name === "" ? `地区${at + 1}` : name })),
    { id: "unknown", name: "归属地未知" },
    { id: "else", name: "其他地区" },
  ],
  silent: true,
  texts: ({ number }) => [number],
  faults: ({ branches }) =>
    branches.flatMap(({ name, provinces, cities }, at) =>
      provinces.length + cities.length === 0
        ? [{ rule: "condition", text: `分支“${name || at + 1}”没有选择地区` }]
        : [],
    ),
  enter: (run, _node, { number }) => void run.ask({ what: "area", number: run.text(number) }),
  on(run, _node, { number, branches }, event) {
    if (event.type === "askFailed") return run.fail(event.class, "查询归属地失败");
    if (event.type !== "answered") return;
    const [province, city] = [textAt(event.answer, "province"), textAt(event.answer, "city")];
    if (number === "${customerNumber}" || number === "${caller}") run.assign({ province, city });
    if (province === "" && city === "") return run.exit("unknown");
    const found = branches.find(
      ({ provinces, cities }) =>
        (city !== "" && cities.includes(city)) || (province !== "" && provinces.includes(province)),
    );
    run.exit(found?.id ?? "else", { province, city });
  },
});
