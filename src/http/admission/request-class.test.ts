import { describe, expect, test } from 'vitest'
import { catalog } from '../../catalog.ts'
import { bulkRoutes, bulkTools, createClassifier } from './request-class.ts'

const classify = createClassifier(catalog, { apiPath: '/api/v4', mountPath: '/us' })
const routes = catalog.flatMap(({ rest }) => (rest ? [rest.route] : []))

describe('the class of a request', () => {
  test.each([
    [0, 'GET', '/healthz'],
    [0, 'GET', '/readyz?x=1'],
    [1, 'POST', '/take/answers'],
    [1, 'GET', '/t/secret-of-a-link'],
    [1, 'POST', '/us/oauth/token'],
    [1, 'POST', '/oauth/token'],
    [1, 'POST', '/api/v4/auth'],
    [2, 'GET', '/api/v4/account'],
    [2, 'HEAD', '/api/v4/profile/65f0c0ffee65f0c0ffee65f0?x=/take'],
    [2, 'OPTIONS', '/api/v4/profiles'],
    [2, 'POST', '/mcp'],
    [3, 'GET', '/api/v4/profiles?limit=20'],
    [3, 'GET', '/api/v4/team?profileIds=a,b'],
    [3, 'GET', '/people'],
    [3, 'GET', '/r/secret-of-a-report'],
    [3, 'GET', '/taken'],
    [3, 'GET', '/nowhere/at/all'],
    [3, 'GET', '/api/v4/nothing'],
    [3, 'GET', 'http://elsewhere.example/take'],
    [3, 'GET', `/api/v4/${'a/'.repeat(5_000)}`],
    [4, 'GET', '/api/v4/openapi.json'],
    [4, 'POST', '/api/v4/profiles/import'],
    [4, 'GET', '/docs/reference'],
  ] as const)('is %i for %s %s', (requestClass, method, target) => {
    expect(classify(method, target).requestClass).toBe(requestClass)
  })

  test('and its route are known for every operation, lists below single requests', () => {
    for (const { rest, effect, input } of catalog) {
      if (!rest) continue
      const [method = '', path = ''] = rest.route.split(' ')
      const found = classify(method, `/api/v4${path.replaceAll(/\{\w+\}/g, '65f0c0ffee65f0c0ffee65f0')}`)
      const isList = effect === 'reads' && 'limit' in input.shape
      expect([rest.route, found.kind, found.requestClass >= (isList ? 3 : 2)]).toEqual([
        rest.route,
        rest.route,
        true,
      ])
    }
  })

  test('is the last for routes that exist', () => {
    expect([...bulkRoutes].filter((route) => !(routes as string[]).includes(route))).toEqual([])
    const tools = catalog.filter(({ mcp }) => mcp).map(({ name }) => name)
    expect([...bulkTools].filter((tool) => !tools.includes(tool))).toEqual([])
  })
})
