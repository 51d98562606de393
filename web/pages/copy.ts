// Each script of the pages is one file, so these two lines stand in two of them.
const languages = document.querySelector<HTMLSelectElement>('form.language select')
languages?.addEventListener('change', () => languages.form?.requestSubmit())

/** The script of pages with texts to take along: it shows their buttons, and nothing where nothing can be copied. */
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
      // The browser was not allowed to; the text stands there to be marked.
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
