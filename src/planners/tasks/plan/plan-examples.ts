import type { ModelPlan } from './model-plan.ts';

/** Example texts with their plans, for the prompt of a planning model. All are from the open half of the corpus. */
export const PLAN_EXAMPLES: readonly { readonly text: string; readonly plan: ModelPlan }[] = [
  {
    text: '@sam the dashboards in Grafana are all broken since the datasource got renamed from `prom-main` to `prom-eu`. could you update the 12 dashboards in infra/grafana? Never edit them in the UI, the next sync will overwrite it. Afterwards ping @lea so she can verify.',
    plan: {
      tasks: [
        {
          id: 1,
          quote: 'could you update the 12 dashboards in infra/grafana?',
          description: 'Update the 12 dashboards in infra/grafana',
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
        {
          id: 2,
          quote: 'Afterwards ping @lea so she can verify.',
          description: 'Ping @lea so she can verify',
          kind: 'Processing',
          done: false,
          dependsOn: [1],
        },
      ],
      brief: {
        objective: null,
        constraints: ['Never edit them in the UI, the next sync will overwrite it'],
        background: [
          'the dashboards in Grafana are all broken since the datasource got renamed from `prom-main` to `prom-eu`',
        ],
        acceptance: [],
      },
    },
  },
  {
    text: `Two bugs.

First: in the calendar, events that span midnight are drawn only on the first day. Fix that.

Second: the ICS feed sends local times without TZID. Fix that as well, and validate the result with the icalendar.org validator.

The second one is more urgent.`,
    plan: {
      tasks: [
        {
          id: 1,
          quote: 'in the calendar, events that span midnight are drawn only on the first day. Fix that.',
          description: 'Fix that: in the calendar, events that span midnight are drawn only on the first day',
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
        {
          id: 2,
          quote: 'the ICS feed sends local times without TZID. Fix that as well',
          description: 'Fix that as well: the ICS feed sends local times without TZID',
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
        {
          id: 3,
          quote: 'validate the result with the icalendar.org validator',
          description: 'Validate the result with the icalendar.org validator',
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
      ],
      brief: {
        objective: null,
        constraints: [],
        background: ['Two bugs', 'The second one is more urgent'],
        acceptance: [],
      },
    },
  },
  {
    text: `**Incident follow-ups (INC-77)**

What happened: at 14:02 a config push set \`max_connections\` to 10 instead of 1000. Recovery at 14:31.

Actions
1. Validate numeric limits in the config linter — owner: Ravi
2. Practise the rollback in the next game day
3. Write the customer-facing summary (needs legal's OK before it is published)

Already done: ~~revert the config~~, ~~status page update~~`,
    plan: {
      tasks: [
        {
          id: 1,
          quote: 'Validate numeric limits in the config linter — owner: Ravi',
          description: 'Validate numeric limits in the config linter (owner: Ravi)',
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
        {
          id: 2,
          quote: 'Practise the rollback in the next game day',
          description: 'Practise the rollback in the next game day',
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
        {
          id: 3,
          quote: "Write the customer-facing summary (needs legal's OK before it is published)",
          description: "Write the customer-facing summary (needs legal's OK before it is published)",
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
        {
          id: 4,
          quote: '~~revert the config~~',
          description: 'Revert the config',
          kind: 'Processing',
          done: true,
          dependsOn: [],
        },
        {
          id: 5,
          quote: '~~status page update~~',
          description: 'Status page update',
          kind: 'Processing',
          done: true,
          dependsOn: [],
        },
      ],
      brief: {
        objective: null,
        constraints: [],
        background: [
          'Incident follow-ups (INC-77)',
          'at 14:02 a config push set `max_connections` to 10 instead of 1000',
          'Recovery at 14:31',
        ],
        acceptance: [],
      },
    },
  },
  {
    text: `\`\`\`sh
$ npm outdated
$ npm audit --omit=dev
\`\`\`

Summarise what is outdated and what is vulnerable in one table. Don't upgrade anything yet.`,
    plan: {
      tasks: [
        {
          id: 1,
          quote: 'npm outdated',
          description: '`npm outdated`',
          kind: 'ToolCall',
          done: false,
          dependsOn: [],
        },
        {
          id: 2,
          quote: 'npm audit --omit=dev',
          description: '`npm audit --omit=dev`',
          kind: 'ToolCall',
          done: false,
          dependsOn: [1],
        },
        {
          id: 3,
          quote: 'Summarise what is outdated and what is vulnerable in one table.',
          description: 'Summarise what is outdated and what is vulnerable in one table',
          kind: 'Processing',
          done: false,
          dependsOn: [2],
        },
      ],
      brief: {
        objective: null,
        constraints: ["Don't upgrade anything yet"],
        background: [],
        acceptance: [],
      },
    },
  },
  {
    text: `Ticket OPS-311

Disk /var on db-02 at 94 %.

Actions:
1 - find what grows (probably WAL)
2 - if it is WAL: check the replication slot of the dead replica and drop it
3 - resize the volume to 500G, can be done in parallel
4 - close OPS-298 as duplicate

DO NOT restart postgres during business hours. We are done when the disk is below 60 %. Which team owns db-02 now?`,
    plan: {
      tasks: [
        {
          id: 1,
          quote: 'find what grows (probably WAL)',
          description: 'Find what grows (probably WAL)',
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
        {
          id: 2,
          quote: 'if it is WAL: check the replication slot of the dead replica and drop it',
          description: 'If it is WAL: check the replication slot of the dead replica and drop it',
          kind: 'Processing',
          done: false,
          dependsOn: [1],
        },
        {
          id: 3,
          quote: 'resize the volume to 500G, can be done in parallel',
          description: 'Resize the volume to 500G, can be done in parallel',
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
        {
          id: 4,
          quote: 'close OPS-298 as duplicate',
          description: 'Close OPS-298 as duplicate',
          kind: 'Processing',
          done: false,
          dependsOn: [],
        },
        {
          id: 5,
          quote: 'Which team owns db-02 now?',
          description: 'Which team owns db-02 now?',
          kind: 'Clarification',
          done: false,
          dependsOn: [],
        },
      ],
      brief: {
        objective: null,
        constraints: ['DO NOT restart postgres during business hours'],
        background: ['Ticket OPS-311', 'Disk /var on db-02 at 94 %'],
        acceptance: ['We are done when the disk is below 60 %'],
      },
    },
  },
];
