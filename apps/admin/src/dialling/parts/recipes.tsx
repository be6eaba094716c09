import { chakra, Stack, Text } from "@chakra-ui/react";
import { Section } from "@liantai/ui";
import { useRecipeOptions } from "./choices.ts";
import type { Task } from "./queries.ts";
import { afterText, beforeText, conditionsText } from "./recipe-words.ts";

const List = chakra("ol", { base: { display: "flex", flexDirection: "column", gap: "1" } });

interface Line {
  readonly name: string;
  readonly when: string;
  readonly does: string;
}

const Lines = ({ label, lines }: { readonly label: string; readonly lines: readonly Line[] }) =>
  lines.length === 0 ? null : (
    <Stack gap="1">
      <Text color="fg.muted">{label}</Text>
      <List aria-label={label}>
        {lines.map(({ name, when, does }) => (
          <li key={name}>
            {name}：{when}，{does}
          </li>
        ))}
      </List>
    </Stack>
  );

function Recipes({ task }: { readonly task: Task }) {
  const { tasks, sms, flows } = useRecipeOptions();
  const names = new Map([...tasks, ...sms, ...flows].map(({ value, label }) => [String(value), label]));
  const { recipesBefore = [], recipesAfter = [] } = task;
  return (
    <Section title="拨打策略">
      <Stack gap="3">
        <Lines
          label="拨打前"
          lines={recipesBefore.map((recipe) => ({
            ...{ name: recipe.name, when: conditionsText(recipe.conditions), does: beforeText(recipe, names) },
          }))}
        />
        <Lines
          label="结果后"
          lines={recipesAfter.map((recipe) => ({
            ...{ name: recipe.name, when: conditionsText(recipe.conditions), does: afterText(recipe, names) },
          }))}
        />
      </Stack>
    </Section>
  );
}

/** What the task does by itself before and after its calls; nothing where it has no recipe. */
export const TaskRecipes = ({ task }: { readonly task: Task }) =>
  (task.recipesBefore ?? []).length + (task.recipesAfter ?? []).length === 0 ? null : <Recipes task={task} />;
