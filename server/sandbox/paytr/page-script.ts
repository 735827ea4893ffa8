/**
 * Runs in the card page. It is sent as source text, so it may use nothing from outside. The page works without it.
 */
export function runCardPage() {
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const group = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, '$1 ')

  function stripNonDigits(name: string, max: number, shape: (digits: string) => string) {
    const input = field(name)
    input?.addEventListener('input', () => {
      const isAtEnd = input.selectionStart === input.value.length
      const shaped = shape(input.value.replace(/\D/g, '').slice(0, max))
      // Setting the value would move a caret in the middle to the end.
      if (isAtEnd || shaped.length < input.value.length) {
        input.value = shaped
      }
    })
    return input
  }

  const number = stripNonDigits('card_number', 19, group)
  stripNonDigits('expiry', 4, (digits) => digits.replace(/^(\d\d)(\d+)$/, '$1/$2'))
  stripNonDigits('cvc', 4, (digits) => digits)
  stripNonDigits('code', 6, (digits) => digits)

  const cards = [...document.querySelectorAll<HTMLInputElement>('input[name="test_card"]')]
  for (const card of cards) {
    card.addEventListener('change', () => {
      if (number) {
        number.value = group(card.value)
      }
    })
  }
  number?.addEventListener('input', () => {
    for (const card of cards) {
      card.checked = card.value === number.value.replace(/\D/g, '')
    }
  })

  // Prevents a second submit while the shop is being notified.
  for (const form of document.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) {
        event.preventDefault()
        return
      }
      form.dataset.sent = 'true'
      const pressed = event.submitter
      if (pressed) {
        pressed.setAttribute('aria-busy', 'true')
        pressed.textContent = document.body.dataset.working ?? ''
      }
    })
  }
  // A page from the back/forward cache shows its old state.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      location.reload()
    }
  })
}
