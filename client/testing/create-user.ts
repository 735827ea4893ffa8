import userEvent from '@testing-library/user-event'

const MIN_LENGTH = 3

/**
 * A user who types without delays, and enters all but the last character of a text at once: rendering after each
 * of them took a fifth of the time. Tests about single characters use `keyboard`.
 */
export function createUser() {
  const user = userEvent.setup({ delay: null })

  async function type(field: Element, text: string) {
    const [plain = ''] = /^[^{[]*/.exec(text) ?? []
    if (plain.length < MIN_LENGTH) {
      return user.type(field, text)
    }
    await user.click(field)
    await user.paste(plain.slice(0, -1))
    await user.keyboard(text.slice(plain.length - 1))
  }

  return { ...user, type }
}
