import { describe, expect, test } from 'vitest'
import {
  asksTheTime,
  emptyNames,
  isOtherClass,
  isSql,
  type Rule,
  reachesOut,
  readsEnvironment,
  ruleViolations,
  tooLong,
} from './support/code-rules.ts'
import { folderCycles } from './support/import-cycles.ts'
import { type ImportRule, importViolations } from './support/import-rules.ts'
import { isNamed } from './support/syntax.ts'
import { readTree } from './support/tree.ts'

const contract = 'src/contract/'
const [scoring, charts, content] = ['src/scoring/', 'src/charts/', 'src/content/']
const [account, tag, alias] = ['src/domain/account/', 'src/domain/tag/', 'src/domain/alias/']
const resourceAlias = 'src/domain/resource-alias/'
const [profile, assessment] = ['src/domain/profile/', 'src/domain/assessment/']
const [message, invite, report] = ['src/domain/message/', 'src/domain/invite/', 'src/domain/report/']
const [audit, idempotency] = ['src/domain/audit/', 'src/domain/idempotency/']
const [share, reportLink, link] = ['src/domain/share/', 'src/domain/report-link/', 'src/domain/link/']
const [debrief, team] = ['src/domain/debrief/', 'src/domain/team/']
const [norm, technical] = ['src/domain/norm/', 'src/domain/technical/']
const [agreement, rights] = ['src/domain/agreement/', 'src/domain/rights/']
const optOut = 'src/domain/opt-out/'
const [usage, outbox] = ['src/domain/usage/', 'src/domain/outbox/']
const identity = 'src/identity/'
const impact = 'src/impact/'
const [outer, inner] = ['src/http/web/', 'src/http/internal/']
const doors = ['src/http/rest/', 'src/http/mcp/', 'src/http/oauth/', outer, inner]

/** What a room of the domain may always use: shapes, and pure functions over values. */
const room = { packages: ['zod'] }
const pure = [contract, scoring, content, charts, 'src/brand/']
/** A door turns requests into callers and results into answers; the gate does the rest. */
const door = ['src/http/', 'src/gate/', 'src/catalog.ts', contract, identity, content, charts]

/** The dashboard is an API client like any other: it uses generated API types and the charts, nothing else of `src`. */
const dashboard = 'web/dashboard/'
/** Layers of the dashboard from low to high: requests and session, words, parts of pages, tag changes, then features. */
const [client, words, ui, tagging, shell] = [
  `${dashboard}client/`,
  `${dashboard}words/`,
  `${dashboard}ui/`,
  `${dashboard}tagging/`,
  `${dashboard}shell/`,
] as const
const features = ['people', 'person', 'invite', 'tags', 'teams', 'settings', 'audit', 'usage', 'welcome'].map(
  (name) => `${dashboard}${name}/`,
)
const query = ['react', '@tanstack/react-query', '@tanstack/react-router']

/** The walls: what each place may import. A file or folder that is not in this table fails. */
const places: ImportRule[] = [
  {
    at: 'src/main.ts',
    may: ['src/config.ts', 'src/start/service.ts', 'src/demo/', 'src/platform/', 'src/startup-message.ts'],
    packages: ['node:path', 'node:tty'],
  },
  { at: 'src/start/shutdown.ts', may: [], types: ['src/platform/log.ts'] },
  { at: 'src/startup-message.ts', may: [], types: ['src/demo/seed.ts'], packages: ['uqr'] },
  {
    at: 'src/start/service.ts',
    may: [
      'src/start/authorization-server.ts',
      'src/start/housekeeping.ts',
      'src/start/in-flight.ts',
      'src/start/installation-config.ts',
      'src/start/secret-keys.ts',
      'src/start/security-log.ts',
      'src/start/shutdown.ts',
      'src/start/uses.ts',
      'src/catalog.ts',
      'src/database/open.ts',
      'src/domain/invite/store.ts',
      'src/domain/outbox/worker.ts',
      'src/domain/technical/technical.ts',
      'src/gate/gate.ts',
      'src/http/app.ts',
      'src/http/listen.ts',
      'src/http/oauth/resource-metadata.ts',
      'src/http/page/pages.ts',
      'src/platform/',
      'src/regions/',
      contract,
      content,
      identity,
      'package.json',
    ],
    types: ['src/config.ts', 'src/http/response-tap.ts', 'src/http/mcp/timeouts.ts'],
    packages: ['node:module'],
  },
  {
    at: 'src/start/housekeeping.ts',
    may: [
      ...[contract, 'src/domain/app/sweep.ts', 'src/domain/norm/renew.ts'],
      ...['src/domain/report-link/sweep.ts', 'src/domain/retention/sweep.ts'],
    ],
    types: ['src/platform/log.ts'],
  },
  { at: 'src/start/in-flight.ts', may: [] },
  {
    at: 'src/start/uses.ts',
    may: [contract, usage, ...['app', 'client', 'link'].map((one) => `src/domain/${one}/usage.ts`)],
  },
  {
    at: 'src/start/secret-keys.ts',
    may: ['src/identity/secret-keyring.ts', 'src/platform/secret-key-files.ts'],
    types: ['src/config.ts'],
  },
  {
    at: 'src/start/security-log.ts',
    may: ['src/identity/network-keys.ts', 'src/platform/'],
    types: [contract],
  },
  { at: 'src/start/installation-config.ts', may: [], types: ['src/config.ts', contract] },
  // The parts of the service that put the authorization server together.
  {
    at: 'src/start/authorization-server.ts',
    may: [
      ...[contract, identity, 'src/identity/authorization/', 'src/http/oauth/', 'src/platform/'],
      ...[
        'src/start/sign-in-service.ts',
        'src/start/oauth-protocol.ts',
        'src/domain/app/',
        'src/domain/person/sweep.ts',
      ],
      'src/domain/failed-sign-in/',
    ],
    types: ['src/config.ts', 'src/http/page/pages.ts', 'src/identity/people/memberships.ts'],
  },
  {
    at: 'src/start/oauth-protocol.ts',
    may: [
      ...['src/start/oauth-storage.ts', contract, identity, 'src/identity/authorization/register-client.ts'],
      ...['src/http/oauth/', 'src/platform/'],
    ],
    types: [
      ...['src/config.ts', 'src/http/page/pages.ts', 'src/domain/app/model.ts'],
      'src/identity/people/memberships.ts',
    ],
    packages: ['node:crypto'],
  },
  {
    at: 'src/start/oauth-storage.ts',
    may: [contract, 'src/identity/authorization/', 'src/identity/people/', 'src/domain/app/'],
    types: ['src/http/oauth/storage.ts'],
  },
  // A part of the composition, like the service itself: what runs only where there are several regions.
  {
    at: 'src/regions/',
    may: [
      ...[contract, identity, 'src/platform/', 'src/catalog.ts', 'src/http/oauth/local-member-operations.ts'],
      ...['src/domain/app/', 'src/domain/directory/', 'src/domain/region/', 'src/domain/failed-sign-in/'],
      usage,
      'src/domain/deletion/store.ts',
    ],
    types: [
      ...['src/config.ts', 'src/gate/gate.ts', 'src/http/internal/internal.ts'],
      ...['src/http/oauth/member-operations-interface.ts', 'src/identity/people/memberships.ts'],
    ],
    packages: ['zod', 'node:timers/promises'],
    packageTypes: ['jose'],
  },
  {
    at: 'src/start/sign-in-service.ts',
    may: ['src/domain/person/', 'src/identity/people/'],
    types: ['src/http/oauth/people-interface.ts'],
  },
  {
    at: 'src/config.ts',
    may: ['src/config-addresses.ts', 'src/environment.ts', 'src/config-debrief.ts'],
    packageTypes: ['zod'],
  },
  { at: 'src/environment.ts', may: ['src/config-addresses.ts', 'src/config-debrief.ts'], packages: ['zod'] },
  { at: 'src/config-debrief.ts', may: ['src/config-addresses.ts'], packages: ['zod'] },
  { at: 'src/config-addresses.ts', may: [], packages: ['node:net'] },
  {
    at: 'src/catalog.ts',
    may: [
      contract,
      account,
      tag,
      'src/domain/account-view/',
      resourceAlias,
      profile,
      assessment,
      audit,
      invite,
      share,
      report,
      link,
      reportLink,
      debrief,
      rights,
      team,
      optOut,
      ...['src/domain/address/', 'src/domain/client/', 'src/domain/member/'],
    ],
  },
  { at: 'src/gate/', may: [contract, account, audit, idempotency], packageTypes: ['zod'] },
  { at: contract, may: [], packages: ['zod', 'node:url'] },
  { at: scoring, may: [] },
  { at: 'src/scoring/vectors/', may: [] },
  { at: charts, may: [] },
  { at: 'src/brand/', may: [] },
  {
    at: content,
    may: [contract, 'content/locales/en/'],
    types: [scoring],
    packages: ['node:fs', 'node:crypto', 'node:module'],
    computed: ['src/content/ipip.ts'],
  },
  {
    at: 'src/database/',
    may: [contract],
    packages: [
      'pg',
      ...['node:child_process', 'node:crypto', 'node:events', 'node:fs', 'node:fs/promises', 'node:net'],
      ...['node:os', 'node:path', 'node:timers/promises', 'node:util'],
    ],
    computed: ['src/database/postgres-installation.ts'],
  },
  {
    at: 'src/platform/',
    may: [contract, 'src/database/mailbox.ts', 'src/database/audit-heads.ts'],
    packages: [
      ...[
        'nodemailer',
        'pino',
        'sharp',
        'node:child_process',
        'node:crypto',
        'node:dns',
        'node:fs',
        'node:fs/promises',
      ],
      ...['node:https', 'node:net', 'node:path', 'node:timers/promises'],
    ],
    also: {
      'src/platform/region-calls.ts': ['src/identity/region-call.ts'],
    },
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
  {
    at: account,
    may: [...pure, 'src/domain/directory/store.ts'],
    packages: ['zod', 'node:crypto'],
  },
  // The account with its tags.
  {
    at: 'src/domain/account-view/',
    may: [contract, 'src/domain/account/account-resource.ts', 'src/domain/account/model.ts', tag],
    ...room,
  },
  // What the authorization server is told of accounts in other regions; whoever changes an account says so.
  { at: 'src/domain/directory/', may: [contract], packages: ['zod'] },
  { at: 'src/domain/region/', may: [contract, 'src/domain/app/'], packages: ['zod'] },
  // Failed sign-ins of members, on their way from the authorization server into the audit logs.
  {
    at: 'src/domain/failed-sign-in/',
    may: [
      ...[contract, 'src/domain/audit/record.ts', 'src/domain/app/store.ts', 'src/domain/region/store.ts'],
    ],
    packages: ['zod', 'node:crypto'],
  },
  {
    at: tag,
    may: [...pure, 'src/domain/alias/store.ts'],
    ...room,
  },
  // Collects uses of apps, API keys and links in memory.
  { at: usage, may: [contract] },
  // Who made a link, and the end of those that an app or a program made.
  { at: link, may: [contract, usage], ...room },
  {
    at: 'src/domain/app/',
    may: [
      ...[contract, usage, link, 'src/domain/audit/record.ts', 'src/domain/account/caller-status-store.ts'],
      ...['src/domain/notice/notify-owners.ts', 'src/identity/people/sessions.ts'],
    ],
    packages: ['node:crypto'],
  },
  // Emails to owners about who can reach their account.
  {
    at: 'src/domain/notice/',
    may: [contract, content, message, outbox, 'src/domain/account/appearance.ts'],
  },
  {
    at: 'src/domain/member/',
    may: [
      ...[contract, content, message, outbox, 'src/domain/app/revoke.ts', 'src/domain/directory/store.ts'],
      ...[link, 'src/domain/notice/notify-owners.ts'],
    ],
    ...room,
  },
  // Credentials of programs, which identity keeps.
  {
    at: 'src/domain/client/',
    may: [
      ...[contract, 'src/identity/machine-clients.ts', 'src/identity/client-credentials.ts', usage],
      'src/domain/notice/notify-owners.ts',
    ],
    ...room,
  },
  { at: audit, may: [contract], packages: ['zod', 'node:crypto'] },
  { at: idempotency, may: [contract] },
  { at: alias, may: [contract], ...room },
  // A profile shows its aliases, so a change of an alias writes the profile's document.
  { at: resourceAlias, may: [contract, alias, 'src/domain/profile/store.ts'], ...room },
  // The norms that accounts make of their own people, and the figures of the whole installation.
  { at: norm, may: [contract, content, scoring] },
  { at: technical, may: [contract, content, scoring, 'src/domain/norm/store.ts'] },
  { at: profile, may: [...pure, account, tag, alias, idempotency, norm], ...room },
  { at: assessment, may: [...pure, account, tag, alias, profile], ...room },
  { at: team, may: [...pure, profile], ...room },
  {
    at: 'src/domain/retention/',
    may: [
      ...[contract, 'src/domain/profile/erase.ts', 'src/domain/audit/record.ts'],
      'src/domain/idempotency/store.ts',
    ],
  },
  // The end of a whole account: each room removes its own, and what only belongs to the account goes with its row.
  {
    at: 'src/domain/deletion/',
    may: [contract, 'src/domain/account/store.ts', 'src/domain/app/store.ts'],
  },
  {
    at: message,
    may: [contract, content, 'src/brand/', 'src/identity/unsubscribe-link.ts'],
    packages: ['libphonenumber-js'],
  },
  // Messages to send: queued in the transaction that causes them, and sent by a worker.
  {
    at: outbox,
    may: [contract, 'src/domain/message/permit.ts', 'src/identity/sealed-message.ts'],
    packages: ['node:timers/promises'],
  },
  {
    at: 'src/domain/person/',
    may: [
      ...[contract, content, message, outbox, 'src/identity/people/', 'src/identity/secret.ts'],
      ...['src/domain/notice/owner-notice-email.ts'],
    ],
  },
  // What people agree to, and what they ask for: the account decides, so these only record and tell.
  { at: agreement, may: [contract, content, account] },
  {
    at: rights,
    may: [
      ...[contract, content, account, profile, message, outbox, invite],
      ...['src/domain/erasure-request/store.ts', 'src/domain/notice/store.ts'],
    ],
    ...room,
  },
  // Open requests of people to be deleted, which the pages of links and reports show.
  { at: 'src/domain/erasure-request/', may: [contract] },
  {
    at: invite,
    may: [
      ...[...pure, account, profile, message, outbox, agreement, link, 'src/identity/secret.ts'],
      'src/domain/erasure-request/store.ts',
    ],
    ...room,
  },
  // The addresses of a profile: what happens when one changes, and their confirmation.
  {
    at: 'src/domain/address/',
    may: [contract, content, account, profile, message, outbox, invite],
    ...room,
  },
  {
    at: share,
    may: [...pure, account, tag, profile, agreement, invite, message, link, 'src/identity/secret.ts'],
    packages: ['zod', 'node:crypto'],
  },
  // What people say to emails by the link that comes with each.
  { at: optOut, may: [contract, account], ...room },
  {
    at: debrief,
    may: [
      ...[...pure, account, profile, norm, 'src/domain/assessment/store.ts'],
      ...[`${debrief}findings/`, `${debrief}pieces/`],
    ],
    packages: ['zod', 'node:crypto'],
  },
  // What is worth saying of a person, and its sentences: pure functions over the facts.
  { at: `${debrief}findings/`, may: [scoring, `${debrief}facts.ts`, `${debrief}certainty.ts`] },
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
      ...['src/domain/agreement/store.ts', 'src/domain/erasure-request/store.ts'],
    ],
    ...room,
  },
  // Links that show a report to whoever holds them; what a report says, other rooms know.
  {
    at: reportLink,
    may: [
      ...[...pure, 'src/domain/account/appearance.ts', link, tag, profile, report, team],
      'src/identity/secret.ts',
    ],
    ...room,
  },
  {
    at: 'src/http/',
    may: [contract],
    packages: ['@fastify/cors', 'negotiator', 'node:crypto', 'node:util', 'node:zlib'],
    packageTypes: ['fastify', 'node:net'],
  },
  {
    at: 'src/http/app.ts',
    may: [...doors, 'src/http/', 'src/http/rest/openapi/', contract, identity],
    types: ['src/gate/gate.ts'],
    packages: ['fastify', 'node:crypto'],
  },
  {
    at: 'src/http/rest/',
    may: door,
    packages: ['node:buffer'],
    packageTypes: ['fastify', 'zod'],
  },
  {
    at: 'src/http/mcp/',
    may: [...door, 'src/http/mcp/prompts/', 'src/http/mcp/resources/'],
    packages: ['@modelcontextprotocol/server', 'node:stream', 'zod'],
    packageTypes: ['fastify'],
    // Examples of calls are put together as those of the reference are.
    also: { 'src/http/mcp/tool-docs.ts': ['src/http/rest/openapi/examples.ts'] },
  },
  { at: 'src/http/mcp/prompts/', may: [contract, 'src/http/mcp/'] },
  { at: 'src/http/mcp/resources/', may: [contract, content, 'src/http/mcp/'] },
  {
    at: 'src/http/rest/openapi/',
    may: [contract, 'src/http/', 'src/http/rest/'],
    packages: ['negotiator', 'node:crypto', 'node:zlib', 'zod'],
    packageTypes: ['fastify'],
  },
  // What every page for people needs, whichever door it stands behind.
  {
    at: 'src/http/page/',
    may: [contract, content, 'src/http/compression.ts'],
    types: ['web/pages/server.tsx'],
    packages: ['node:fs'],
    packageTypes: ['fastify'],
    computed: ['src/http/page/pages.ts'],
  },
  {
    at: 'src/http/oauth/',
    may: [...[...door, 'src/http/page/', 'src/identity/authorization/client-metadata.ts']],
    types: ['web/views/', 'src/identity/people/sessions.ts', 'src/identity/authorization/'],
    packages: ['oidc-provider', 'node:crypto', 'node:stream', 'node:url'],
    packageTypes: ['fastify'],
  },
  // Arithmetic over counts of groups: no score and no person can come near it.
  { at: impact, may: ['src/scoring/normal.ts'] },
  { at: 'src/http/internal/', may: ['src/http/', contract, identity], packageTypes: ['fastify'] },
  {
    at: 'src/http/web/',
    may: [...door, 'src/http/page/', impact],
    types: ['web/views/'],
    packages: ['@fastify/static', 'node:crypto', 'node:url'],
    packageTypes: ['fastify'],
  },
  {
    at: 'src/demo/',
    may: [
      ...['src/catalog.ts', 'src/gate/gate.ts', 'src/platform/ids.ts', contract, content, scoring, identity],
      ...[account, audit, 'src/domain/member/', tag, profile, assessment, invite, debrief],
      'src/identity/authorization/register-client.ts',
    ],
    packages: ['node:fs/promises', 'node:path', 'zod'],
  },
  // What the server passes to pages. Types only, so that neither side needs the other.
  { at: 'web/views/', may: [], types: ['content/locales/en/'] },
  {
    at: 'web/pages/',
    may: [charts, scoring],
    types: ['web/views/', 'content/locales/en/'],
    packages: [
      ...['preact', 'preact-render-to-string', '@fontsource-variable/source-serif-4', 'node:crypto'],
      '@fontsource-variable/source-sans-3',
      '@simplewebauthn/browser',
    ],
  },
  { at: dashboard, may: [client, ui, shell], packages: [...query, 'react-dom'] },
  { at: client, may: [], packages: ['react', '@tanstack/react-query'] },
  { at: words, may: [client] },
  { at: ui, may: [client, words], packages: ['react', '@base-ui/react', '@tanstack/react-router'] },
  { at: tagging, may: [client, words, ui], packages: query },
  ...features.map((at) => ({
    at,
    may: [client, words, ui, tagging, charts],
    packages: [...query, 'uqr'],
  })),
  // The router imports the page and the address reader of each feature; pages are loaded on demand.
  { at: shell, may: [client, words, ui, ...features], packages: query },
  // A document of its own, which shares the charts and the tokens with the pages.
  { at: 'web/card/', may: [charts, 'web/pages/tokens.css'], types: ['content/locales/en/'] },
]

const rules: Rule[] = [
  {
    name: 'holds SQL',
    except: [
      ...[
        account,
        tag,
        alias,
        audit,
        idempotency,
        profile,
        assessment,
        message,
        outbox,
        invite,
        share,
        reportLink,
        link,
        debrief,
        norm,
        technical,
        agreement,
        team,
        optOut,
      ].map((at) => `${at}store.ts`),
      'src/domain/member/store.ts',
      'src/domain/app/store.ts',
      ...['src/domain/retention/store.ts', 'src/domain/directory/store.ts', 'src/domain/region/store.ts'],
      ...['src/domain/region/nonce-store.ts', 'src/domain/deletion/store.ts'],
      ...['src/domain/notice/store.ts', 'src/domain/failed-sign-in/store.ts'],
      'src/domain/erasure-request/store.ts',
      ...[
        'src/domain/profile/search.ts',
        ...[`${profile}attempt-store.ts`, `${profile}change-store.ts`, `${profile}import-store.ts`],
        ...[`${assessment}attempt-copy-store.ts`, `${assessment}verify-store.ts`],
        ...[`${report}store.ts`, `${invite}progress-store.ts`],
        ...[`${debrief}job-store.ts`, `${debrief}generation-store.ts`],
        `${audit}name-store.ts`,
        `${account}caller-status-store.ts`,
      ],
      ...[identity, 'src/database/'],
    ],
    breaks: isSql,
  },
  {
    name: 'reads the environment',
    // The program that makes a cluster is started with the PATH of its parent and nothing else.
    except: ['src/main.ts', 'src/config.ts', 'src/database/postgres-installation.ts'],
    breaks: readsEnvironment,
  },
  {
    name: 'asks the time',
    // A server that starts is waited for with a deadline; a lock is looked at anew after a pause.
    except: [
      ...['src/platform/', 'src/main.ts', 'src/start/service.ts', 'src/database/postmaster.ts', 'web/'],
      'src/database/heartbeat.ts',
    ],
    breaks: asksTheTime,
  },
  {
    name: 'reaches out',
    except: [
      'src/platform/',
      'web/pages/',
      `${client}call.ts`,
      `${client}flow.ts`,
      `${dashboard}settings/logo-form.tsx`,
    ],
    breaks: reachesOut,
  },
  {
    // Limits are declared in one table, which `platform/limits` opens.
    name: 'makes a limit',
    except: ['src/platform/limits.ts', 'src/platform/rate-limiter.ts'],
    breaks: (node) => isNamed(node, 'createLimiter'),
  },
  {
    // Only where the proof is: a verified caller, a link that was found, a right secret, the mark of a browser, a passkey
    // that was found, a session. `documents` has limits that everybody shares, behind those of the network.
    name: 'says who pays',
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
  { name: 'declares a class that is no error', except: [], breaks: isOtherClass },
]

const refusedNames = ['utils', 'helpers', 'common', 'lib', 'services', 'core', 'fixtures', 'session', 'test']

const tree = readTree('{src,web}/**/*')
const [source, web] = [treeOf('src/'), treeOf('web/')]

function treeOf(folder: string) {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => path.startsWith(folder)))
}

describe('the house', () => {
  test('keeps its walls: every file has a place, and every import is allowed there', () => {
    expect(importViolations(tree, places)).toEqual([])
  })
  test('keeps its rules', () => {
    expect(ruleViolations(tree, rules)).toEqual([])
  })
  test.each([
    ['src', source],
    ['web', web],
  ])('has no files or folders in %s that import each other in a circle', (_, below) => {
    expect(folderCycles(below)).toEqual([])
  })
  test('has no file over 400 lines', () => {
    const generated = 'web/dashboard/client/types.ts'
    expect(tooLong(tree, 400).filter((path) => path !== generated)).toEqual([])
  })
  test('has no folder whose name says nothing', () => {
    expect(emptyNames(tree, refusedNames)).toEqual([])
  })
  test('has no place in the table that is gone', () => {
    const gone = places.filter(({ at }) => !Object.keys(tree).some((path) => path.startsWith(at)))
    expect(gone).toEqual([])
  })
})

describe('a planted breach is found:', () => {
  test.each([
    ['an unknown folder', 'src/billing/invoice.ts', ''],
    ['an unknown folder inside a known one', 'src/http/graphql/tools.ts', ''],
    ['an unknown file beside main', 'src/start.ts', ''],
    ['a door that opens another door', 'src/http/web/page.ts', `import { a } from '../rest/reply.ts'`],
    ['a door at the database', 'src/http/rest/rows.ts', `import { a } from '../../database/open.ts'`],
    ['a door in a room', 'src/http/rest/rows.ts', `import { a } from '../../domain/tag/store.ts'`],
    ['a type taken over a wall', 'src/http/rest/a.ts', `import type { A } from '../../domain/tag/store.ts'`],
    ['a type taken in passing', 'src/http/rest/a.ts', `type A = import('../../domain/tag/store.ts').A`],
    ['a value where only types are free', 'src/content/a.ts', `import { a } from '../scoring/focus.ts'`],
    ['inline types, which load the file', 'src/content/a.ts', `import { type A } from '../scoring/a.ts'`],
    ['a room above', 'src/domain/tag/a.ts', `import { a } from '../profile/model.ts'`],
    ['a room beside', 'src/domain/alias/a.ts', `export * from '../report/report.ts'`],
    ['a room at the platform', 'src/domain/invite/a.ts', `import { a } from '../../platform/smtp.ts'`],
    ['a room at the database', 'src/domain/tag/a.ts', `import { a } from '../../database/open.ts'`],
    ['an exception used by a neighbor', 'src/platform/a.ts', `import '../identity/region-call.ts'`],
    ['scoring that reads a file', 'src/scoring/a.ts', `import { readFileSync } from 'node:fs'`],
    ['scoring with a package', 'src/scoring/a.ts', `import { z } from 'zod'`],
    ['charts that know a room', 'src/charts/a.ts', `export { a } from '../domain/report/core.ts'`],
    ['a socket in a door', 'src/http/rest/a.ts', `import { createServer } from 'node:http'`],
    ['mail in a room', 'src/domain/invite/a.ts', `import mail from 'nodemailer'`],
    ['a page that knows the service', 'web/pages/a.tsx', `import { a } from '../../src/contract/scope.ts'`],
    [
      'a feature of the dashboard in another',
      'web/dashboard/teams/a.ts',
      `import { a } from '../person/tabs.tsx'`,
    ],
    ['an import while running', 'src/gate/gate.ts', `const a = await import('../http/app.ts')`],
    ['an import that is computed', 'src/gate/gate.ts', `const a = await import('./' + name)`],
    ['an import by require', 'src/gate/gate.ts', `const a = createRequire(import.meta.url)('pg')`],
    ['an import of a way round', 'src/gate/gate.ts', `import { a } from '../contract/../database/open.ts'`],
    ['seeds outside of tests', 'src/charts/a.ts', `import { traits } from './sample.ts'`],
  ])('%s', (_, path, text) => {
    expect(importViolations({ [path]: text }, places)).toHaveLength(1)
  })

  test.each([
    ['SQL in an operation', 'src/domain/tag/operations.ts', '`select id\n from tag where id = $1`'],
    ['SQL in a door', 'src/http/rest/a.ts', `run('update tag set label = $1')`],
    ['SQL in the demo', 'src/demo/a.ts', `'insert into tag (id) values ($1)'`],
    ['the environment in a room', 'src/domain/tag/a.ts', 'process.env.PORT'],
    ['the environment by another name', 'src/http/app.ts', `import { env } from 'node:process'`],
    ['the time in a room', 'src/domain/tag/a.ts', 'new Date()'],
    ['the time in milliseconds', 'src/identity/a.ts', 'Date.now()'],
    ['a stopwatch', 'src/scoring/a.ts', 'performance.now()'],
    ['a request to elsewhere', 'src/domain/tag/a.ts', `fetch('https://example.com')`],
    ['a class', 'src/domain/tag/a.ts', 'class Tag {}'],
    ['a limit of its own', 'src/http/rest/a.ts', 'createLimiter({})'],
    ['a payer without proof', 'src/http/rest/a.ts', `paidBy('client', 'one')`],
  ])('%s', (_, path, text) => {
    expect(ruleViolations({ [path]: text }, rules)).toEqual([expect.stringMatching(`^${path}:1 `)])
  })

  test('a circle of two folders, of three folders, and of a folder with a file beside it', () => {
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
  test('a circle that one import adds to the folders of src', () => {
    const planted = { ...source, 'src/domain/tag/planted.ts': `import type { A } from '../profile/model.ts'` }
    expect(folderCycles(planted)).toEqual([['src/domain/profile/', 'src/domain/tag/']])
  })
  test('a circle that one import adds to the folders of the dashboard', () => {
    const planted = { ...web, 'web/dashboard/ui/planted.ts': `import type { A } from '../usage/page.tsx'` }
    expect(folderCycles(planted)).toEqual([['web/dashboard/ui/', 'web/dashboard/usage/']])
  })

  test('a file of 251 lines, and a folder of odds and ends', () => {
    expect(tooLong({ 'src/a.ts': '\n'.repeat(251), 'src/b.ts': '\n'.repeat(250) }, 250)).toEqual(['src/a.ts'])
    expect(emptyNames({ 'src/utils/a.ts': '', 'src/core.ts': '' }, refusedNames)).toEqual(['src/utils/a.ts'])
  })
})
