import { Box, Button, Flex, Grid, HStack, Stack, Text } from "@chakra-ui/react";
import { weekdayTexts } from "@liantai/api/contract/admin";
import { CheckboxesField, TextAreaField, TextField } from "@liantai/ui/resource";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { MonthCalendar } from "./calendar.tsx";
import { ListError, RangesField } from "./ranges.tsx";
import { RuleTester } from "./tester.tsx";

const dayOptions = weekdayTexts.map((label, i) => ({ value: i + 1, label }));

/** Weekdays that share their hours; several such groups. */
function WeeklyField() {
  const { fields, append, remove } = useFieldArray({ name: "weekly" });
  return (
    <Stack gap="2" role="group" aria-label="工作日">
      {fields.map((field, i) => (
        <Box key={field.id} borderWidth="1px" borderRadius="md" p="2">
          <Flex justify="space-between" align="flex-start" gap="2">
            <Box flex="1">
              <CheckboxesField name={`weekly.${i}.days`} label={`工作日（第${i + 1}组）`} options={dayOptions} />
            </Box>
            <Button
              size="2xs"
              variant="ghost"
              colorPalette="red"
              aria-label={`移除第${i + 1}组工作日`}
              onClick={() => remove(i)}
            >
              <Trash2 aria-hidden />
              移除
            </Button>
          </Flex>
          <RangesField name={`weekly.${i}.ranges`} />
        </Box>
      ))}
      <ListError name="weekly" />
      <Box>
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          disabled={fields.length >= 7}
          onClick={() => append({ days: [], ranges: [{ from: "09:00", to: "18:00" }] })}
        >
          <Plus aria-hidden />
          添加一组工作日
        </Button>
      </Box>
    </Stack>
  );
}

/** The fields of a time rule: weekdays, and a month that shows and takes what single days are. */
export function RuleEditor() {
  return (
    <Stack gap="4">
      <Grid templateColumns="1fr 1fr" gap="3">
        <TextField name="name" label="规则名称" />
        <TextAreaField name="remark" label="备注" rows={1} />
      </Grid>
      <WeeklyField />
      <Box>
        <HStack mb="1" gap="2">
          <Text fontWeight="medium">节假日与特殊日</Text>
          <Text textStyle="xs" color="fg.muted">
            点击日期修改。先看节假日，再看特殊日，最后看工作日。
          </Text>
        </HStack>
        <MonthCalendar />
      </Box>
      <RuleTester />
    </Stack>
  );
}
