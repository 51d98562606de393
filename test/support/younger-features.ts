import { createRequire } from 'node:module'
import postcss, { type Declaration, type Rule } from 'postcss'
import { oldestBrowsers } from '../../scripts/oldest-browsers.ts'

/**
 * Features of scripts and style sheets that the oldest supported engines lack, by the data of MDN
 * (`@mdn/browser-compat-data`) and the parser `acorn`. A member of a named global, such as `AbortSignal.timeout`, is
 * looked up there. Of other values the type isn't known: their member is too young if every built-in and web interface
 * that has one of this name has got it later.
 */

const require = createRequire(import.meta.url)
const data = require('@mdn/browser-compat-data') as Tree
const acorn = require('acorn') as { parse(text: string, options: object): Node }

type Support = {
  version_added: string | boolean | null
  flags?: unknown
  prefix?: string
  alternative_name?: string
}
type Compat = { support: Record<string, Support | Support[]> }
type Tree = { __compat?: Compat } & { [name: string]: Tree }
type Node = { type: string; [field: string]: unknown }

/** Versions by the data's names of browsers; those of phones have the same engines. */
const oldest: readonly [browser: string, version: string][] = oldestBrowsers.flatMap((one) => {
  const [, name = '', version = ''] = /^(\D+)([\d.]+)$/.exec(one) ?? []
  const names = { chrome: ['chrome', 'chrome_android'], firefox: ['firefox', 'firefox_android'] }[name]
  return (names ?? ['safari', 'safari_ios']).map((browser) => [browser, version] as [string, string])
})

/** Where an engine lacks it, such as `safari 16`; empty if all have it. */
function lacking({ __compat: compat }: Tree): string[] {
  if (!compat) return []
  return oldest.flatMap(([browser, version]) => {
    const all = [compat.support[browser] ?? []].flat()
    const has = all.some(
      ({ version_added: added, flags, alternative_name }) =>
        flags === undefined && alternative_name === undefined && isUpTo(added, version),
    )
    const since = all.find(({ flags }) => flags === undefined)?.version_added
    return has ? [] : [`${browser} ${since || 'never'}`]
  })
}

function isUpTo(added: Support['version_added'], version: string): boolean {
  if (typeof added !== 'string' || added === 'preview') return added === true
  const [one = 0, other = 0] = added.replace('≤', '').split('.').map(Number)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return one < major || (one === major && other <= minor)
}

/** What a script uses that is too young: syntax after ES2021, lookbehind, and built-ins, each with the engines. */
export function youngInScript(text: string): string[] {
  const found = new Set<string>()
  const note = (name: string, feature: Tree | undefined) => {
    const where = feature ? lacking(feature) : []
    if (where.length > 0) found.add(`${name}: ${where.join(', ')}`)
  }
  const program = acorn.parse(text, { ecmaVersion: 2021, sourceType: 'module' })
  walk(program, (node) => {
    if (
      node.type === 'Literal' &&
      /\(\?<[=!]/.test((node.regex as { pattern: string } | undefined)?.pattern ?? '')
    )
      note('lookbehind', data.javascript?.regular_expressions?.lookbehind_assertion)
    if (node.type === 'Identifier') note(String(node.name), interfaceOf(String(node.name)))
    if (node.type !== 'MemberExpression' || node.computed) return
    const [object, property] = [node.object as Node, String((node.property as Node).name)]
    const known = object.type === 'Identifier' ? interfaceOf(String(object.name)) : undefined
    const all = members.get(property) ?? []
    if (known) note(`${object.name}.${property}`, own(known, `${property}_static`) ?? own(known, property))
    else if (all.every((feature) => lacking(feature).length > 0)) note(`.${property}`, all[0])
  })
  return [...found]
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node).flat())
    if (value && typeof (value as Node).type === 'string') walk(value as Node, visit)
}

function own(tree: Tree | undefined, name: string): Tree | undefined {
  return tree && Object.hasOwn(tree, name) ? tree[name] : undefined
}

function interfaceOf(name: string): Tree | undefined {
  return own(data.javascript?.builtins, name) ?? own(data.api, name)
}

/** Members of all built-ins and web interfaces by name. */
const members = new Map<string, Tree[]>()
for (const group of [data.javascript?.builtins, data.javascript?.builtins?.Intl, data.api])
  for (const [, features] of Object.entries(group ?? {}))
    for (const [name, feature] of Object.entries(features))
      if (!name.endsWith('_static')) members.set(name, [...(members.get(name) ?? []), feature])

/**
 * What a style sheet uses that is too young, without something older to fall back to: an earlier declaration of the same
 * property in its rule, or `@supports`.
 */
export function youngInStyles(sheet: string): string[] {
  const found = new Set<string>()
  const note = (name: string, feature: Tree | undefined) => {
    const where = feature ? lacking(feature) : []
    if (where.length > 0) found.add(`${name}: ${where.join(', ')}`)
    return where.length > 0
  }
  const { css } = data
  const root = postcss.parse(sheet)
  root.walkAtRules(({ name, params }) => {
    note(`@${name}`, own(css?.['at-rules'], name))
    if (name !== 'media') return
    if (/[<>=]/.test(params)) note('@media with <, > or =', css?.['at-rules']?.media?.range_syntax)
    for (const [, feature = ''] of params.matchAll(/\(\s*([a-z-]+)/g))
      note(`@media ${feature}`, own(css?.['at-rules']?.media, feature))
  })
  root.walkRules(({ selector }) => {
    for (const [whole, name = ''] of selector.matchAll(/::?([a-z-]+)/g))
      note(whole, own(css?.selectors, name))
    if (/(^|\s)&/.test(selector)) note('nesting', css?.selectors?.nesting)
  })
  root.walkDecls((one) => {
    if (isInSupports(one)) return
    const property = own(css?.properties, one.prop)
    if (!one.prop.startsWith('--') && !one.prop.startsWith('-webkit-')) note(one.prop, property)
    if (hasEarlier(one)) return
    for (const [name, feature] of valuesOf(one.value))
      note(`${one.prop}: ${name}`, feature ?? own(property, name))
  })
  return [...found]
}

/** Units, functions and words of a value, with their feature where it doesn't belong to one property. */
function valuesOf(value: string): [string, Tree | undefined][] {
  const { types } = data.css ?? {}
  const plain = value.replaceAll(/"[^"]*"|url\([^)]*\)/g, '')
  const units = [...plain.matchAll(/\d(svh|svw|lvh|lvw|dvh|dvw|svi|svb|cq\w+|lh|rlh|cap|ric)\b/g)].map(
    ([, unit = '']): [string, Tree | undefined] => [unit, unitFeature(unit)],
  )
  const functions = [...plain.matchAll(/([a-z-]+)\(/g)].map(([, name = '']): [string, Tree | undefined] => [
    `${name}()`,
    own(types, name) ?? own(types?.color, name) ?? own(types?.image, name) ?? own(types?.gradient, name),
  ])
  const words = [...plain.matchAll(/(?<![\w#.(-])[a-z][a-z-]+(?![\w(-])/g)].map(
    ([word]): [string, Tree | undefined] => [word, undefined],
  )
  return [...units, ...functions, ...words]
}

function unitFeature(unit: string): Tree | undefined {
  const length = data.css?.types?.length
  const kinds: [RegExp, string][] = [
    [/^s/, 'viewport_percentage_units_small'],
    [/^d/, 'viewport_percentage_units_dynamic'],
    [/^lv/, 'viewport_percentage_units_large'],
    [/^cq/, 'container_query_length_units'],
  ]
  const kind = kinds.find(([start]) => start.test(unit))?.[1] ?? unit
  return own(length, kind)
}

function isInSupports(one: Declaration): boolean {
  for (let parent = one.parent; parent; parent = parent.parent as typeof parent)
    if (parent.type === 'atrule' && (parent as unknown as { name: string }).name === 'supports') return true
  return false
}

function hasEarlier({ prop, parent, value }: Declaration): boolean {
  const all = (parent as Rule).nodes.filter((node): node is Declaration => node.type === 'decl')
  const before = all.slice(
    0,
    all.findIndex((node) => node.prop === prop && node.value === value),
  )
  return before.some((node) => node.prop === prop)
}
