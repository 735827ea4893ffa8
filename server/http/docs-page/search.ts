/** Sent to the browser as text, so it must not use anything from outside the function. */
export function search() {
  const input = document.querySelector<HTMLInputElement>('#search')
  const menu = document.querySelector<HTMLDetailsElement>('#menu')
  const none = document.querySelector<HTMLElement>('#none')
  if (!input || !menu || !none) {
    return
  }
  // The menu covers the page on a phone.
  const narrow = matchMedia('(max-width: 900px)')
  const fold = () => {
    menu.open = !narrow.matches
  }
  fold()
  narrow.addEventListener('change', fold)
  menu.addEventListener('click', (event) => {
    if (narrow.matches && event.target instanceof HTMLAnchorElement) {
      menu.open = false
    }
  })

  const show = (selector: string, isShown: (element: HTMLElement) => boolean) => {
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      element.hidden = !isShown(element)
    }
  }
  input.hidden = false
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    const matches = ({ dataset }: HTMLElement) => words.every((word) => dataset.search?.includes(word))
    show('.operation', matches)
    show('[data-for]', ({ dataset }) => document.getElementById(dataset.for ?? '')?.hidden === false)
    show('.tag', (tag) => words.length === 0 || tag.querySelector('.operation:not([hidden])') !== null)
    show('.introduction', () => words.length === 0)
    none.hidden = document.querySelector('.operation:not([hidden])') !== null
  })
}
