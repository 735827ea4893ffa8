import type { RunEvent } from '#shared/runs.ts'

/** What was said in the last run: the question, and what each node gave. */
export type Told = { question: string | undefined; texts: ReadonlyMap<string, string> }

export const nothingTold: Told = { question: undefined, texts: new Map() }

/** The same after one more event; the very same where the event says nothing. */
export function listen(told: Told, event: RunEvent): Told {
  switch (event.type) {
    case 'run_started':
      return { question: event.question, texts: new Map() }
    case 'model_finished':
      return { ...told, texts: new Map([...told.texts, [event.nodeId, event.reply.text]]) }
    default:
      return told
  }
}

/** What a variable was; undefined when the run has not said it. */
export function toldValue({ question, texts }: Told, name: string): string | undefined {
  if (name === 'question' || name === '$flow.input') {
    return question
  }
  const [node = '', ...path] = name.split('.')
  const isWhole = path.length === 0 || (path.length === 2 && path[0] === 'data' && path[1] === 'instance')
  return isWhole ? texts.get(node) : undefined
}
