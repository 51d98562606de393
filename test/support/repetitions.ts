/**
 * Runs in a page: removes each element with the same tags, classes and attributes, inside too, as one before it in its
 * parent. Axe takes seconds for thousands of elements that differ only in their texts.
 */
export function removeRepetitions(): void {
  const known = new Map<Element, string>()
  const kindOf = (one: Element): string => {
    const before = known.get(one)
    if (before) return before
    const text = [...one.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    const inside = [...new Set([...one.children].map(kindOf))]
    const kind = `${one.localName}.${one.className}[${one.getAttributeNames()}]${text}(${inside})`
    known.set(one, kind)
    return kind
  }
  for (const parent of document.querySelectorAll('main, main *')) {
    const kinds = new Set<string>()
    for (const child of [...parent.children]) {
      const kind = kindOf(child)
      if (kinds.has(kind)) child.remove()
      kinds.add(kind)
    }
  }
}
