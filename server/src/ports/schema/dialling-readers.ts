/** What dialling reads of other modules; one of otherReaders (readers.ts). */
export const diallingReads = {
  module: "dialling",
  tables: [
    "access_number",
    "agent_group",
    "call_leg",
    "call_record",
    "call_visit",
    "display_number",
    "enterprise",
    "flow_stay",
    "form_definition",
    "intention_rule",
    "robot_agent",
    "robot_talk",
    "seat",
    "session",
    "skill_group",
    "skill_group_member",
    "task",
    "task_seat",
    "time_rule",
    "voice_flow",
    "voice_flow_version",
  ],
  why:
    "a task names all of these: whether they are there is asked of all at once; tasks are listed with name, state and who has joined; " +
    "the screen tells why a number is not dialled; an attempt ends as the record of its call says; " +
    "attempts are listed with the call, the robot and the flow that they came to; keys are counted from the stays at their nodes; " +
    "agents of a task take calls that come in while those wait too long in their groups",
} as const;
