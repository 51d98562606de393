/** Script of pages with a list of languages: a choice is sent at once, by the button that pages without a script show. */
const list = document.querySelector<HTMLSelectElement>('.language select')
list?.addEventListener('change', () =>
  list.closest('.language')?.querySelector<HTMLButtonElement>('.button')?.click(),
)
