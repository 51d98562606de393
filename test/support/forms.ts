/** A form of a page, as a script without a browser reads it. */
export type Form = {
  action: string
  method: string
  fields: FormField[]
  /** What is sent when the user only presses the button: hidden fields, texts, ticks, choices. */
  preset: [name: string, value: string][]
}

export type FormField = {
  kind: 'hidden' | 'text' | 'checkbox' | 'radio' | 'option' | 'button'
  type: string
  name: string
  value: string
  /** Preselected. */
  isOn: boolean
  attributes: Record<string, string>
}

/** All forms of a page, with their fields in order. */
export function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, head = '', inner = '']) => {
    const attributes = attributesOf(head)
    const fields = fieldsOf(inner)
    return {
      action: attributes.action ?? '',
      method: (attributes.method ?? 'get').toLowerCase(),
      fields,
      preset: fields.filter(isSentUntouched).map(({ name, value }) => [name, value]),
    }
  })
}

/** The first form with a visible field of this name. */
export function formWith(forms: readonly Form[], name: string): Form | undefined {
  return forms.find(({ fields }) => fields.some((field) => field.name === name && field.kind !== 'hidden'))
}

/** All values of a field: every scope that can be ticked, every account that can be chosen. */
export function valuesOf(form: Form, name: string): string[] {
  return form.fields.filter((field) => field.name === name).map((field) => field.value)
}

function fieldsOf(inner: string): FormField[] {
  const fields: FormField[] = []
  let select = ''
  for (const [, tag = '', head = ''] of inner.matchAll(
    /<(input|button|select|option|textarea)\b([^>]*)>/gi,
  )) {
    const attributes = attributesOf(head)
    const kind = tag.toLowerCase()
    if (kind === 'select') select = attributes.name ?? ''
    else if ('disabled' in attributes) continue
    else if (kind === 'option') fields.push(field('option', 'option', select, attributes))
    else if (kind === 'button') fields.push(field('button', 'button', attributes.name ?? '', attributes))
    else fields.push(inputOf(attributes))
  }
  return chooseFirst(fields)
}

function inputOf(attributes: Record<string, string>): FormField {
  const type = attributes.type?.toLowerCase() ?? 'text'
  const named = { hidden: 'hidden', checkbox: 'checkbox', radio: 'radio', submit: 'button' } as const
  const kind = type in named ? named[type as keyof typeof named] : 'text'
  return field(kind, type, attributes.name ?? '', attributes)
}

function field(
  kind: FormField['kind'],
  type: string,
  name: string,
  attributes: Record<string, string>,
): FormField {
  const isOn = 'checked' in attributes || 'selected' in attributes
  return { kind, type, name, value: attributes.value ?? '', isOn, attributes }
}

/** A select without a selected option shows its first one. */
function chooseFirst(fields: FormField[]): FormField[] {
  return fields.map((one, place) => {
    const options = fields.filter(({ kind, name }) => kind === 'option' && name === one.name)
    const isFirst = one.kind === 'option' && fields.indexOf(options[0] ?? one) === place
    return isFirst && !options.some(({ isOn }) => isOn) ? { ...one, isOn: true } : one
  })
}

function isSentUntouched({ kind, name, isOn }: FormField): boolean {
  if (!name || kind === 'button') return false
  return kind === 'hidden' || kind === 'text' || isOn
}

function attributesOf(head: string): Record<string, string> {
  const found = head.matchAll(/([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)
  return Object.fromEntries(
    [...found].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decoded(double ?? single ?? bare ?? ''),
    ]),
  )
}

/** Decodes the character references that our pages use. */
export function decoded(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof references) => references[name])
}

const references = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
