import type { FastifyInstance } from 'fastify'
import { scopes } from '../../contract/scope.ts'
import { sendPublicText } from '../page/send-page.ts'
import type { WebSettings } from './settings.ts'

/** `/llms.txt`: an overview for language models, in the format proposed by llmstxt.org. */
export function registerLlmsTxt(web: FastifyInstance, settings: WebSettings): void {
  const overview = { text: renderLlmsTxt(settings), type: 'text/plain' } as const
  web.get('/llms.txt', async (_request, reply) => sendPublicText(reply, overview))
}

type LlmsTxtSettings = Pick<WebSettings, 'publicUrl' | 'authUrl' | 'baseUrl' | 'region' | 'version'>

/**
 * A title, a summary, basic facts, and lists of links with one line each, as the proposal says. Readers with little
 * context may skip the section `Optional`.
 */
export function renderLlmsTxt(settings: LlmsTxtSettings): string {
  const { publicUrl, baseUrl, region, version } = settings
  const sections = sectionsOf(settings).map(({ title, links }) =>
    [`## ${title}`, '', ...links.map(([name, address, line]) => `- [${name}](${address}): ${line}`)].join(
      '\n',
    ),
  )
  return `${[
    '# Timbre',
    '> Behavioral assessments and their results, self-hosted: an account invites people to DISC (style of behavior), Focus ' +
      '(personality) and Core (values), and reads results and debriefs by REST, by the Model Context Protocol (MCP) or ' +
      'on pages.',
    [
      `- This is one installation, version ${version}, region ${region}. The API is at ${baseUrl}, the endpoint for language models at ${publicUrl}/mcp.`,
      '- Every call needs a bearer token: of a machine client of the account, or of an app that a member has connected.',
      `- The scopes are ${scopes.join(', ')}. A call without its scope returns 403 and names what is missing.`,
      '- Scores say how someone answered. They are tendencies, not a measure of ability, and not a sufficient reason for a decision.',
      '- Sending an invite reaches a real person by email or text message. Ask before you do.',
    ].join('\n'),
    ...sections,
  ].join('\n\n')}\n`
}

type Section = { title: string; links: [name: string, address: string, line: string][] }

function sectionsOf({ publicUrl, authUrl, baseUrl }: LlmsTxtSettings): Section[] {
  const docs = `${publicUrl}/docs`
  return [
    {
      title: 'REST API',
      links: [
        ['API reference', `${docs}/reference.md`, 'the guide, every operation and every schema, as Markdown'],
        ['OpenAPI document', `${baseUrl}/openapi.json`, 'the same as OpenAPI 3.1, with examples and scopes'],
        ['Postman collection', `${docs}/postman.json`, 'every operation, to send from Postman or Newman'],
        [
          'Events and webhooks',
          `${docs}/events.md`,
          'how to follow what changes, with samples and every type',
        ],
        [
          'Orders and directories',
          `${docs}/orders.md`,
          'applicant tracking systems, orders of your own software, SCIM',
        ],
        ['Error codes', `${docs}/reference#error-codes`, 'every `error.code` with its status and what to do'],
      ],
    },
    {
      title: 'Models (MCP)',
      links: [
        ['Tools, prompts and documents', `${docs}/mcp.md`, 'inputs, scopes and a call of each tool'],
        [
          'Connect an assistant',
          `${docs}/connect`,
          'commands and links for Claude, Cursor, VS Code and others',
        ],
        ['Listing', `${publicUrl}/server.json`, 'the endpoint in the format of the MCP Registry'],
      ],
    },
    {
      title: 'Signing in',
      links: [
        [
          'Protected resource',
          `${publicUrl}/.well-known/oauth-protected-resource`,
          'who signs people in for the API, and the scopes (RFC 9728)',
        ],
        [
          'Authorization server',
          `${authUrl}/.well-known/oauth-authorization-server`,
          'addresses of OAuth 2.1 with PKCE, registration and revocation (RFC 8414)',
        ],
        ['Sign-in for companies', `${docs}/company-sign-in.md`, 'how owners connect their identity provider'],
        ['Signing in', `${docs}/reference#signing-in`, 'tokens of machine clients and of apps'],
      ],
    },
    {
      title: 'The instruments',
      links: [
        [
          'Technical figures',
          `${publicUrl}/technical.json`,
          'reliability, measurement errors and items, as JSON',
        ],
        [
          'What the scores mean',
          `${docs}/reference#what-the-scores-mean`,
          'and what they must not be used for',
        ],
      ],
    },
    {
      title: 'Optional',
      links: [
        ['API reference to try', docs, 'needs JavaScript'],
        ['API reference as a page', `${docs}/reference`, 'without JavaScript'],
        ['Events and webhooks as a page', `${docs}/events`, 'without JavaScript'],
        ['Tools as a page', `${docs}/mcp`, 'without JavaScript'],
        ['Technical figures as a page', `${publicUrl}/technical`, 'in nine languages'],
        ['Example results', `${publicUrl}/example`, 'of an invented person, in nine languages'],
        ['Connected apps', `${authUrl}/apps`, 'where a member disconnects apps; requires signing in'],
        ['About this installation', `${publicUrl}/about`, 'its version, region and addresses'],
        ['Health', `${publicUrl}/readyz`, 'whether it is ready to answer'],
      ],
    },
  ]
}
