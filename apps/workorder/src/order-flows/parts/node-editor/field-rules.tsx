import { Box, chakra, Text } from "@chakra-ui/react";
import type { FormField, OtherRender } from "@liantai/api/forms";
import { Check } from "@liantai/ui";
import { type FieldRule, fieldRules, ruledFields, rulesOf, withRule } from "../node-rules.ts";

const Grid = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr repeat(3, 40px)",
    alignItems: "center",
    rowGap: "1",
    textStyle: "xs",
    "& > :not(:nth-of-type(4n + 1))": { textAlign: "center" },
  },
});
const all = Object.entries(fieldRules) as [FieldRule, string][];

interface FieldRulesProps {
  readonly fields: readonly FormField[] | undefined;
  readonly rules: OtherRender;
  readonly onChange: (rules: OtherRender) => void;
  /** Default 240px. */
  readonly maxH?: string;
}

/** What this node, or a role, is shown of the form, must fill and may not type. */
export function FieldRules({ fields, rules, onChange, maxH = "240px" }: FieldRulesProps) {
  if (!fields || fields.length === 0)
    return (
      <Text color="fg.muted" textStyle="xs">
        选择流程的表单后，可以设置本节点显示、必填、锁定哪些字段。
      </Text>
    );
  return (
    <Box maxH={maxH} overflow="auto">
      <Grid>
        <div>字段</div>
        {all.map(([rule, title]) => (
          <div key={rule}>{title}</div>
        ))}
        {ruledFields(fields).flatMap((field) => {
          const now = rulesOf(field, rules[field.name]);
          return [
            <div key={field.name}>{field.label}</div>,
            ...all.map(([rule, title]) => (
              <div key={`${field.name} ${rule}`}>
                <Check
                  type="checkbox"
                  aria-label={`${field.label}：${title}`}
                  checked={now[rule]}
                  onChange={(event) => onChange(withRule(rules, field, rule, event.target.checked))}
                />
              </div>
            )),
          ];
        })}
      </Grid>
    </Box>
  );
}
