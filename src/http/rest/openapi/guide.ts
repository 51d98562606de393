import type { ApiGroup } from '../../../contract/operation.ts'
import { errorCodeTable } from './error-codes.ts'
import { type OpenApiDocument, operationsOf } from './objects.ts'

/** The introduction of the API reference, in Markdown. */
export function apiGuide(base: string, authUrl: string): string {
  const root = base.replace(/\/api\/v4$/, '')
  return `Timbre delivers behavioral assessments and their results for an organization (an *account*).
An account holds *profiles*: one individual each, with the assessments that the individual takes.

### Signing in
A backend of an account exchanges client credentials for a token with \`POST /auth\`. An app that acts for a person
gets its token by OAuth 2.1: the person signs in, chooses one account, and lets the app have some of the scopes that it
asks for. Either token is sent as \`Authorization: Bearer …\`, in the header and nowhere else, and lives an hour. Each
operation names the scopes that it needs; a call without them is 403 with all of them in \`WWW-Authenticate\`, and does
nothing. A call without a valid token is 401 wherever it goes.

Apps find everything at \`${authUrl}/.well-known/oauth-authorization-server\` (RFC 8414): they register themselves at
\`${authUrl}/oauth/register\` (RFC 7591) or are described by a document at their own address, send the person to
\`${authUrl}/oauth/authorize\` with PKCE (S256, required of everybody), and redeem the code at
\`${authUrl}/oauth/token\`. \`scope\` in that answer says what the person has allowed, which may be less than was asked
for. When a call is 403, ask anew for what is allowed and what the challenge names; the person decides again. Refresh
tokens are used once: each refresh gives the next one. They end after 30 days without use, and 90 days after the consent.

A person ends what an app may do at \`${authUrl}/apps\`, an app itself by sending its refresh token to
\`${authUrl}/oauth/revoke\`. It also ends when the person is removed from the account, or gets a role that does not allow
all of it. The next call of the app is then 401 and its next refresh \`invalid_grant\`: send the person to sign in again.

The ids in the samples are made up: put those of your own account in their place. They read
the token from \`TIMBRE_TOKEN\`. This puts one there, in a shell with \`curl\`:

\`\`\`sh
export TIMBRE_TOKEN=$(curl --silent --request POST '${base}/auth' \\
  --data grant_type=client_credentials \\
  --data client_id=YOUR_CLIENT_ID \\
  --data client_secret=YOUR_CLIENT_SECRET | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
\`\`\`

### Assistants and models
The same account is open to assistants at \`${root}/mcp\` (Model Context Protocol, streamable HTTP): tools, prompts and
resources under the same scopes. For Claude Code run this, then type \`/mcp\` inside it to sign in:

\`\`\`sh
claude mcp add --transport http timbre ${root}/mcp
\`\`\`

For Cursor put \`{ "mcpServers": { "timbre": { "url": "${root}/mcp" } } }\` into \`.cursor/mcp.json\`, and for VS Code run:

\`\`\`sh
code --add-mcp '{"name":"timbre","type":"http","url":"${root}/mcp"}'
\`\`\`

[Connect an assistant](${root}/docs/connect) has links that open these programs with everything filled in, and says how
Claude, ChatGPT, Codex, Gemini CLI, Windsurf, Zed and others are connected. [Tools for models](${root}/docs/mcp) shows
every tool with its inputs and a call, every prompt and every document.

Programs that read find everything from [llms.txt](${root}/llms.txt) on: this reference
[as Markdown](${root}/docs/reference.md), and [without a script](${root}/docs/reference).

### How exactly the scores measure
[Technical figures](${root}/technical) has reliability, errors of measurement and the statistics of every statement, as
a page and as JSON.

### Answers
A success is \`{ "code", "status": "success", … }\` with the resource under its own key, a refusal is
\`{ "code", "status": "error", "error" }\`. Programs read \`error.code\`; the wording of messages may change. Every answer
carries \`X-Request-Id\`. Answers are not to be cached, except this document, which may be kept for 300 seconds.
A refusal leaves no trace: nothing is stored, nothing is sent.
A method that an address does not take is 405 with \`Allow\`.

### Lists
Lists take \`limit\` (1 to 100) and \`page\` (from 1), and answer \`pagination\` and a \`Link\` header. A page past the end is
empty. An unknown query parameter is refused, with a hint at the nearest known one.

### Sending a request again
Every \`POST\` under a token takes an \`Idempotency-Key\`. The same key and body within 24 hours have one effect and one answer.
A key belongs to the client that sends it, and that of an app to the person it acts for.

### Limits
Limits count for each client in each account. \`RateLimit\` and \`RateLimit-Policy\` tell what is left. 429 and 503 say in \`Retry-After\` when to come again.

### Regions
An account lives in one zone. Another zone answers 421 with the address of the right one, before anything is done.

### Versions
The version is part of the path. v4 only ever gains: new operations, optional parameters, and fields in answers, so
ignore fields that you do not know. A breaking change gets a new path.

### What the scores mean
Scores describe leanings in how a person answered, compared with a norm; no score is good or bad, and none measures
ability. Read them with \`quality\`, which tells how far the answers can be trusted, and never decide about a person
by a score alone.

### Error codes
Every \`error.code\` there is. v4 may gain further ones, so fall back on the status for one that you do not know.

${errorCodeTable()}
`
}

const descriptions: Record<ApiGroup | 'authentication' | 'description', string> = {
  authentication: 'Client credentials become an access token.',
  tests: 'Find out whether a token and a body arrive. Nothing is read or changed.',
  profiles: 'One individual each, with assessments and results.',
  'assessment invites':
    'Magic links by email, by SMS or to share. Only these operations send anything to a person.',
  assessments: 'What can be taken: DISC, Focus and Core.',
  tags: 'Labels with a color that group profiles. Tags show profile ids, never names or scores.',
  'resource aliases': 'Your own keys for profiles and tags.',
  accounts: 'The account of the token: name, billing, preferences and logo.',
  fixtures: 'The texts of the reports, by language.',
  'Playbook AI': 'Behavioral debriefs: what the results of a person mean at work, in whole sentences.',
  reports:
    'Links that show the report of a person or a team to whoever holds them, for reading and printing.',
  'audit log': 'Every change, who made it and when; chained by hash, so that a later edit shows.',
  description: 'This document.',
}

const order = Object.keys(descriptions)

/** Groups with operations, in the order of the reference. */
export function tagsOf(document: Pick<OpenApiDocument, 'paths'>): OpenApiDocument['tags'] {
  const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags))
  return order
    .filter((name) => used.has(name))
    .map((name) => ({
      name,
      'x-displayName': `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      description: descriptions[name as keyof typeof descriptions],
    }))
}
