import type { Operation } from '../../contract/operation.ts'
import { mcpPath } from '../paths.ts'

/**
 * How early a request is refused under overload, the last class first: 0 health, never; 1 people who answer or sign in;
 * 2 single reads and writes by token; 3 lists, searches and pages; 4 exports, imports and other work for many people.
 */
export type RequestClass = 0 | 1 | 2 | 3 | 4

/** `kind` names requests whose durations are comparable: a route, or the first part of a path. */
export type ClassifiedRequest = { requestClass: RequestClass; kind: string }

export type ClassifyRequest = (method: string, target: string) => ClassifiedRequest

/** Work for many people at once, or long texts. */
export const bulkRoutes: ReadonlySet<string> = new Set([
  'GET /profile/{profileId}/export',
  'POST /profiles/import',
  'POST /profiles/invite',
  'PUT /tag/{tagId}/profiles',
  'POST /messages/retry',
  'POST /playbook/ai/debrief/{profileId}',
  'POST /webhook/{webhookId}/replay',
  'POST /campaign',
  'POST /campaign/{campaignId}/remind',
  'POST /sandbox/people',
])

/** The same work by tools: a request of MCP names its tool in its body only, so it is refused there. */
export const bulkTools: ReadonlySet<string> = new Set(['assign_tags_to_profiles', 'get_behavioral_summary'])

const health = new Set(['healthz', 'readyz', 'startupz', 'version'])
/** Answering, signing in, consenting, and what their pages load. */
const people = new Set([
  ...['take', 't', 'study', 'oauth', 'sign-in', 'sign-out', 'login', 'access', 'passkeys'],
  ...['.well-known', 'internal', 'assets', 'favicon.ico', 'logos'],
])
const documents = new Set(['docs', 'technical', 'technical.json', 'llms.txt', 'server.json'])

type PathNode = { kind?: string; requestClass?: RequestClass; next: Map<string, PathNode> }

/**
 * Classifies by method and path alone, before the request has an owner. Operations come from the catalog, so a new list
 * is a list here too. What no rule knows is a page. `mountPath` is where the authorization server is below the root.
 */
export function createClassifier(
  catalog: readonly Pick<Operation, 'rest' | 'effect' | 'input'>[],
  { apiPath, mountPath }: { apiPath: string; mountPath: string },
): ClassifyRequest {
  const root: PathNode = { next: new Map() }
  for (const operation of catalog) {
    if (operation.rest) addRoute(root, operation.rest.route, classOf(operation, operation.rest.route))
  }
  const apiPrefix = `${apiPath}/`
  return (method, target) => {
    const path = pathOf(target)
    if (path.startsWith(apiPrefix)) return classifyCall(root, method, path.slice(apiPrefix.length))
    if (path === mcpPath || path.startsWith(`${mcpPath}/`)) return { requestClass: 2, kind: 'mcp' }
    const own = mountPath !== '' && path.startsWith(`${mountPath}/`) ? path.slice(mountPath.length) : path
    return classifyPage(own.split('/', 2)[1] ?? '')
  }
}

function pathOf(target: string): string {
  const end = target.search(/[?#]/)
  return end === -1 ? target : target.slice(0, end)
}

/** Reads of pages or of many people are lists, as for the shares of database connections. */
function classOf({ effect, input }: Pick<Operation, 'effect' | 'input'>, route: string): RequestClass {
  if (bulkRoutes.has(route)) return 4
  const readsMany = ['limit', 'search', 'profileIds'].some((field) => field in input.shape)
  return effect === 'reads' && readsMany ? 3 : 2
}

function addRoute(root: PathNode, route: string, requestClass: RequestClass): void {
  const [method = '', path = ''] = route.split(' ')
  let node = root
  for (const part of [...path.slice(1).split('/'), method]) {
    const key = part.startsWith('{') ? anyPart : part
    const next = node.next.get(key) ?? { next: new Map() }
    node.next.set(key, next)
    node = next
  }
  node.kind = route
  node.requestClass = requestClass
}

const anyPart = '{}'
/** No route has more parts, and a longer path needs no more work. */
const maxParts = 8

function classifyCall(root: PathNode, method: string, path: string): ClassifiedRequest {
  // Preflights and requests for tokens precede everything else a client does.
  if (method === 'OPTIONS') return { requestClass: 2, kind: 'preflight' }
  if (path === 'auth') return { requestClass: 1, kind: 'auth' }
  if (path === 'openapi.json') return { requestClass: 4, kind: 'documents' }
  let node: PathNode | undefined = root
  for (const part of path.split('/', maxParts)) node = node?.next.get(part) ?? node?.next.get(anyPart)
  const route = node?.next.get(method === 'HEAD' ? 'GET' : method)
  return { requestClass: route?.requestClass ?? 3, kind: route?.kind ?? 'unknown' }
}

function classifyPage(first: string): ClassifiedRequest {
  if (health.has(first)) return { requestClass: 0, kind: 'health' }
  if (people.has(first)) return { requestClass: 1, kind: first }
  // Systems that order assessments or report people send single reads and writes.
  if (first === 'ats' || first === 'scim') return { requestClass: 2, kind: first }
  if (documents.has(first)) return { requestClass: 4, kind: 'documents' }
  return { requestClass: 3, kind: first === 'r' ? 'report' : 'page' }
}
