const end = '</doc>\n\n'

/** What was asked, without the documents a model was given before it. */
export function bareQuestion(question: string): string {
  const at = question.lastIndexOf(end)
  return question.startsWith("<doc name='") && at >= 0 ? question.slice(at + end.length) : question
}
