/** Script of pages with copyable texts. It shows the copy buttons if copying is supported. */
for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
  const text = button.parentElement?.querySelector('code')?.textContent
  if (!text || !navigator.clipboard) continue
  const label = button.textContent
  const spoken = button.ariaLabel
  let shown: ReturnType<typeof setTimeout> | undefined
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Permission was denied; the text can still be selected.
      return
    }
    clearTimeout(shown)
    button.textContent = button.dataset.copied ?? label
    button.ariaLabel = button.textContent
    shown = setTimeout(() => {
      button.textContent = label
      button.ariaLabel = spoken
    }, 2_000)
  })
}
