/** Something to copy: a command, or the content of a file. */
export type CopySnippet = { file?: string; text: string }

/** How to connect one program to the MCP endpoint. Its id names the texts that explain it. */
export type Connection = {
  id: ConnectionId
  /** The program's own name. */
  name: string
  /** A URL that opens the program with everything filled in. */
  open?: string
  copied: readonly CopySnippet[]
}

export const connectionIds = [
  'claude',
  'claudeCode',
  'chatgpt',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'windsurf',
  'zed',
  'bridge',
  'inspector',
] as const

export type ConnectionId = (typeof connectionIds)[number]

/**
 * The programs people are most likely to use, each as its vendor documents it (November 2026). All of them sign in by
 * OAuth on the first call, so none of these contains a secret.
 */
export function listProgramConnections(address: string): readonly Connection[] {
  const withUrl = { url: address }
  const typed = { type: 'http', url: address }
  const named = JSON.stringify({ name: 'timbre', ...typed })
  return [
    { id: 'claude', name: 'Claude', copied: [{ text: address }] },
    {
      id: 'claudeCode',
      name: 'Claude Code',
      copied: [{ text: `claude mcp add --transport http timbre ${address}` }],
    },
    { id: 'chatgpt', name: 'ChatGPT', copied: [{ text: address }] },
    {
      id: 'cursor',
      name: 'Cursor',
      open: `cursor://anysphere.cursor-deeplink/mcp/install?name=timbre&config=${inBase64(withUrl)}`,
      copied: [{ file: '.cursor/mcp.json', text: json({ mcpServers: { timbre: withUrl } }) }],
    },
    {
      id: 'vscode',
      name: 'VS Code',
      open: `vscode:mcp/install?${encodeURIComponent(named)}`,
      copied: [
        { text: `code --add-mcp '${named}'` },
        { file: '.vscode/mcp.json', text: json({ servers: { timbre: typed } }) },
      ],
    },
    {
      id: 'codex',
      name: 'Codex',
      copied: [{ text: `codex mcp add timbre --url ${address}\ncodex mcp login timbre` }],
    },
    {
      id: 'gemini',
      name: 'Gemini CLI',
      copied: [{ text: `gemini mcp add --transport http timbre ${address}` }],
    },
    {
      id: 'windsurf',
      name: 'Windsurf',
      copied: [
        {
          file: '~/.codeium/windsurf/mcp_config.json',
          text: json({ mcpServers: { timbre: { serverUrl: address } } }),
        },
      ],
    },
    {
      id: 'zed',
      name: 'Zed',
      copied: [{ file: 'settings.json', text: json({ context_servers: { timbre: withUrl } }) }],
    },
    {
      id: 'bridge',
      name: 'mcp-remote',
      copied: [
        { text: json({ mcpServers: { timbre: { command: 'npx', args: ['-y', 'mcp-remote', address] } } }) },
      ],
    },
    { id: 'inspector', name: 'MCP Inspector', copied: [{ text: 'npx @modelcontextprotocol/inspector' }] },
  ]
}

/** A custom program has no person who signs in, so it uses the token of a machine client. */
export function customProgramSnippets(baseUrl: string, address: string): readonly CopySnippet[] {
  return [
    {
      text: [
        `export TIMBRE_TOKEN=$(curl --silent --request POST '${baseUrl}/auth' \\`,
        '  --data grant_type=client_credentials \\',
        '  --data client_id=YOUR_CLIENT_ID \\',
        `  --data client_secret=YOUR_CLIENT_SECRET | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
      ].join('\n'),
    },
    {
      text: [
        `curl --silent --request POST '${address}' \\`,
        '  --header "Authorization: Bearer $TIMBRE_TOKEN" \\',
        '  --header "Content-Type: application/json" \\',
        '  --header "Accept: application/json, text/event-stream" \\',
        `  --data '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
      ].join('\n'),
    },
  ]
}

function json(value: object): string {
  return JSON.stringify(value, null, 2)
}

function inBase64(value: object): string {
  return encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))
}
