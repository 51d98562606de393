import { apiGroups } from '../../../contract/api-groups.ts'
import { errorCodeTable } from './error-codes.ts'
import { type OpenApiDocument, operationsOf } from './objects.ts'

/** The introduction of the API reference, in Markdown. */
export function apiGuide(base: string, authUrl: string): string {
  const root = base.replace(/\/api\/v4$/, '')
  return `Timbre runs behavioral assessments for organizations (*accounts*) and stores the results.
An account has *profiles*: one person each, with the assessments that the person takes.

### Signing in
A backend of an account exchanges client credentials for a token with \`POST /auth\`. An app that acts for a person
gets its token by OAuth 2.1: the person signs in, chooses one account, and allows some of the scopes that the app
requests. Send either token as \`Authorization: Bearer …\`; other places aren't accepted. Tokens are valid for an hour.
Each operation lists the scopes it requires. A request without them returns 403 with all of them in
\`WWW-Authenticate\`, and changes nothing. Requests without a valid token return 401.

Apps find all addresses at \`${authUrl}/.well-known/oauth-authorization-server\` (RFC 8414). They register themselves at
\`${authUrl}/oauth/register\` (RFC 7591) or publish a metadata document at their own address, send the person to
\`${authUrl}/oauth/authorize\` with PKCE (S256, required of all apps), and exchange the code at
\`${authUrl}/oauth/token\`. \`scope\` in that response lists what the person has allowed, which may be less than the app
requested. If a request returns 403, start a new authorization for the scopes you have and those that the challenge
names; the person decides again. Refresh tokens are used once: each refresh returns the next one. They expire after 30
days without use, and 90 days after the consent.

A person ends an app's access at \`${authUrl}/apps\`; an app ends it by sending its refresh token to
\`${authUrl}/oauth/revoke\`. It also ends when the person is removed from the account, or gets a role that doesn't allow
all of it. The app's next request then returns 401 and its next refresh \`invalid_grant\`: ask the person to sign in again.

The ids in the samples are made up: replace them with ids of your account. The samples read the token from
\`TIMBRE_TOKEN\`. This command sets it:

\`\`\`sh
export TIMBRE_TOKEN=$(curl --silent --request POST '${base}/auth' \\
  --data grant_type=client_credentials \\
  --data client_id=YOUR_CLIENT_ID \\
  --data client_secret=YOUR_CLIENT_SECRET | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
\`\`\`

### Assistants and models
AI assistants use the same account at \`${root}/mcp\` (Model Context Protocol, streamable HTTP), with tools, prompts and
resources under the same scopes. For Claude Code, run this, then type \`/mcp\` in it to sign in:

\`\`\`sh
claude mcp add --transport http timbre ${root}/mcp
\`\`\`

For Cursor, put \`{ "mcpServers": { "timbre": { "url": "${root}/mcp" } } }\` into \`.cursor/mcp.json\`. For VS Code, run:

\`\`\`sh
code --add-mcp '{"name":"timbre","type":"http","url":"${root}/mcp"}'
\`\`\`

[Connect an assistant](${root}/docs/connect) has links that open these programs with everything filled in, and
instructions for Claude, ChatGPT, Codex, Gemini CLI, Windsurf, Zed and others. [Tools for models](${root}/docs/mcp)
shows every tool with its inputs and an example call, every prompt and every document.

[llms.txt](${root}/llms.txt) lists everything for language models. This reference is also available
[as Markdown](${root}/docs/reference.md) and [without JavaScript](${root}/docs/reference).

### Precision of the scores
[Technical figures](${root}/technical) has reliability, measurement errors and the statistics of every statement, as a
page and as JSON.

### Responses
A success is \`{ "code", "status": "success", … }\` with the resource under its own key; an error is
\`{ "code", "status": "error", "error" }\`. Programs should use \`error.code\`: the wording of messages may change. Every
response has \`X-Request-Id\`. Responses must not be cached, except this document, for 300 seconds.
A request that fails changes nothing and sends nothing.
A method that an address doesn't support returns 405 with \`Allow\`.

### Lists
Lists accept \`limit\` (1 to 100) and \`page\` (starting at 1), and return \`pagination\` and a \`Link\` header. A page after
the last one is empty. An unknown query parameter is refused, with the closest known name as a hint.

Lists of profiles and tags also accept \`after\`, the audit log \`afterEntry\`: a cursor from the second \`next\` link.
Reading a long list by cursor skips and repeats nothing that is there all the time, whatever is added and removed
meanwhile. A cursor works for its account, list and sort order; keep the filters too. \`total\` and \`page\` are those
of the moment.

### Events and webhooks
Programs follow what changes by reading the feed of events, or receive each event at an address of theirs:
[Events and webhooks](${root}/docs/events) has samples for both, and for verifying signatures.

### Retrying requests
Every \`POST\` with a token accepts an \`Idempotency-Key\`. Requests with the same key and body within 24 hours have one
effect and the same response. Keys are scoped to the client, and for apps to client and person.

### Limits
Rate limits apply per client and account. \`RateLimit\` and \`RateLimit-Policy\` show what is left. With 429 and 503,
\`Retry-After\` says when to try again.

### Regions
An account is in one region. Other regions return 421 with the address of the right one, before they do anything.

### Versions
The version is part of the path. v4 only adds operations, optional parameters, and fields in responses, so ignore fields
that you don't know. A breaking change gets a new path.

### What the scores mean
Scores describe tendencies in how a person answered, compared with a norm. No score is good or bad, and none measures
ability. Consider \`quality\`, which says how far the answers can be trusted, and never base a decision about a person
on scores alone.

### Error codes
All values of \`error.code\`. v4 may add more, so use the status for codes that you don't know.

${errorCodeTable()}
`
}

/** `POST /auth` and this document are no operations of the catalog. */
const descriptions: Record<string, string> = {
  authentication: 'Exchange client credentials for an access token.',
  ...apiGroups,
  description: 'This document.',
}

/** Groups with operations, in the order of the reference. */
export function tagsOf(document: Pick<OpenApiDocument, 'paths'>): OpenApiDocument['tags'] {
  const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags))
  return Object.entries(descriptions)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({
      name,
      'x-displayName': `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      description,
    }))
}
