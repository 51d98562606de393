import { words } from './words.ts'

/**
 * A shell command that sends an event to an endpoint, signed as Timbre does (Standard Webhooks 1.0). The secret comes
 * from the environment: it is shown once and never again. `od` and `openssl` are on every system with `curl`.
 */
export function signedCommand({ url, id, body }: { url: string; id: string; body: string }): string {
  return [
    `# ${words.delivery.secretOfCommand}`,
    `id=${id}`,
    'timestamp=$(date +%s)',
    `body=${quote(body)}`,
    `key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`,
    'signature=$(printf %s "$id.$timestamp.$body" |',
    '  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)',
    `curl -sS ${quote(url)} \\`,
    `  -H 'content-type: application/json' \\`,
    '  -H "webhook-id: $id" -H "webhook-timestamp: $timestamp" \\',
    '  -H "webhook-signature: v1,$signature" \\',
    '  --data-binary "$body"',
  ].join('\n')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
