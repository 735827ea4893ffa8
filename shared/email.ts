import { z } from 'zod'

const looksNormal = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

/** Returns the message of the first violated rule, or undefined when valid. Empty is valid. */
export function checkEmail(email: string): string | undefined {
  const local = email.slice(0, email.lastIndexOf('@'))
  const rules: [broken: boolean, sentence: string][] = [
    [!looksNormal.test(email), 'Please enter a valid email address'],
    [email.length > 254, 'Email address is too long (max 254 characters)'],
    [local.length > 64, 'Email username part is too long (max 64 characters)'],
    [email.includes('..'), 'Email cannot contain consecutive dots'],
    [local.startsWith('.') || local.endsWith('.'), 'Email username cannot start or end with a dot'],
  ]
  return email === '' ? undefined : rules.find(([broken]) => broken)?.[1]
}

export const emailSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a valid email address')
  .superRefine((email, context) => {
    const message = checkEmail(email)
    if (message) {
      context.addIssue({ code: 'custom', message })
    }
  })
