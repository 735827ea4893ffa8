const end = '</doc>\n\n'

/** The question without the documents prepended for the model. */
export function bareQuestion(question: string): string {
  const at = question.lastIndexOf(end)
  return question.startsWith("<doc name='") && at >= 0 ? question.slice(at + end.length) : question
}
