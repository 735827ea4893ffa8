type Message = { role: 'userMessage' | 'apiMessage'; content: string }

/** Addresses and numbers of visitors stay in the conversation. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g, 'name@example.com'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}\b/g, 'TR00 0000 0000 0000'],
  [/\+?\d(?:[ ()-]{0,2}\d){9,14}\b/g, '+90 500 000 00 00'],
]

/** A row from the beginning of a conversation: its first question and the answer to it. None without a question. */
export function toQuestion(messages: readonly Message[]): { input: string; output: string } | undefined {
  const place = messages.findIndex(({ role, content }) => role === 'userMessage' && content.trim() !== '')
  const question = messages[place]
  const answer = messages[place + 1]
  return (
    question && {
      input: withoutContacts(question.content),
      output: answer?.role === 'apiMessage' ? withoutContacts(answer.content) : '',
    }
  )
}

export function withoutContacts(text: string): string {
  return secrets.reduce((changed, [pattern, instead]) => changed.replace(pattern, instead), text.trim())
}
