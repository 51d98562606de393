import { callUrl, type Request, type Route } from '../client/call.ts'
import { CopyButton } from './copy-button.tsx'
import { words } from './words.ts'

/** The API request behind this page as a shell command: any program can get the same data. */
export function ApiCall<R extends Route>({ route, request }: { route: R; request: Request<R> }) {
  const { body } = request as { body?: unknown }
  const [method] = route.split(' ')
  const address = location.origin + callUrl(route, request as never)
  const lines = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} '${address}'`,
    `-H "Authorization: Bearer $ACCESS_TOKEN"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`]),
  ]
  const text = lines.join(' \\\n  ')
  return (
    <details className="api-call">
      <summary>{words.apiCall}</summary>
      <div className="api-call-text">
        <pre>
          <code>{text}</code>
        </pre>
        <CopyButton text={text} />
      </div>
    </details>
  )
}
