/** The groups of the API reference, in its order, with what it says of each. */
export const apiGroups = {
  tests: 'Check that a token and a body are received. Nothing is read or changed.',
  profiles: 'One person each, with assessments and results.',
  'assessment invites':
    'Assessment links by email, by SMS or for the public. Only these operations send anything to a ' +
    'person.',
  campaigns:
    'Invites that belong together: with a name, words of their own, a last day and reminders. Each shows how far its ' +
    'people are, and who is stuck where.',
  orders:
    "Someone else's wish that a person be assessed, such as that of an applicant tracking system. An order sends the " +
    'link and follows the person. Its state needs no scores, and it has none.',
  connections:
    'Systems that order assessments (Greenhouse, Ashby) or report people (SCIM), each with a key of its own.',
  assessments: 'Available assessments: DISC, Focus and Core.',
  tags: 'Labels with a color that group profiles. Tags show profile ids, never names or scores.',
  'saved teams':
    'Teams that are kept as a list of people, beside tags. They show profile ids, never names or scores; to compare the ' +
    'people of one, use `GET /team`.',
  'resource aliases': 'Your own keys for profiles and tags.',
  usage:
    'What people do, counted by day, week or month in any time zone: invited, opened, started, completed. Nobody is ' +
    'named, and what could tell something of one person is counted in tens.',
  accounts: 'The account of the token: name, billing, preferences and logo.',
  coaches: 'Members who see the people of their teams and nobody else. A team is a tag or a saved team.',
  notes:
    'What a member writes down about a person, for nobody else. Stored sealed; only the writer can read it, and only in ' +
    'the dashboard.',
  'member notices': 'Emails that a member gets about people: at once, or in a digest.',
  messages:
    'Emails and text messages that the account sends: what waits, what was sent, and what failed and why. What failed can ' +
    'be sent again for a week. Addresses and texts are not shown.',
  fixtures: 'Texts of the reports, by language.',
  'Playbook AI': "Behavioral debriefs: what a person's results mean at work, in sentences.",
  studies:
    'Whether the scores hold for the people of the account: figures with intervals, of people who agreed. Who they are is ' +
    'not shown.',
  reports: 'Links that show the report of a person or a team to anyone who has them.',
  events:
    'What happened in the account, for software that reacts to it. Read the feed with a cursor: it has every ' +
    'event once, in order, for 30 days.',
  webhooks:
    'Endpoints to which events are sent as they happen, signed as Standard Webhooks 1.0 says. A receiver that can ' +
    'poll needs none: the feed of events has everything.',
  sandbox:
    'Accounts whose people are invented and answer by themselves, to test an integration without clicking. Nothing is ' +
    'sent to anyone but webhook endpoints. Only a sandbox can call the operations below `/sandbox/`.',
  'audit log':
    'Every change: who made it and when. Entries are chained by hash, so later edits can be detected.',
} as const

export type ApiGroup = keyof typeof apiGroups
