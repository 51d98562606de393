import type { CDPSession, Page } from 'playwright-core'

/** What a screen reader says of a page, read from Chromium's accessibility tree. */
export type SpokenPage = {
  /** The whole page in reading order, one line per element, indented by what it is in. */
  read(): Promise<string[]>
  /** What was said since the last call: a new title, the element that has got the focus, and live regions. */
  hear(): Promise<string[]>
}

/** Call it before the page is opened: live regions are heard from the start. */
export async function openSpokenPage(page: Page): Promise<SpokenPage> {
  await page.addInitScript(hearLiveRegions)
  const session = await page.context().newCDPSession(page)
  await session.send('Accessibility.enable')
  let [title, focused] = ['', '']
  let entered: readonly unknown[] = []
  return {
    read: async () => readNode((await treeOf(session)).root, 0),
    async hear() {
      const { root, all } = await treeOf(session)
      const said: string[] = []
      const newTitle = await page.title()
      if (newTitle !== title) said.push(`title: ${newTitle}`)
      const node = all.find((one) => one !== root && one.isFocused)
      const groups = node ? groupsAround(node) : []
      // A group is said when the focus enters it.
      const fresh = groups.filter(({ element }) => !entered.includes(element)).reverse()
      const place = node ? describeNode(node) : 'nothing'
      if (place !== focused) said.push(['focus', ...fresh.map(describeNode), place].join(': '))
      ;[title, focused, entered] = [newTitle, place, groups.map(({ element }) => element)]
      return [...said, ...(await page.evaluate(takeHeard))]
    },
  }
}

type SpokenNode = {
  element: unknown
  role: string
  name: string
  description: string
  states: string[]
  isFocused: boolean
  children: SpokenNode[]
  parent?: SpokenNode
}

/** The tree without what is ignored, and with the parts of a text as one. */
async function treeOf(session: CDPSession): Promise<{ root: SpokenNode; all: SpokenNode[] }> {
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const all: SpokenNode[] = []
  const visit = (id: string, parent?: SpokenNode): SpokenNode[] => {
    const node = byId.get(id)
    if (!node || node.role?.value === 'InlineTextBox') return []
    const role = String(node.role?.value ?? 'none')
    const name = String(node.name?.value ?? '').trim()
    const inner = (around?: SpokenNode) => (node.childIds ?? []).flatMap((child) => visit(child, around))
    if (node.ignored || (silent.has(role) && name === '')) return inner(parent)
    const properties = new Map((node.properties ?? []).map((one) => [String(one.name), one.value.value]))
    const spoken: SpokenNode = {
      element: node.backendDOMNodeId,
      role,
      name,
      description: String(node.description?.value ?? ''),
      states: statesOf(role, properties, node.value?.value),
      isFocused: properties.get('focused') === true,
      children: [],
      ...(parent ? { parent } : {}),
    }
    all.push(spoken)
    spoken.children = inner(spoken)
    return [spoken]
  }
  const [root] = visit(nodes[0]?.nodeId ?? '')
  if (!root) throw new Error('The page has no accessibility tree')
  return { root, all }
}

/** Roles of elements that are only there for their content. */
const silent = new Set([
  'none',
  'generic',
  'GenericContainer',
  'paragraph',
  'LabelText',
  'LineBreak',
  'Legend',
])

function statesOf(role: string, properties: Map<string, unknown>, value: unknown): string[] {
  const is = (name: string) => properties.get(name) === true || properties.get(name) === 'true'
  const levels = role === 'heading' ? [String(properties.get('level'))] : []
  const checked = ['radio', 'checkbox', 'switch'].includes(role)
    ? [properties.get('checked') === 'true' ? 'checked' : 'not checked']
    : []
  const pressed = properties.has('pressed') ? [is('pressed') ? 'pressed' : 'not pressed'] : []
  const expanded = properties.has('expanded') ? [is('expanded') ? 'expanded' : 'collapsed'] : []
  const most = role === 'progressbar' ? ` of ${properties.get('valuemax')}` : ''
  const spokenValue = value === undefined || value === '' ? [] : [`value ${value}${most}`]
  const named = ['disabled', 'required', 'invalid', 'busy'].filter(is)
  return [...levels, ...checked, ...pressed, ...expanded, ...spokenValue, ...named]
}

function readNode(node: SpokenNode, depth: number): string[] {
  const line = `${'  '.repeat(depth)}${describeNode(node)}`
  // A link, a button or a heading is its text, which is not read twice.
  const isText = node.children.every(({ role }) => role === 'StaticText')
  if (isText && node.name !== '') return [line]
  return [line, ...node.children.flatMap((child) => readNode(child, depth + 1))]
}

function describeNode({ role, name, description, states }: SpokenNode): string {
  const words = [names[role] ?? role, ...(role === 'heading' ? states.slice(0, 1) : [])].join(' ')
  const rest = role === 'heading' ? states.slice(1) : states
  const head = role === 'StaticText' ? `“${name}”` : name === '' ? words : `${words} “${name}”`
  return [head, ...rest, ...(description ? [`described as “${description}”`] : [])].join(', ')
}

/** As screen readers call them. */
const names: Record<string, string> = {
  RootWebArea: 'page',
  MenuListPopup: 'list of choices',
  Figcaption: 'caption',
  ListMarker: 'marker',
  listitem: 'item',
  complementary: 'aside',
  progressbar: 'progress bar',
  radio: 'radio button',
  combobox: 'choice',
  contentinfo: 'footer',
  DisclosureTriangle: 'disclosure',
  img: 'picture',
  image: 'picture',
}

/** The named groups around an element, the inner first. */
function groupsAround({ parent }: SpokenNode): SpokenNode[] {
  if (!parent) return []
  const isGroup = ['group', 'radiogroup', 'form', 'figure'].includes(parent.role) && parent.name !== ''
  return [...(isGroup ? [parent] : []), ...groupsAround(parent)]
}

/** Runs in the page before its own script: notes each text that a live region gets. */
function hearLiveRegions(): void {
  const holder = globalThis as unknown as { heard: string[] }
  holder.heard = []
  const known = new WeakMap<Element, string>()
  const live = '[role=status], [role=alert], [aria-live]'
  const textOf = (one: Element) => (one.textContent ?? '').replace(/\s+/g, ' ').trim()
  document.addEventListener('DOMContentLoaded', () => {
    for (const one of document.querySelectorAll(live)) known.set(one, textOf(one))
    new MutationObserver((changes) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (around) regions.add(around)
        for (const added of addedNodes)
          if (added instanceof Element)
            for (const one of [added, ...added.querySelectorAll('*')]) if (one.matches(live)) regions.add(one)
      }
      for (const region of regions) {
        const text = textOf(region)
        const isNew = !known.has(region)
        const before = known.get(region)
        known.set(region, text)
        const role = region.getAttribute('role') ?? 'live'
        // What a new region already contains is read where it stands; only an alert is said at once.
        if (text !== '' && text !== before && !(isNew && role !== 'alert'))
          holder.heard.push(`${role}: ${text}`)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}

function takeHeard(): string[] {
  return (globalThis as unknown as { heard: string[] }).heard.splice(0)
}
